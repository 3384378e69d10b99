import { describe, expect, it } from 'vitest';
import {
  callsOf,
  keyOf,
  nameOf,
  rowsByModel,
  rowsOfReport,
  rowsOfSpans,
  sumOf,
  type Part,
} from './groups.js';

const sums = { requests: 1, input_tokens: 2, output_tokens: 3 };
const report = (data: Parameters<typeof rowsOfReport>[0]['data']) => ({
  object: 'list' as const,
  data,
  has_more: false,
  first_id: null,
  last_id: null,
  total: { ...sums, cost_usd: 0 },
});

const rowOf = (...parts: readonly Omit<Part, 'name'>[]) => ({
  parts: parts.map((part) => ({ ...part, name: part.key })),
  requests: 1,
  inputTokens: 1,
  outputTokens: 1,
  cost: 0,
});
const asked = { of: { kind: 'project', id: 'prj_1' }, from: '2026-11-01', to: undefined } as const;

describe('rows of usage', () => {
  it('have the name of what they are of, else its key', () => {
    const rows = rowsOfReport(
      report([
        { key: 'key_1', name: 'Production', ...sums, cost_usd: 0.1 },
        { key: 'key_2', name: null, ...sums, cost_usd: 0.2 },
        { key: 'none', ...sums, cost_usd: 0 },
      ]),
      { grouping: ['key'] },
    );
    expect(rows.map(nameOf)).toEqual(['Production', 'key_2', 'none']);
    expect(sumOf(rows)).toBe('0.3');
  });

  it('are summed exactly by the second grouping', () => {
    const rows = rowsByModel(
      report([
        { keys: ['2026-11-29T10:00:00Z', 'a'], ...sums, cost_usd: 0.1 },
        { keys: ['2026-11-29T11:00:00Z', 'a'], ...sums, cost_usd: 0.2 },
        { keys: ['2026-11-29T11:00:00Z', 'b'], ...sums, cost_usd: 1 },
      ]),
    );
    expect(rows.map((row) => [keyOf(row), row.requests, row.cost])).toEqual([
      ['a', 2, '0.3'],
      ['b', 1, '1'],
    ]);
  });

  it.each([
    ['key', 'key_1', '/p/prj_1/calls?from=2026-11-01&key=key_1'],
    ['model', 'a/b', '/p/prj_1/calls?from=2026-11-01&model=a%2Fb'],
    ['model', 'none', undefined],
    ['user', 'ann', '/p/prj_1/calls?from=2026-11-01&user=ann'],
    ['user', 'none', undefined],
    ['tag', 'other', undefined],
    ['status', '429', '/p/prj_1/calls?from=2026-11-01&status=429'],
    ['provider', 'provider_a', undefined],
    ['group', 'none', '/p/prj_1/calls?from=2026-11-01&group=none'],
    ['router', 'Router (batch)', '/p/prj_1/calls?from=2026-11-01&router=Router+%28batch%29'],
  ] as const)('by %s, %s lead to %s', (group, key, href) => {
    expect(callsOf(rowOf({ group, key }), asked)).toBe(href);
  });

  it('of a day or an hour lead to the calls until the next one', () => {
    const span = (time: string, requests: number) => ({
      time: Date.parse(time),
      name: time,
      requests,
      inputTokens: 0,
      outputTokens: 0,
      cost: '0',
      costByPart: new Map<string, string>(),
    });
    const rows = rowsOfSpans(
      [span('2026-11-27T23:00:00Z', 1), span('2026-11-28T23:00:00Z', 0), span('2026-11-29T23:00:00Z', 2)],
      'day',
    );
    const hrefs = rows.map((row) => callsOf(row, asked));
    expect(hrefs.map((href) => decodeURIComponent(href ?? ''))).toEqual([
      '/p/prj_1/calls?from=2026-11-29T23:00:00Z',
      '/p/prj_1/calls?from=2026-11-27T23:00:00Z&to=2026-11-28T23:00:00Z',
    ]);
  });

  it('by two groupings have a name and a place for each, in the order that was chosen', () => {
    const byDayAndKey = {
      ...report([{ keys: ['2026-11-29', 'key_1'], ...sums, cost_usd: 0.1 }]),
      names: { key_1: 'Bot' },
    };
    const spans = ['2026-11-28T23:00:00Z', '2026-11-29T23:00:00Z'].map((time, index) => ({
      time: Date.parse(time),
      name: ['2026-11-29', '2026-11-30'][index]!,
      requests: 1,
      inputTokens: 0,
      outputTokens: 0,
      cost: '0',
      costByPart: new Map<string, string>(),
    }));
    const named = report([{ keys: ['constructor', 'toString'], ...sums, cost_usd: 0 }]);
    const [odd] = rowsOfReport({ ...named, names: {} }, { grouping: ['user', 'session'] });
    expect(nameOf(odd!)).toBe('constructor · toString');
    const [row] = rowsOfReport(byDayAndKey, { grouping: ['key', 'day'], keysOf: ['day', 'key'], spans });
    expect(nameOf(row!)).toBe('Bot · 2026-11-29');
    expect(decodeURIComponent(callsOf(row!, asked) ?? '')).toBe(
      '/p/prj_1/calls?from=2026-11-28T23:00:00Z&key=key_1&to=2026-11-29T23:00:00Z',
    );
  });

  it('by two groupings lead to calls where the call log can be asked for both', () => {
    const key = { group: 'key', key: 'key_1' } as const;
    expect(callsOf(rowOf(key, { group: 'model', key: 'a' }), asked)).toBe(
      '/p/prj_1/calls?from=2026-11-01&key=key_1&model=a',
    );
    expect(callsOf(rowOf(key, { group: 'provider', key: 'provider_a' }), asked)).toBeUndefined();
  });

  it('of an organization lead to the calls of a project where they say which', () => {
    const ofOrganization = { ...asked, of: { kind: 'organization', id: 'org_1' } } as const;
    const project = { group: 'project', key: 'prj_2' } as const;
    expect(callsOf(rowOf(project, { group: 'model', key: 'a' }), ofOrganization)).toBe(
      '/p/prj_2/calls?from=2026-11-01&model=a',
    );
    expect(callsOf(rowOf({ group: 'model', key: 'a' }), ofOrganization)).toBeUndefined();
  });
});
