import { GatewayError, InvalidRequestError } from '../lib/gateway-error.js';

export class TracesBusyError extends GatewayError {
  constructor(cause?: unknown) {
    super({
      status: 503,
      code: 'traces_busy',
      message:
        'More spans are coming in than can be written just now; none of this request was kept. Send it again.',
      headers: { 'retry-after': '1' },
      cause,
    });
  }
}

export class UnsupportedTraceFormatError extends GatewayError {
  constructor(contentType: string) {
    super({
      status: 415,
      code: 'unsupported_media_type',
      message: `The content-type ${JSON.stringify(contentType.slice(0, 80))} is not taken here. Send OTLP as application/json or application/x-protobuf.`,
    });
  }
}

export class InvalidTracesError extends InvalidRequestError {
  constructor(message: string) {
    super({ code: 'invalid_traces', message });
  }
}
