import { QueryClient } from '@tanstack/preact-query';
import { describe, expect, it } from 'vitest';
import type { KeysetPage } from './keyset-cursor.js';
import { keysetQuery } from './use-keyset-pages.js';

interface Row {
  readonly at: string;
}

const PAGE = { object: 'list', has_more: true, first_id: 'b', last_id: 'a' } as const;
const at = (second: number): Row => ({ at: new Date(second * 1_000).toISOString() });
const FAST: KeysetPage<Row> = { ...PAGE, data: [at(9), at(1)] };
const SLOW: KeysetPage<Row> = { ...PAGE, data: [at(90), at(1)] };

/** How soon a list is asked for again whose pages are those. */
function pollOf(pages: readonly KeysetPage<Row>[], begin?: string): unknown {
  const options = keysetQuery<Row>('/any', {
    query: {},
    at: begin,
    pollMs: 10_000,
    timeOf: (row) => row.at,
  });
  const client = new QueryClient();
  client.setQueryData(options.queryKey, { pages: [...pages], pageParams: pages.map(() => ({})) });
  const query = client.getQueryCache().find({ queryKey: options.queryKey });
  return typeof options.refetchInterval === 'function' && options.refetchInterval(query as never);
}

describe('a list that is paged both ways', () => {
  it.each([
    ['while its newest page is the only one', [SLOW], undefined, 10_000],
    ['more seldom while that is another one each time', [FAST], undefined, 30_000],
    ['no more once there are two', [SLOW, SLOW], undefined, false],
    ['never where it begins at a moment', [SLOW], '2026-03-01T10:00:00Z', false],
  ] as const)('is asked for again %s', (_when, pages, begin, pollMs) => {
    expect(pollOf(pages, begin)).toBe(pollMs);
  });
});
