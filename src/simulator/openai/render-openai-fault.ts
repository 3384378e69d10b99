import type { SimulatedFault } from '../http/simulated-fault.js';
import type { JsonRecord } from '../json-value.js';

/** Provider B's envelope (wire notes 3). */
export function renderOpenAiFault(fault: SimulatedFault): JsonRecord {
  const type = fault.type ?? (fault.status >= 500 ? 'server_error' : 'invalid_request_error');
  return { error: { message: fault.message, type, param: fault.param, code: fault.code } };
}

/** The marketplace's envelope: its `code` is the status. */
export function renderMarketplaceFault(fault: SimulatedFault): JsonRecord {
  return { error: { message: fault.message, code: fault.status } };
}
