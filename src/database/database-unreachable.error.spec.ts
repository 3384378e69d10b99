import { describe, expect, it } from 'vitest';
import { DatabaseUnreachableError } from './database-unreachable.error.js';

describe('a database that cannot be reached', () => {
  it.each([
    [new Error('connect ECONNREFUSED 127.0.0.1:1'), '127.0.0.1:1'],
    [new AggregateError([new Error('connect ECONNREFUSED ::1:1'), new Error('other')]), '::1:1'],
    ['odd', 'odd'],
  ])('names the setting and the reason of %s', (cause, reason) => {
    const { message } = new DatabaseUnreachableError(cause);
    expect(message).toMatch(/^DATABASE_URL: [^\n]+$/);
    expect(message).toContain(reason);
  });
});
