import { queryOptions, useQuery } from '@tanstack/preact-query';
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
