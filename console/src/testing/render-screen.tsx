import { QueryClientProvider, type QueryClient, type QueryKey } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Router } from 'wouter-preact';
import { memoryLocation } from 'wouter-preact/memory-location';
import { createQueryClient } from '../api/query-client.js';
import { onePage, type Page } from '../api/page-cursor.js';

/** What a screen has read when it is drawn: data, or the error that came instead. Whatever is not named is still loading. */
export type Seed = readonly [key: QueryKey, value: unknown];

/** A screen's HTML in one state, as the server would draw it: no effects run. */
export function renderScreen(
  screen: ComponentChildren,
  { path = '/', seeds = [] }: { readonly path?: string; readonly seeds?: readonly Seed[] } = {},
): string {
  // An error stays one; mounting does not ask anew.
  const client = createQueryClient({ queries: { retryOnMount: false, staleTime: Number.POSITIVE_INFINITY } });
  for (const [key, value] of seeds) seed(client, key, value);
  const [pathname = '/', search = ''] = path.split('?');
  const { hook } = memoryLocation({ path: pathname, static: true });
  return renderToString(
    <QueryClientProvider client={client}>
      <Router hook={hook} searchHook={() => search}>
        {screen}
      </Router>
    </QueryClientProvider>,
  );
}

function seed(client: QueryClient, queryKey: QueryKey, value: unknown): void {
  if (!(value instanceof Error)) {
    client.setQueryData(queryKey, value);
    return;
  }
  const cache = client.getQueryCache();
  cache.build(client, { queryKey }).setState({ status: 'error', error: value, fetchStatus: 'idle' });
}

/** Seeds `usePages`. */
export function pagesOf<Row extends { readonly id: string }>(rows: readonly Row[], hasMore = false) {
  const page: Page<Row> = { data: rows, has_more: hasMore, last_id: rows.at(-1)?.id ?? null };
  return onePage(page);
}
