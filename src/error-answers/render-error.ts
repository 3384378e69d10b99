import type { ErrorType, GatewayError } from '../lib/gateway-error.js';
import type { Envelope } from './route-surface.js';

/** The JSON body of an error in the dress of its surface (contract section 4). */
export function renderError({
  error,
  envelope,
  requestId,
}: {
  error: GatewayError;
  envelope: Envelope;
  requestId: string;
}): string {
  return envelope === 'anthropic' ? renderAnthropic(error, requestId) : renderOpenAi(error);
}

function renderOpenAi(error: GatewayError): string {
  const { message, code, param, extra } = error;
  return JSON.stringify({
    error: { message, type: openAiType(error), code, param: param ?? null, ...extra },
  });
}

/** Provider A's envelope has no code or param: the message carries both. `details.error_code` is where its SDKs look. */
function renderAnthropic(error: GatewayError, requestId: string): string {
  return JSON.stringify({
    type: 'error',
    error: {
      type: anthropicType(error.status),
      message: withParam(error),
      details: { error_code: error.code, ...error.extra },
    },
    request_id: requestId,
  });
}

/** The field at fault comes first, as provider A writes it, unless the message names it by itself. */
function withParam({ message, param }: GatewayError): string {
  return param === undefined || message.includes(`\`${param}\``) ? message : `${param}: ${message}`;
}

function openAiType({ status }: GatewayError): ErrorType {
  switch (status) {
    case 401:
      return 'authentication_error';
    case 402:
      return 'insufficient_quota';
    case 403:
      return 'permission_error';
    case 404:
      return 'not_found_error';
    case 429:
      return 'rate_limit_error';
    default:
      return status >= 500 ? 'api_error' : 'invalid_request_error';
  }
}

const ANTHROPIC_TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  // What was there is no more: provider A knows no other word for it.
  410: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

function anthropicType(status: number): string {
  return ANTHROPIC_TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
}
