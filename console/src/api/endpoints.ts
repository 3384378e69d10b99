import { apiPath, callApi } from './call-api.js';
import type { Answer, Body, RowOf } from './types.js';

export type Endpoint = RowOf<Answer<'/api/v1/admin/projects/{id}/endpoints', 'get'>>;
export type EndpointFields = Body<'/api/v1/admin/projects/{id}/endpoints', 'post'>;
export type EndpointChange = Body<'/api/v1/admin/endpoints/{id}', 'patch'>;

export const endpointsPath = (projectId: string): string => apiPath`/projects/${projectId}/endpoints`;

/** @throws ApiError */
export async function registerEndpoint(projectId: string, fields: EndpointFields): Promise<Endpoint> {
  return (await callApi<Endpoint>(endpointsPath(projectId), { method: 'POST', body: fields })).data;
}

/** @throws ApiError */
export async function changeEndpoint(id: string, change: EndpointChange): Promise<Endpoint> {
  return (await callApi<Endpoint>(apiPath`/endpoints/${id}`, { method: 'PATCH', body: change })).data;
}

/** @throws ApiError */
export async function deleteEndpoint(id: string): Promise<void> {
  await callApi(apiPath`/endpoints/${id}`, { method: 'DELETE' });
}
