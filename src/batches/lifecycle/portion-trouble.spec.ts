import { describe, expect, it } from 'vitest';
import { UpstreamError } from '../../error-answers/upstream-error.js';
import { StorageUnavailableError } from '../../storage/storage-errors.js';
import { noteTrouble } from './portion-trouble.js';

const NOW = new Date('2026-11-28T12:00:00Z');
const refused = new UpstreamError({
  status: 401,
  headers: {},
  body: Buffer.from('{"error":{"message":"invalid key"}}'),
});
const after = (days: number, tries: number) => ({
  message: 'before',
  trouble: { since: new Date(NOW.getTime() - days * 86_400_000).toISOString(), tries },
});

describe('a portion whose provider cannot be read', () => {
  it('notes since when and how often, and says what it waits for', () => {
    const first = noteTrouble({ status: 'ended', error: null }, { error: refused, now: NOW });
    expect(first?.status).toBeUndefined();
    expect(first?.error).toMatchObject({ status: 401, trouble: { since: NOW.toISOString(), tries: 1 } });
    expect(first?.error?.message).toContain('2026-12-01T12:00:00.000Z');
    const second = noteTrouble({ status: 'ended', error: after(1, 1) }, { error: refused, now: NOW });
    expect(second?.error?.trouble?.tries).toBe(2);
  });

  it.each([
    ['three days and many tries later', 3, 23, true],
    ['a moment before three days', 2.999, 500, false],
    ['three days later with few tries', 10, 22, false],
  ])('fails %s: %s', (_when, days, tries, fails) => {
    const noted = noteTrouble(
      { status: 'in_progress', error: after(days, tries) },
      { error: refused, now: NOW },
    );
    expect(noted?.status).toBe(fails ? 'failed' : undefined);
    expect(noted?.error?.trouble === undefined).toBe(fails);
  });

  it('blames no provider for what is ours', () => {
    const portion = { status: 'ended', error: null } as const;
    for (const error of [new Error('a query failed'), new StorageUnavailableError(undefined)])
      expect(noteTrouble(portion, { error, now: NOW })).toBeUndefined();
  });
});
