import { isJsonObject } from '../../exact-json/raw-json.js';

/** Why provider A refused, for `message.refusal` (wire notes 2.1): the explanation in `stop_details`, when there is one. */
export function toRefusalText(stopReason: unknown, stopDetails: unknown): string | null {
  if (stopReason !== 'refusal' || !isJsonObject(stopDetails)) return null;
  const { explanation } = stopDetails;
  return typeof explanation === 'string' && explanation !== '' ? explanation : null;
}
