import type { Exchange } from './http/exchange.js';
import type { SimulatedFault } from './http/simulated-fault.js';
import type { JsonRecord } from './json-value.js';

/** One provider behind a path prefix of the simulator. */
export interface SimulatedProvider {
  /** For example `/provider-b/v1`; what follows is the path a handler sees. */
  prefix: string;
  /** Before the slash of the ids that callers write, and the provider's own name: what rules of faults go by. */
  labs: readonly string[];
  /** Headers of every answer, errors included. */
  headers(): Record<string, string>;
  /** @throws SimulatedFault for everything the real provider would refuse. */
  handle(exchange: Exchange): Promise<void>;
  renderFault(fault: SimulatedFault, requestId: string): JsonRecord;
}
