import { describe, expect, it } from 'vitest';
import { callsOf, rowsByModel, rowsOfReport, rowsOfSpans, sumOf } from './groups.js';

const sums = { requests: 1, input_tokens: 2, output_tokens: 3 };
const report = (data: Parameters<typeof rowsOfReport>[0]['data']) => ({
  object: 'list' as const,
  data,
  has_more: false,
  first_id: null,
  last_id: null,
  total: { ...sums, cost_usd: 0 },
});

describe('rows of usage', () => {
  it('have the name of what they are of, else its key', () => {
    const rows = rowsOfReport(
      report([
        { key: 'key_1', name: 'Production', ...sums, cost_usd: 0.1 },
        { key: 'key_2', name: null, ...sums, cost_usd: 0.2 },
        { key: 'none', ...sums, cost_usd: 0 },
      ]),
    );
    expect(rows.map(({ name }) => name)).toEqual(['Production', 'key_2', 'none']);
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
    expect(rows.map(({ key, requests, cost }) => [key, requests, cost])).toEqual([
      ['a', 2, '0.3'],
      ['b', 1, '1'],
    ]);
  });

  it.each([
    ['key', 'key_1', '/p/prj_1/calls?from=2026-11-01&key=key_1'],
    ['model', 'a/b', '/p/prj_1/calls?from=2026-11-01&model=a%2Fb'],
    ['model', 'none', undefined],
    ['group', 'none', '/p/prj_1/calls?from=2026-11-01&group=none'],
    ['router', 'Router (batch)', '/p/prj_1/calls?from=2026-11-01&router=Router+%28batch%29'],
  ] as const)('by %s, %s lead to %s', (group, key, href) => {
    const row = { key, name: key, requests: 1, inputTokens: 1, outputTokens: 1, cost: 0 };
    expect(callsOf(row, { group, projectId: 'prj_1', from: '2026-11-01', to: undefined })).toBe(href);
  });

  it('of a day or an hour lead to the calls until the next one', () => {
    const span = (time: string, requests: number) => ({
      time: Date.parse(time),
      name: time,
      requests,
      inputTokens: 0,
      outputTokens: 0,
      cost: '0',
      costByModel: new Map<string, string>(),
    });
    const rows = rowsOfSpans([
      span('2026-11-27T23:00:00Z', 1),
      span('2026-11-28T23:00:00Z', 0),
      span('2026-11-29T23:00:00Z', 2),
    ]);
    const hrefs = rows.map((row) =>
      callsOf(row, { group: 'day', projectId: 'prj_1', from: '2026-11-01', to: undefined }),
    );
    expect(hrefs.map((href) => decodeURIComponent(href ?? ''))).toEqual([
      '/p/prj_1/calls?from=2026-11-29T23:00:00Z',
      '/p/prj_1/calls?from=2026-11-27T23:00:00Z&to=2026-11-28T23:00:00Z',
    ]);
  });
});
