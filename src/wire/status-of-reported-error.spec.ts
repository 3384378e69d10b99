import { describe, expect, it } from 'vitest';
import { statusOfReportedError } from './status-of-reported-error.js';

describe('statusOfReportedError', () => {
  it.each([
    [{ type: 'overloaded_error' }, 529],
    [{ type: 'rate_limit_error', code: null }, 429],
    [{ type: 'api_error' }, 500],
    [{ type: 'new_error' }, 502],
    [{ type: 'authentication_error' }, 502],
    [{ type: 'billing_error' }, 502],
    [{ code: 'server_error' }, 500],
    [{ code: 'rate_limit_exceeded', type: 'tokens' }, 429],
    [{ type: 'server_error', code: 'odd' }, 500],
    [{ code: 'stream_unreadable', type: 'api_error' }, 500],
    [{ code: 429, message: 'slow' }, 429],
    [{ code: 402 }, 502],
    [{ code: 200 }, 502],
    [{ code: 4_040 }, 502],
    ['words', 502],
    [null, 502],
  ])('of %j is %i', (error, status) => {
    expect(statusOfReportedError(error)).toBe(status);
  });
});
