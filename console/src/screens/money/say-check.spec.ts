import { describe, expect, it } from 'vitest';
import type { LedgerCheck } from '../../api/types.js';
import { sayCheck } from './say-check.js';

const check = (changes: Partial<LedgerCheck>): LedgerCheck =>
  ({
    ok: false,
    entries: 5,
    ledger_sum_usd: 99,
    difference_usd: 0,
    limit_differences: 0,
    piece_faults: [],
    archive_faults: [],
    ...changes,
  }) as LedgerCheck;

describe('what a check of the ledger found, in words', () => {
  it('is that it adds up', () => {
    expect(sayCheck(check({ ok: true }))).toContain('5 movements sum to $99');
  });

  it('is by how much it does not', () => {
    expect(sayCheck(check({ difference_usd: 0.5, limit_differences: 1 }))).toContain('$0.5');
  });

  it.each([
    [1, 'The limit of 1 key or project counts'],
    [2, 'The limits of 2 keys or projects count'],
  ])('tells %i limits apart from a balance that differs', (limits, said) => {
    const words = sayCheck(check({ limit_differences: limits }));
    expect(words).toContain(said);
    expect(words).not.toContain('$0');
  });
});
