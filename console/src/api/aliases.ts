import { queryOptions } from '@tanstack/preact-query';
import { apiPath, callApi } from './call-api.js';
import { readAll } from './read-all.js';
import type { Answer, RowOf } from './types.js';

export type ModelAlias = RowOf<Answer<'/api/v1/admin/projects/{id}/aliases', 'get'>>;

export const aliasesPath = (projectId: string): string => apiPath`/projects/${projectId}/aliases`;

/** A hundred at the most. */
export const aliasesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [aliasesPath(projectId)],
    queryFn: ({ signal }) => readAll<ModelAlias>(aliasesPath(projectId), signal),
  });

/** @throws ApiError */
export async function putAlias(projectId: string, { alias, model }: ModelAlias): Promise<ModelAlias> {
  const path = apiPath`/projects/${projectId}/aliases/${alias}`;
  return (await callApi<ModelAlias>(path, { method: 'PUT', body: { model } })).data;
}

/** @throws ApiError */
export async function deleteAlias(projectId: string, alias: string): Promise<void> {
  await callApi(apiPath`/projects/${projectId}/aliases/${alias}`, { method: 'DELETE' });
}
