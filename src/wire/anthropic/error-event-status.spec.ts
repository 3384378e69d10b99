import { describe, expect, it } from 'vitest';
import { errorEventStatus } from './error-event-status.js';

describe('the status of an error event', () => {
  it.each([
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
    ['something_new', 502],
    ['constructor', 502],
    ['', 502],
  ])('of %j is %i', (type, status) => {
    expect(errorEventStatus({ type, json: '{}' })).toBe(status);
  });
});
