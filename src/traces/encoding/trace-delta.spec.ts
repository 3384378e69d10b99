import { describe, expect, it } from 'vitest';
import { ENTRY_RANK, mergeDelta, type TraceDelta } from './trace-delta.js';

const delta = (fields: Partial<TraceDelta>): TraceDelta => ({
  traceId: 'a',
  startNano: 10n,
  endNano: 20n,
  firstDay: 1,
  lastDay: 1,
  entryRank: ENTRY_RANK.inner,
  entryNano: 10n,
  entryName: 'inner',
  service: 's',
  status: 0,
  models: new Set(),
  terms: new Set(),
  ...fields,
});

describe('mergeDelta', () => {
  const root = { entryRank: ENTRY_RANK.root, entryNano: 15n, entryName: 'root', service: 'front' };
  const gateway = { entryRank: ENTRY_RANK.gateway, entryNano: 1n, entryName: 'gateway', service: 'gateway' };

  it.each<[string, Partial<TraceDelta>, Partial<TraceDelta>, Partial<TraceDelta>]>([
    ['the root', {}, root, { entryName: 'root', service: 'front' }],
    ['the root that came first', root, {}, { entryName: 'root' }],
    ['the earlier of two inner spans', {}, { entryNano: 5n, entryName: 'earlier' }, { entryName: 'earlier' }],
    ["a caller's span before the gateway's", gateway, {}, { entryName: 'inner' }],
    ['the longest stretch', {}, { startNano: 5n, endNano: 30n }, { startNano: 5n, endNano: 30n }],
    ['the days around both', {}, { firstDay: 0, lastDay: 3 }, { firstDay: 0, lastDay: 3 }],
    ['the worst status', { status: 1 }, { status: 2 }, { status: 2 }],
  ])('takes %s', (_title, into, from, expected) => {
    const merged = delta(into);
    mergeDelta(merged, delta(from));
    expect(merged).toMatchObject(expected);
  });

  it('joins sets up to their limits', () => {
    const merged = delta({ models: new Set(['a']) });
    mergeDelta(merged, delta({ models: new Set(Array.from({ length: 50 }, (_, index) => `m${index}`)) }));
    expect(merged.models.size).toBe(20);
  });
});
