import { apiPath, callApi } from './call-api.js';
import type { ApiKey, Body, CreatedKey } from './types.js';

export type NewKey = Body<'/api/v1/admin/projects/{id}/keys', 'post'>;
export type KeyChange = Body<'/api/v1/admin/keys/{id}', 'patch'>;

export const keysPath = (projectId: string): string => apiPath`/projects/${projectId}/keys`;

/** @throws ApiError */
export async function createKey(projectId: string, key: NewKey): Promise<CreatedKey> {
  return (await callApi<CreatedKey>(keysPath(projectId), { method: 'POST', body: key })).data;
}

/** @throws ApiError */
export async function changeKey(id: string, change: KeyChange): Promise<ApiKey> {
  return (await callApi<ApiKey>(apiPath`/keys/${id}`, { method: 'PATCH', body: change })).data;
}

/** @throws ApiError */
export async function revokeKey(id: string): Promise<void> {
  await callApi(apiPath`/keys/${id}`, { method: 'DELETE' });
}
