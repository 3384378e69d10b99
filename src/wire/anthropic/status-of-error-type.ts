/** HTTP statuses of provider A's error types (wire notes 3). */
const STATUSES: ReadonlyMap<string, number> = new Map([
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

/** The status that an answer of this error type has; `undefined` for a type that is new. */
export function statusOfErrorType(type: string): number | undefined {
  return STATUSES.get(type);
}
