/** An error that provider A reported in the middle of a stream. */
export interface ReportedError {
  /** Its word, as in `overloaded_error`. */
  readonly type: string;
  /** The event's data, as it came: the same envelope as the body of an HTTP error. */
  readonly json: string;
}

const STATUSES = new Map<string, number>([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['conflict_error', 409],
  ['request_too_large', 413],
  ['rate_limit_error', 429],
  ['api_error', 500],
  ['timeout_error', 504],
  ['overloaded_error', 529],
]);
const UNKNOWN = 502;

/** The HTTP status that the error would have had before the stream began (wire notes 3); 502 for a word that is new. */
export function errorEventStatus({ type }: ReportedError): number {
  return STATUSES.get(type) ?? UNKNOWN;
}
