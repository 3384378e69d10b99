import { apiPath, callApi } from './call-api.js';
import type { Body, Project } from './types.js';

export type ProjectChange = Body<'/api/v1/admin/projects/{id}', 'patch'>;

export const projectPath = (projectId: string): string => apiPath`/projects/${projectId}`;

/** @throws ApiError */
export async function changeProject(projectId: string, change: ProjectChange): Promise<Project> {
  return (await callApi<Project>(projectPath(projectId), { method: 'PATCH', body: change })).data;
}
