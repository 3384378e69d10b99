import { describe, expect, it } from 'vitest';
import { changesOf, draftOf, fieldsOf, NEW_KEY } from './key-draft.js';
import { aKey } from './a-key.js';

describe('what is typed of a key', () => {
  it('is sent as it was typed, nulls for what is empty', () => {
    expect(fieldsOf({ ...NEW_KEY, name: 'A' })).toEqual({
      name: 'A',
      limit_usd: null,
      limit_period: null,
      expires_at: null,
      models: null,
    });
    expect(
      fieldsOf({
        name: 'A',
        limit: ' 0.10 ',
        period: 'day',
        expires: '2030-01-02T03:04',
        models: 'a/*\nb/c, d',
      }),
    ).toEqual({
      name: 'A',
      limit_usd: '0.10',
      limit_period: 'day',
      expires_at: new Date('2030-01-02T03:04').toISOString(),
      models: ['a/*', 'b/c', 'd'],
    });
  });

  it('goes to the API only where it differs, so that a past expiry is not sent again', () => {
    const key = aKey(1, {
      limit_usd: 5e-7,
      limit_period: 'week',
      expires_at: '2020-01-01T00:00:00.000Z',
      models: ['a/*'],
    });
    const before = draftOf(key);
    expect(before).toMatchObject({ limit: '0.0000005', period: 'week', models: 'a/*' });
    expect(changesOf(before, before)).toEqual({});
    expect(changesOf({ ...before, limit: '' }, before)).toEqual({ limit_usd: null, limit_period: null });
    expect(changesOf({ ...before, period: 'day' }, before)).toEqual({
      limit_usd: '0.0000005',
      limit_period: 'day',
    });
    expect(changesOf({ ...before, expires: '', models: '', name: 'B' }, before)).toEqual({
      name: 'B',
      expires_at: null,
      models: null,
    });
  });
});
