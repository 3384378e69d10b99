import { queryOptions, type QueryClient } from '@tanstack/preact-query';
import { callApi, type QueryValues } from './call-api.js';

/** Options of `useQuery` for one read of the API; the key is the path with its parameters. */
export function apiQuery<T>(path: string, query: QueryValues = {}) {
  return queryOptions({
    queryKey: [path, query],
    queryFn: async ({ signal }) => (await callApi<T>(path, { query, signal })).data,
  });
}

/** The same with the `ETag` of the answer, for what is changed with `If-Match`. */
export function taggedQuery<T>(path: string, query: QueryValues = {}) {
  return queryOptions({
    queryKey: [path, 'tagged'],
    queryFn: ({ signal }) => callApi<T>(path, { query, signal }),
  });
}

interface PagesData {
  readonly pages: readonly unknown[];
  readonly pageParams: readonly unknown[];
}

const isPages = (data: unknown): data is PagesData =>
  typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;

/** After a change: what was read at a path is read anew; of a long list its first page alone. */
export async function refresh(client: QueryClient, path: string): Promise<void> {
  client.setQueriesData({ queryKey: [path] }, (data: unknown) =>
    isPages(data) ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data,
  );
  await client.invalidateQueries({ queryKey: [path] });
}
