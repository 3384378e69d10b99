import type { IncomingMessage, ServerResponse } from 'node:http';
import { Exchange } from '../http/exchange.js';
import { invalidRequest, toFault } from '../http/simulated-fault.js';
import type { SimulatedFaults } from './simulated-faults.js';

/** No provider's: what the gateway's management API reads and sets. */
export const FAULTS_PATH = '/faults';
const MAX_BODY_BYTES = 64 * 1_024;

/** `GET` and `PUT {"faults": "…"}` of the plan in force. */
export async function answerFaultControl(
  request: IncomingMessage,
  response: ServerResponse,
  faults: SimulatedFaults,
): Promise<void> {
  const exchange = new Exchange(request, response, { path: FAULTS_PATH, query: new URLSearchParams() });
  try {
    if (exchange.method === 'PUT') {
      const { faults: plan } = await exchange.readJson(MAX_BODY_BYTES);
      if (typeof plan !== 'string') throw invalidRequest('faults: must be a text');
      replace(faults, plan);
    }
    exchange.sendJson(200, { faults: faults.text });
  } catch (error) {
    const { status, message } = toFault(error);
    exchange.sendJson(status, { error: { message } });
  }
}

function replace(faults: SimulatedFaults, plan: string): void {
  try {
    faults.replace(plan);
  } catch (error) {
    throw invalidRequest(error instanceof Error ? error.message : 'no plan of faults');
  }
}
