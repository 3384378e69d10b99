import { apiPath, callApi } from './call-api.js';
import type { CreatedKey } from './types.js';

export const keysPath = (projectId: string): string => apiPath`/projects/${projectId}/keys`;

/** @throws ApiError */
export async function createKey(projectId: string, name: string): Promise<CreatedKey> {
  return (await callApi<CreatedKey>(keysPath(projectId), { method: 'POST', body: { name } })).data;
}

/** @throws ApiError */
export async function revokeKey(id: string): Promise<void> {
  await callApi(apiPath`/keys/${id}`, { method: 'DELETE' });
}
