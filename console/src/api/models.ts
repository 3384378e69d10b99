import { queryOptions, useQuery, type QueryClient } from '@tanstack/preact-query';
import { callApi } from './call-api.js';
import type { Page } from './page-cursor.js';
import type { Model } from './types.js';

/** The catalogue changes with a release alone: it is read once. */
export const modelsQuery = () =>
  queryOptions({
    queryKey: ['/models'],
    queryFn: async ({ signal }) => (await callApi<Page<Model>>('/models', { signal })).data.data,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useModels = ({ isNeeded = true }: { readonly isNeeded?: boolean } = {}) =>
  useQuery({ ...modelsQuery(), enabled: isNeeded });

/** `include=models`, for a read whose screen shows prices: what it has to bring along. */
export const missingCatalogue = (client: QueryClient): readonly 'models'[] =>
  client.getQueryData(modelsQuery().queryKey) === undefined ? ['models'] : [];

/** What came along is what `useModels` would have asked for. */
export function keepCatalogue(
  client: QueryClient,
  { models }: { readonly models?: { readonly data: readonly Model[] } },
): void {
  if (models !== undefined) client.setQueryData(modelsQuery().queryKey, [...models.data]);
}
