import { InvalidRequestError } from '../../lib/gateway-error.js';

/** The body is no form of the kind that uploads a file. */
export class InvalidFormError extends InvalidRequestError {
  constructor(problem: string, cause?: unknown) {
    super({
      code: 'invalid_multipart',
      message: `${problem} Send multipart/form-data with the parts \`purpose\` and \`file\`, as the SDKs do.`,
      cause,
    });
  }
}

export function formFieldError(param: string, message: string, code?: string): InvalidRequestError {
  return new InvalidRequestError({ ...(code !== undefined && { code }), param, message });
}
