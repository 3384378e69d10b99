import {
  infiniteQueryOptions,
  useInfiniteQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/preact-query';
import { useMemo } from 'preact/hooks';
import { callApi, type QueryValues } from './call-api.js';
import { afterOf, NEWEST, newerThan, olderThan, type Cursor, type Page } from './page-cursor.js';
import { pollEvery } from './query-client.js';

const PAGE_ROWS = 100;
/** What stays in memory of a list, whichever way it is scrolled. */
const MAX_ROWS = 5_000;
const FRESH_MS = 5_000;

export interface PagesOptions {
  /** Filters, with the API's names. */
  readonly query?: QueryValues;
  /** Asks for the newest page again in that time (5 s at least), as long as no further page was loaded. */
  readonly pollMs?: number;
  /** Asks for further pages alone: the newest comes with what it belongs to. */
  readonly isFilled?: boolean;
}

/** A list that grows without end: newest first, one page after the other, both ways. */
export interface Pages<Row> {
  /** Of the pages in memory; absent until the first is there. For `Loaded`. */
  readonly data: readonly Row[] | undefined;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly refetch: () => unknown;
  readonly older: PagesEnd;
  readonly newer: PagesEnd;
}

export interface PagesEnd {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly load: () => void;
}

/** The options behind `usePages`, to fill a cache with in tests. */
export function pagesQuery<Row>(path: string, { query = {}, pollMs }: PagesOptions = {}) {
  return infiniteQueryOptions({
    queryKey: [path, query, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const page = { ...query, limit: PAGE_ROWS, after: afterOf(pageParam) };
      return (await callApi<Page<Row>>(path, { query: page, signal })).data;
    },
    initialPageParam: NEWEST,
    getNextPageParam: (page: Page<Row>, _pages, cursor: Cursor) => olderThan(page, cursor),
    getPreviousPageParam: (_page, _pages, cursor: Cursor) => newerThan(cursor),
    maxPages: MAX_ROWS / PAGE_ROWS,
    // Reading anew reads every page of it: that is done for the first alone.
    staleTime: ({ state }) => (state.data?.pages.length === 1 ? FRESH_MS : Number.POSITIVE_INFINITY),
    refetchInterval: ({ state }) =>
      pollMs !== undefined && state.data?.pages.length === 1 ? pollEvery(pollMs).refetchInterval : false,
    refetchIntervalInBackground: false,
  });
}

export function usePages<Row>(path: string, options?: PagesOptions): Pages<Row> {
  return useListPages(
    useInfiniteQuery({ ...pagesQuery<Row>(path, options), enabled: options?.isFilled !== true }),
  );
}

/** What the query library knows of a list, as screens take it. */
export function useListPages<Row>(
  list: UseInfiniteQueryResult<InfiniteData<{ readonly data: readonly Row[] }>>,
): Pages<Row> {
  const data = useMemo(() => list.data?.pages.flatMap((page) => page.data), [list.data]);
  return {
    data,
    isPending: list.isPending,
    error: list.error,
    refetch: list.refetch,
    older: {
      hasMore: list.hasNextPage,
      isLoading: list.isFetchingNextPage,
      load: () => void (list.isFetching || list.fetchNextPage()),
    },
    newer: {
      hasMore: list.hasPreviousPage,
      isLoading: list.isFetchingPreviousPage,
      load: () => void (list.isFetching || list.fetchPreviousPage()),
    },
  };
}
