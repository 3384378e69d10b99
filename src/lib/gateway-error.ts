/** OpenAI-style error types; the Anthropic-style envelope derives its own type from the status. */
export type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found_error'
  | 'rate_limit_error'
  | 'insufficient_quota'
  | 'api_error';

export interface GatewayErrorOptions {
  status: number;
  /** Stable, documented in the OpenAPI document. */
  code: string;
  /** What was wrong, where, and the way out. Never a stack, a secret, a prompt or another tenant's data. */
  message: string;
  /** The request field at fault, as the caller wrote it: `messages[2].content`. */
  param?: string;
  headers?: Record<string, string>;
  /** More members beside `message` in the error object (for example `estimate_usd`). */
  extra?: Record<string, unknown>;
  /** Whose error it is, for `x-svc-error-source`; ours when absent. */
  source?: 'gateway' | 'upstream';
  cause?: unknown;
}

/** What went wrong, independent of how a surface shows it. One small subclass per cause, beside its owner. */
export class GatewayError extends Error {
  readonly status: number;
  readonly code: string;
  readonly param: string | undefined;
  readonly headers: Record<string, string>;
  readonly extra: Record<string, unknown>;
  readonly source: 'gateway' | 'upstream';

  constructor({ status, code, message, param, headers, extra, source, cause }: GatewayErrorOptions) {
    super(message, { cause });
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    this.param = param;
    this.headers = headers ?? {};
    this.extra = extra ?? {};
    this.source = source ?? 'gateway';
  }
}

/** What a caller is told of an error that nobody named: nothing of what failed inside. */
export function asGatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  return new GatewayError({
    status: 500,
    code: 'internal_error',
    message: 'Something failed on our side.',
    cause: error,
  });
}

/** A fault of the caller: 400 that names the field and the way out. */
export class InvalidRequestError extends GatewayError {
  constructor({
    code = 'invalid_request',
    ...options
  }: Omit<GatewayErrorOptions, 'status' | 'code'> & { code?: string }) {
    super({ ...options, status: 400, code });
  }
}
