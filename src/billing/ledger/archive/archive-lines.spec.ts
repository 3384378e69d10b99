import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../lib/steps.js';
import { manifestOf, parseArchive, printArchive, type ArchivedRow } from './archive-lines.js';

const row = (fields: Partial<ArchivedRow>): ArchivedRow => ({
  organization_id: 'org_a',
  sequence: '9007199254740993',
  kind: 'usage',
  amount_usd: '-0.000000000007',
  reference: 'call_1',
  part: 0,
  note: null,
  created_at: '2026-01-01T00:00:00.000001Z',
  ...fields,
});
const ROWS = [
  row({ organization_id: 'org_b', amount_usd: '-1.5', note: 'two\nlines, "quoted"' }),
  ...Array.from({ length: 120 }, (_, index) => row({ reference: `call_${index}`, part: index % 2 })),
  row({ organization_id: 'org_a1', amount_usd: '0' }),
];
const CARRIED = new Map([['org_b', { entries: 3, amount: -500_000_000_000n }]]);
const MANIFEST = manifestOf(ROWS, { file: '7', previous: { file: '5', sha256: 'ab' }, carried: CARRIED });
const TEXT = atOnce(printArchive({ manifest: MANIFEST, rows: ROWS }));

describe('a file of the archive', () => {
  it('says the sum of each organization, and what all files up to it carry', () => {
    expect(MANIFEST).toEqual({
      format: 'ledger-archive-1',
      file: '7',
      previous: { file: '5', sha256: 'ab' },
      entries: 122,
      organizations: [
        {
          organization_id: 'org_a',
          entries: 120,
          amount_usd: '-0.00000000084',
          carried_entries: 120,
          carried_usd: '-0.00000000084',
        },
        {
          organization_id: 'org_a1',
          entries: 1,
          amount_usd: '0',
          carried_entries: 1,
          carried_usd: '0',
        },
        {
          organization_id: 'org_b',
          entries: 1,
          amount_usd: '-1.5',
          carried_entries: 4,
          carried_usd: '-2',
        },
      ],
    });
  });

  it('is read as it was written', () => {
    expect(atOnce(parseArchive(TEXT))).toEqual({ manifest: MANIFEST, rows: ROWS });
  });

  it.each([
    ['org_a', 120],
    ['org_a1', 1],
    ['org_b', 1],
    ['org', 0],
  ])('has of %s %i entries', (id, count) => {
    expect(atOnce(parseArchive(TEXT, id)).rows).toHaveLength(count);
  });

  it.each([
    ['a line is missing', TEXT.replace(/\n[^\n]*\n$/, '\n')],
    ['a line was cut', TEXT.slice(0, -5)],
    ['it is something else', '{"format":"other"}\n'],
    ['it is empty', ''],
  ])('is refused when %s', (_why, text) => {
    expect(() => atOnce(parseArchive(text))).toThrow(Error);
    expect(() => atOnce(parseArchive(text, 'org_a'))).toThrow(Error);
  });
});
