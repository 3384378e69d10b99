import { queryOptions } from '@tanstack/preact-query';
import { apiPath, callApi } from './call-api.js';
import { readAll } from './read-all.js';
import type { Answer, Body, RowOf } from './types.js';

export type ProviderKey = RowOf<Answer<'/api/v1/admin/projects/{id}/provider-keys', 'get'>>;
type NewProviderKey = Body<'/api/v1/admin/projects/{id}/provider-keys/{provider}', 'put'>;

/** Those that take keys of a project's own. */
export const OWN_KEY_PROVIDERS = ['provider_a', 'provider_b', 'marketplace'] as const;
export type OwnKeyProvider = (typeof OWN_KEY_PROVIDERS)[number];

export const providerKeysPath = (projectId: string): string => apiPath`/projects/${projectId}/provider-keys`;

/** One a provider at the most; never the keys themselves. */
export const providerKeysQuery = (projectId: string) =>
  queryOptions({
    queryKey: [providerKeysPath(projectId)],
    queryFn: ({ signal }) => readAll<ProviderKey>(providerKeysPath(projectId), signal),
  });

/** The key goes to the API and nowhere else; it tries it once. @throws ApiError 400 naming `api_key` when it is refused there */
export async function putProviderKey(
  projectId: string,
  provider: OwnKeyProvider,
  body: NewProviderKey,
): Promise<ProviderKey> {
  const path = apiPath`/projects/${projectId}/provider-keys/${provider}`;
  return (await callApi<ProviderKey>(path, { method: 'PUT', body })).data;
}

/** @throws ApiError */
export async function deleteProviderKey(projectId: string, provider: OwnKeyProvider): Promise<void> {
  await callApi(apiPath`/projects/${projectId}/provider-keys/${provider}`, { method: 'DELETE' });
}
