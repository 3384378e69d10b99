import { describe, expect, it } from 'vitest';
import type { UsageTexts } from '../../billing/usage/reading/usage-texts.js';
import { atOnce } from '../../lib/steps.js';
import { printUsage } from './print-usage.js';

const TAGS: UsageTexts = {
  texts: ['0,0,0,2,10,4,0.3,0,1,0,1,5,2,0.000000000001', '0,2,0,1,9007199254740993,0,0'],
  keys: [['["a","b \\"c\\""]', '["d"]']],
  groups: ['tag'],
  slots: [''],
  sums: [
    { requests: '3', input_tokens: '15', output_tokens: '6', cost_usd: '0.300000000001' },
    { requests: '1', input_tokens: '9007199254740993', output_tokens: '0', cost_usd: '0' },
  ],
};
const SURFACES: UsageTexts = {
  texts: ['0,0,0,2,15,6,0.300000000001'],
  keys: [['["chat"]']],
  groups: ['surface'],
  slots: [''],
  sums: [{ requests: '2', input_tokens: '15', output_tokens: '6', cost_usd: '0.300000000001' }],
};
const print = (rows: UsageTexts, whole?: UsageTexts, names?: ReadonlyMap<string, string>): unknown =>
  JSON.parse(atOnce(printUsage({ rows, whole, names })));

describe('a printed report', () => {
  it('has all rows of its texts, in their order, and the total of the whole', () => {
    expect(print(TAGS, SURFACES)).toEqual({
      object: 'list',
      data: [
        { key: 'a', requests: 2, input_tokens: 10, output_tokens: 4, cost_usd: 0.3 },
        { key: 'b "c"', requests: 1, input_tokens: 5, output_tokens: 2, cost_usd: 0.000000000001 },
        { key: 'd', requests: 1, input_tokens: 9_007_199_254_740_992, output_tokens: 0, cost_usd: 0 },
      ],
      has_more: false,
      first_id: null,
      last_id: null,
      total: { requests: 2, input_tokens: 15, output_tokens: 6, cost_usd: 0.300000000001 },
    });
  });

  it('adds its own rows up exactly where they are the whole', () => {
    expect(print({ ...TAGS, groups: ['user'] })).toMatchObject({
      total: { requests: 4, cost_usd: 0.300000000001 },
    });
  });

  it('has a total with all of its digits, as its rows have', () => {
    const cost = '12345678.000000000001';
    const sums = [{ requests: '9007199254740993', input_tokens: '1', output_tokens: '1', cost_usd: cost }];
    const rows: UsageTexts = {
      texts: [`0,0,0,9007199254740993,1,1,${cost}`],
      keys: [['["chat"]']],
      groups: ['surface'],
      slots: [''],
      sums,
    };
    const text = atOnce(printUsage({ rows, whole: undefined, names: undefined }));
    const figures = `"requests":9007199254740993,"input_tokens":1,"output_tokens":1,"cost_usd":${cost}}`;
    expect(text.split(figures)).toHaveLength(3);
    expect(text).toContain(`"total":{${figures}`);
  });

  it('tells days and hours by the numbers of their slots, and names by ids', () => {
    const slots = ['2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00'];
    const told = (groups: UsageTexts['groups'], keys: UsageTexts['keys'], text: string): unknown =>
      (print({ texts: [text], keys, groups, slots, sums: [] }) as { data: { keys: string[] }[] }).data.map(
        (row) => row.keys,
      );
    expect(told(['model', 'hour'], [['["m"]'], []], '1,0,0,1,1,1,1,0,0,0,1,1,1,1')).toEqual([
      ['m', slots[1]],
      ['m', slots[0]],
    ]);
    expect(told(['day', 'model'], [[], ['["l","m"]']], '1,0,1,1,1,1,1')).toEqual([['2026-10-25', 'm']]);
    const byKey = {
      texts: ['0,0,0,1,1,1,1,0,1,0,1,1,1,1'],
      keys: [['["key_1","key_2"]']],
      groups: ['key'] as const,
      slots: [''],
      sums: [],
    };
    expect(print(byKey, undefined, new Map([['key_1', 'Production']]))).toMatchObject({
      data: [
        { key: 'key_1', name: 'Production' },
        { key: 'key_2', name: null },
      ],
    });
  });

  it('is an empty list of nothing', () => {
    expect(print({ texts: [], keys: [], groups: ['day'], slots: [], sums: [] })).toMatchObject({
      data: [],
      total: { requests: 0, cost_usd: 0 },
    });
  });
});
