import { statusOfErrorType } from './anthropic/status-of-error-type.js';
import { asNumber, isJsonObject } from './exact-json/raw-json.js';

/** Words of provider B, as `code` or `type`, and the status that its answers have with them. */
const STATUS_OF_WORD: ReadonlyMap<unknown, number> = new Map([
  ['server_error', 500],
  ['rate_limit_exceeded', 429],
  ['insufficient_quota', 429],
  ['context_length_exceeded', 400],
  ['invalid_prompt', 400],
]);
/** These are about our account: no caller ever sees them as they are. */
const OF_OUR_ACCOUNT: ReadonlySet<number> = new Set([401, 402]);
const UNKNOWN = 502;

/**
 * The status that an error in the middle of a stream would have had before it began: by this the log tells of the failure, for the
 * stream itself was begun with 200. 502 for one that does not say.
 * @param error the `error` of the event, whoever's words it is in
 */
export function statusOfReportedError(error: unknown): number {
  const { code, type } = isJsonObject(error) ? error : {};
  const number = asNumber(code);
  const written = number !== undefined && number >= 400 && number <= 599 ? number : undefined;
  const status =
    written ??
    STATUS_OF_WORD.get(code) ??
    STATUS_OF_WORD.get(type) ??
    (typeof type === 'string' ? statusOfErrorType(type) : undefined) ??
    UNKNOWN;
  return OF_OUR_ACCOUNT.has(status) ? UNKNOWN : status;
}
