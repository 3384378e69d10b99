import { GatewayError, InvalidRequestError } from '../../lib/gateway-error.js';
import { SealedUnreadableError } from '../../lib/sealed-unreadable.error.js';

/** Chains and items together with the body: the cap of a body that says all by itself. */
export const KEPT_CONTEXT_CAP_BYTES = 20 * 1_048_576;

/** Another project's response is as unknown as one that never was. */
export class ResponseNotFoundError extends GatewayError {
  constructor(id: string) {
    super({
      status: 404,
      code: 'response_not_found',
      param: 'response_id',
      message: `This project keeps no response ${quoted(id)}. It was deleted, has expired, or was answered with \`store: false\`.`,
    });
  }
}

export class PreviousResponseNotFoundError extends GatewayError {
  constructor(id: string) {
    super({
      status: 404,
      code: 'previous_response_not_found',
      param: 'previous_response_id',
      message: `Previous response ${quoted(id)} not found: this project keeps no such response. It was deleted, has expired, or was answered with \`store: false\`. Send the whole conversation as \`input\` instead.`,
    });
  }
}

/** A response is there, and something before it is not: going on without that would change what was said. */
export class BrokenChainError extends GatewayError {
  constructor({ id, missing }: { id: string; missing: string }) {
    super({
      status: 404,
      code: 'previous_response_not_found',
      param: 'previous_response_id',
      message: `Previous response ${quoted(id)} goes on from ${quoted(missing)}, which is not kept any more. Send the whole conversation as \`input\` instead.`,
    });
  }
}

export class ItemNotFoundError extends InvalidRequestError {
  constructor({ id, index }: { id: string; index: number }) {
    super({
      code: 'item_not_found',
      param: `input[${index}].id`,
      message: `Item with id ${quoted(id)} not found: this project keeps no such item. Items are kept with their response, unless it has \`store: false\`. Send the item itself instead.`,
    });
  }
}

/** A response is there, and was sealed with another `SECRETS_KEY`, or changed. Deleting it needs no reading. */
export class ResponseUnreadableError extends SealedUnreadableError {
  constructor(id: string, cause: unknown) {
    super(
      {
        code: 'response_unreadable',
        message: `The kept response ${quoted(id)} cannot be read any more: it was encrypted with another key. Send the whole conversation as \`input\` instead; or the operator puts that key into \`SECRETS_KEY_OLD\`.`,
      },
      cause,
    );
  }
}

/** What a request refers to is more than a request may say. */
export class KeptContextTooLargeError extends GatewayError {
  constructor(param: 'previous_response_id' | 'input') {
    super({
      status: 413,
      code: 'request_too_large',
      param,
      message: `What \`${param}\` refers to is larger than ${KEPT_CONTEXT_CAP_BYTES / 1_048_576} MB. Begin a new conversation, with a summary of this one.`,
    });
  }
}

function quoted(id: string): string {
  return JSON.stringify(id.slice(0, 100));
}
