import { GatewayError, InvalidRequestError } from '../lib/gateway-error.js';
import { SealedUnreadableError } from '../lib/sealed-unreadable.error.js';
import { WITH_CREDENTIALS } from './addresses/check-endpoint-url.js';

/** The address may not be called: 400 at registration, 502 when a call finds it so. */
export class EndpointAddressRefusedError extends GatewayError {
  /** Completes "it was refused: …". */
  readonly reason: string;

  constructor({ status, reason }: { status: 400 | 502; reason: string }) {
    super({
      status,
      code: 'endpoint_address_refused',
      param: status === 400 ? 'base_url' : undefined,
      message: `The endpoint's address was refused: ${reason}. ${wayOutOf(reason)}`,
    });
    this.reason = reason;
  }
}

function wayOutOf(reason: string): string {
  return reason === WITH_CREDENTIALS
    ? 'Send them as `api_key` or in `headers`.'
    : 'Register an https address that resolves publicly, or one that the operator of this gateway has allowed.';
}

/** The stored key, or the headers, were sealed with another `SECRETS_KEY`, or changed: nothing is sent without them. */
export class EndpointKeyUnreadableError extends SealedUnreadableError {
  constructor({ endpointId, member }: { endpointId: string; member: 'api_key' | 'headers' }, cause: unknown) {
    const what = member === 'headers' ? 'stored headers' : 'stored key';
    super(
      {
        code: 'endpoint_key_unreadable',
        message: `The ${what} of the endpoint ${endpointId} cannot be read any more. Set its ${member} again.`,
      },
      cause,
    );
  }
}

/** 409: a project has one endpoint a model. `endpointId` is the one there is, when it is still there. */
export class EndpointExistsError extends GatewayError {
  constructor({ model, endpointId }: { model: string; endpointId: string | undefined }) {
    const which = endpointId === undefined ? 'an endpoint' : `the endpoint ${endpointId}`;
    super({
      status: 409,
      code: 'endpoint_exists',
      param: 'model',
      message: `This project has ${which} for ${JSON.stringify(model)} already. Change or delete it.`,
      extra: endpointId === undefined ? {} : { endpoint_id: endpointId },
    });
  }
}

/** The endpoint, or the project it was to be in, was deleted in the meantime. */
export class EndpointGoneError extends GatewayError {
  constructor(what: 'endpoint' | 'project', id: string) {
    super({ status: 404, code: 'not_found', message: `There is no ${what} ${JSON.stringify(id)}.` });
  }
}

/** What is kept was given for the old address; whoever owns the new one must not get it unasked. */
export class EndpointKeyRequiredError extends InvalidRequestError {
  constructor(member: 'api_key' | 'headers') {
    const message = {
      api_key:
        'the stored key was given for the old one. Send `api_key` with it: the key for the new server, or null for none.',
      headers:
        'the stored headers were given for the old one. Send `headers` with it: those for the new server, or {} for none.',
    }[member];
    super({
      code: 'endpoint_key_required',
      param: member,
      message: `The new \`base_url\` is another server, and ${message}`,
    });
  }
}
