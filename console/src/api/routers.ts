import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/preact-query';
import { apiQuery, refresh } from './api-query.js';
import { apiPath, callApi } from './call-api.js';
import { keepCatalogue, missingCatalogue } from './models.js';
import { onePage, type Page } from './page-cursor.js';
import { POLLS } from './polls.js';
import { pollEvery } from './query-client.js';
import { pagesQuery } from './use-pages.js';
import type { Answer, Body, Router, RouterPreview, RouterVersion } from './types.js';

export const routersPath = (projectId: string): string => apiPath`/projects/${projectId}/routers`;
export const versionsPath = (routerId: string): string => apiPath`/routers/${routerId}/versions`;

/** All routers of a project, with their tags; what another operator saves is seen within seconds. */
export const routersQuery = (projectId: string) => ({
  ...apiQuery<Page<Router>>(routersPath(projectId)),
  ...pollEvery(POLLS.routers),
});

const routerPath = (id: string): string => apiPath`/routers/${id}`;

export type RouterDetail = Answer<'/api/v1/admin/routers/{id}', 'get'>;

/**
 * What an open router shows beside itself, in one answer. It fills the list of versions and the catalogue, which ask for nothing
 * of their own then; the catalogue only as long as it is not there.
 */
export const routerPartsQuery = (client: QueryClient, id: string) =>
  queryOptions({
    queryKey: [routerPath(id), 'parts'],
    queryFn: async ({ signal }) => {
      const include = ['versions', 'recommendations', ...missingCatalogue(client)].join(',');
      const { data } = await callApi<RouterDetail>(routerPath(id), { query: { include }, signal });
      if (data.versions !== undefined)
        client.setQueryData(pagesQuery<RouterVersion>(versionsPath(id)).queryKey, onePage(data.versions));
      keepCatalogue(client, data);
      return data;
    },
  });

/** After a change: its versions come with its parts. */
export const refreshRouter = async (client: QueryClient, projectId: string, id: string): Promise<void> => {
  await Promise.all([refresh(client, routersPath(projectId)), refresh(client, routerPath(id))]);
};

export type RouterChanges = Body<'/api/v1/admin/routers/{id}', 'patch'>;
export type NewRouter = Body<'/api/v1/admin/projects/{id}/routers', 'post'>;

/** Changes what is named, if the router is still the one of the tag. @throws ApiError 412 */
export async function changeRouter(id: string, changes: RouterChanges, etag: string): Promise<void> {
  await callApi(routerPath(id), { method: 'PATCH', body: changes, ifMatch: etag });
}

/** @throws ApiError */
export async function createRouter(projectId: string, router: NewRouter): Promise<{ readonly id: string }> {
  return (await callApi<Router>(routersPath(projectId), { method: 'POST', body: router })).data;
}

/** @throws ApiError */
export async function deleteRouter(id: string): Promise<void> {
  await callApi(routerPath(id), { method: 'DELETE' });
}

/** @throws ApiError 412 */
export async function restoreVersion(id: string, version: number, etag: string): Promise<void> {
  await callApi(`${versionsPath(id)}/${version}/restore`, { method: 'POST', ifMatch: etag });
}

/**
 * What a router would decide. `json` is the body's text: a request in it weighs what it weighs in a call. `state` makes it ask anew
 * when the kept router is another one. An outdated question is aborted; its answer stays until the next is there.
 */
export const previewQuery = (projectId: string, json: string | undefined, state = '') => {
  const path = `${routersPath(projectId)}/preview`;
  return queryOptions({
    queryKey: [path, json, state],
    queryFn: async ({ signal }) =>
      (await callApi<RouterPreview>(path, { method: 'POST', json: json ?? '{}', signal })).data,
    enabled: json !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
  });
};
