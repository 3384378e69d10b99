import { orNull, time, usd, type SchemaObject } from '../http/openapi/openapi-shapes.js';

const PAYMENT_REQUIRED = 402;

/** Beside the code of an error: how much is left of what, by which a client knows whether to wait. */
const FIGURES: Readonly<Record<string, SchemaObject>> = {
  limit_usd: { ...usd, description: 'Of a limit that was reached, or is held by what is in flight.' },
  spent_usd: { ...usd, description: 'Of that limit, in its period.' },
  resets_at: { ...orNull(time), description: 'When its period ends. Null: never.' },
  estimate_usd: { ...usd, description: 'What a batch may cost.' },
  balance_usd: { ...usd, description: 'What there is for the batch.' },
};

/** What errors of a status have for members beside the usual ones; each may be absent. */
export function moneyFigures(status: number): Readonly<Record<string, SchemaObject>> {
  return status === PAYMENT_REQUIRED ? FIGURES : {};
}
