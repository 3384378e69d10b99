import { invalidRequest } from '../http/simulated-fault.js';
import { isPresent, toList, toRecord, toText, type JsonRecord } from '../json-value.js';

const MAX_MARKS = 4;

/** @throws SimulatedFault 400 for a fifth `cache_control`, a wrong one, or one where none may stand. */
export function checkCacheMarks(body: JsonRecord): void {
  const blocks = toList(body.messages).flatMap((message) => toList(toRecord(message).content));
  const carriers = [body, ...toList(body.tools), ...toList(body.system), ...blocks].map(toRecord);
  const marked = carriers.filter((carrier) => isPresent(carrier.cache_control));
  for (const carrier of marked) {
    const mark = toRecord(carrier.cache_control);
    if (mark.type !== 'ephemeral') throw invalidRequest("cache_control.type: Input should be 'ephemeral'");
    if (isPresent(mark.ttl) && !['5m', '1h'].includes(toText(mark.ttl))) {
      throw invalidRequest("cache_control.ephemeral.ttl: Input should be '5m' or '1h'");
    }
    if (carrier.type === 'thinking' || carrier.type === 'redacted_thinking') {
      throw invalidRequest(`cache_control cannot be set for ${carrier.type} blocks`);
    }
  }
  if (marked.length > MAX_MARKS) {
    throw invalidRequest(
      `A maximum of ${MAX_MARKS} blocks with cache_control may be provided. Found ${marked.length}.`,
    );
  }
}
