import { GatewayError } from '../lib/gateway-error.js';

export class BodyTooLargeError extends GatewayError {
  constructor(capBytes: number) {
    super({
      status: 413,
      code: 'request_too_large',
      message: `The request body is over this endpoint's limit of ${formatBytes(capBytes)}. Send a smaller body; long inputs can be split over several calls.`,
    });
  }
}

export class UnreadableBodyError extends GatewayError {
  constructor(message: string, code = 'invalid_json', cause?: unknown) {
    super({ status: 400, code, message, cause });
  }
}

export class UnsupportedEncodingError extends GatewayError {
  constructor(encoding: string) {
    super({
      status: 415,
      code: 'unsupported_content_encoding',
      message: `The content-encoding ${JSON.stringify(encoding.slice(0, 40))} is not supported. Send the body plain, or as gzip, deflate or br.`,
    });
  }
}

export class UnsupportedMediaTypeError extends GatewayError {
  constructor(contentType: string) {
    super({
      status: 415,
      code: 'unsupported_media_type',
      message: `The content-type ${JSON.stringify(contentType.slice(0, 80))} is not supported here. Send JSON with content-type application/json.`,
    });
  }
}

/** There is something at the path, and it takes other methods. */
export class MethodNotAllowedError extends GatewayError {
  constructor(method: string, allowed: readonly string[]) {
    super({
      status: 405,
      code: 'method_not_allowed',
      message: `${method} is not taken at this path, which takes ${allowed.join(', ')}. The endpoints are listed under /docs.`,
      headers: { allow: allowed.join(', ') },
    });
  }
}

export class BodyStalledError extends GatewayError {
  constructor(idleMs: number) {
    super({
      status: 408,
      code: 'body_stalled',
      message: `Nothing of the request body came for ${Math.round(idleMs / 1_000)} s. Send it again.`,
    });
  }
}

export class BodyTooSlowError extends GatewayError {
  constructor(limitMs: number) {
    super({
      status: 408,
      code: 'body_too_slow',
      message: `The request body was not complete after ${Math.ceil(limitMs / 1_000)} s, which is all the time that a body of its length has. Send it again over a faster connection, or a smaller one.`,
    });
  }
}

export class BodyMemoryFullError extends GatewayError {
  constructor() {
    super({
      status: 503,
      code: 'body_memory_full',
      message:
        'Large request bodies in work take all the memory set aside for them, or all of it that one organization may have. Nothing of this one was read; send it again in a moment, or fewer at once.',
      headers: { 'retry-after': '1' },
    });
  }
}

export class ClientClosedRequestError extends GatewayError {
  constructor() {
    super({
      status: 499,
      code: 'client_closed_request',
      message: 'The client closed the connection before the request was complete.',
    });
  }
}

export class ShuttingDownError extends GatewayError {
  constructor() {
    super({
      status: 503,
      code: 'shutting_down',
      message: 'This process is shutting down and takes no new calls. Try again.',
      // The next try must not come here again.
      headers: { 'retry-after': '1', connection: 'close' },
    });
  }
}

function formatBytes(bytes: number): string {
  return bytes >= 1_048_576 ? `${bytes / 1_048_576} MB` : `${bytes / 1_024} KB`;
}
