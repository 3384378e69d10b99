import type { SimulatedFault } from '../http/simulated-fault.js';
import type { JsonRecord } from '../json-value.js';

const TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

/** Provider A's envelope (wire notes 3). */
export function renderAnthropicFault(fault: SimulatedFault, requestId: string | null): JsonRecord {
  const type = fault.type ?? TYPES[fault.status] ?? 'api_error';
  return { type: 'error', error: { type, message: fault.message }, request_id: requestId };
}
