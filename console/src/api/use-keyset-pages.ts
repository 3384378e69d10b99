import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/preact-query';
import { callApi, type QueryValues } from './call-api.js';
import { newerCursor, olderCursor, startAt, type KeysetCursor, type KeysetPage } from './keyset-cursor.js';
import { paceOf } from './poll-pace.js';
import { pollEvery } from './query-client.js';
import { useListPages, type Pages } from './use-pages.js';

const PAGE_ROWS = 100;
/** Of the newest page, which is asked for again and again: more than a screen shows at once. */
const POLLED_ROWS = 50;
/** What stays in memory of a list, whichever way it is scrolled. */
const MAX_ROWS = 5_000;
const FRESH_MS = 5_000;

export interface KeysetOptions<Row> {
  /** Filters, with the API's names. */
  readonly query: QueryValues;
  /** Begins with what is older than that moment; with the newest when absent. */
  readonly at: string | undefined;
  /** Asks for the newest page again in that time, as long as it is the only one. */
  readonly pollMs: number;
  /** When a row began, as the API writes it: a list that is new each time is asked for more seldom. */
  readonly timeOf: (row: Row) => string;
  readonly isOff?: boolean;
}

/** The options behind `useKeysetPages`, to fill a cache with in tests. */
export function keysetQuery<Row>(path: string, { query, at, pollMs, timeOf }: KeysetOptions<Row>) {
  const isNewestAlone = (pages: readonly unknown[] | undefined): boolean =>
    at === undefined && pages?.length === 1;
  return infiniteQueryOptions({
    queryKey: [path, query, 'keyset', at ?? 'newest'],
    queryFn: async ({ pageParam, signal }) => {
      const isPolled = Object.keys(pageParam).length === 0;
      const page = { ...query, ...pageParam, limit: isPolled ? POLLED_ROWS : PAGE_ROWS };
      return (await callApi<KeysetPage<Row>>(path, { query: page, signal })).data;
    },
    initialPageParam: startAt(at),
    getNextPageParam: (page: KeysetPage<Row>, _pages, cursor: KeysetCursor) => olderCursor(page, cursor),
    getPreviousPageParam: (page: KeysetPage<Row>, _pages, cursor: KeysetCursor) => newerCursor(page, cursor),
    maxPages: MAX_ROWS / PAGE_ROWS,
    // Reading anew reads every page of it: that is done for the newest alone.
    staleTime: ({ state }) => (isNewestAlone(state.data?.pages) ? FRESH_MS : Number.POSITIVE_INFINITY),
    refetchInterval: ({ state: { data } }) => {
      const newest = isNewestAlone(data?.pages) ? data?.pages.at(0) : undefined;
      return newest === undefined ? false : pollEvery(paceOf(newest, { pollMs, timeOf })).refetchInterval;
    },
    refetchIntervalInBackground: false,
  });
}

/** A list that the API pages both ways, from any moment on. */
export function useKeysetPages<Row>(path: string, options: KeysetOptions<Row>): Pages<Row> {
  return useListPages(
    useInfiniteQuery({ ...keysetQuery<Row>(path, options), enabled: options.isOff !== true }),
  );
}
