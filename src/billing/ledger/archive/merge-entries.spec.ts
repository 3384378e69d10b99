import { describe, expect, it } from 'vitest';
import type { LedgerEntryEntity } from '../ledger-entry.entity.js';
import type { ArchivedRow } from './archive-lines.js';
import { findEntries, isBeyond, mergeEntries } from './merge-entries.js';

const row = (sequence: number, fields: Partial<ArchivedRow> = {}): ArchivedRow => ({
  organization_id: 'org_a',
  sequence: String(sequence),
  kind: 'usage',
  amount_usd: '-1',
  reference: `call_${sequence}`,
  part: 0,
  note: null,
  created_at: `2026-01-${String(sequence).padStart(2, '0')}T00:00:00.000000Z`,
  ...fields,
});
const ROWS = [1, 2, 9, 10, 11].map((sequence) => row(sequence));
const entries = (...sequences: number[]): LedgerEntryEntity[] =>
  sequences.flatMap((sequence) => findEntries([row(sequence)], {}, { limit: 1 }));
const sequences = (found: readonly LedgerEntryEntity[]): number[] =>
  found.map(({ sequence }) => Number(sequence));
const day = (date: number): Date => new Date(Date.UTC(2026, 0, date));

describe('entries of a file', () => {
  it.each([
    ['all of them, newest first', {}, {}, [11, 10, 9, 2, 1]],
    ['no more than the page takes', {}, { limit: 2 }, [11, 10]],
    ['those behind a cursor, by its number', {}, { after: 'led_10' }, [9, 2, 1]],
    ['those behind a cursor that is no entry of the file', {}, { after: 'led_5', limit: 1 }, [2]],
    ['those before a cursor', {}, { before: 'led_9' }, [11, 10]],
    ['those just before a cursor', {}, { before: 'led_1', limit: 2 }, [9, 2]],
    ['none behind the oldest', {}, { after: 'led_1' }, []],
    ['none before the newest', {}, { before: 'led_11' }, []],
    ['those of a reference', { reference: 'call_9' }, {}, [9]],
    ['those of a kind', { kind: 'credit' as const }, {}, []],
    ['those of a time, its end not included', { from: day(2), to: day(10) }, {}, [9, 2]],
  ])('are %s', (_what, filters, page, found) => {
    expect(sequences(findEntries(ROWS, filters, { limit: 9, ...page }))).toEqual(found);
  });

  it('are told apart by the microsecond', () => {
    const late = row(1, { created_at: '2026-01-02T00:00:00.000001Z' });
    expect(findEntries([late], { to: day(2) }, { limit: 1 })).toEqual([]);
    expect(findEntries([late], { from: day(2) }, { limit: 1 })).toHaveLength(1);
  });
});

describe('a page of rows and files', () => {
  it.each([
    ['is newest first, cut at its end', {}, [11, 9], [10, 2], [11, 10, 9]],
    ['is cut at its beginning when it goes upwards', { before: 'led_1' }, [11, 9], [10, 2], [10, 9, 2]],
    ['has what moved meanwhile once', {}, [11, 9], [9, 2], [11, 9, 2]],
    ['sorts by number and not by letters', {}, [100], [99, 9], [100, 99, 9]],
  ])('%s', (_what, cursor, one, other, merged) => {
    const page = mergeEntries(entries(...one), entries(...other), { limit: 3, ...cursor });
    expect(sequences(page)).toEqual(merged);
  });

  it.each([
    ['one that is not full', {}, [9, 8], { first: 1n, last: 2n }, false],
    ['a full one, and a file that reaches into it', {}, [9, 8, 3], { first: 1n, last: 4n }, false],
    ['a full one, and an older file', {}, [9, 8, 3], { first: 1n, last: 2n }, true],
    [
      'upwards, and a file that reaches into it',
      { before: 'led_1' },
      [9, 8, 3],
      { first: 8n, last: 99n },
      false,
    ],
    ['upwards, and a newer file', { before: 'led_1' }, [9, 8, 3], { first: 10n, last: 99n }, true],
  ])('needs no file beyond it: %s', (_what, cursor, page, range, isDone) => {
    expect(isBeyond(entries(...page), range, { limit: 3, ...cursor })).toBe(isDone);
  });
});
