import { apiQuery } from './api-query.js';
import { apiPath, callApi } from './call-api.js';
import type { Page } from './page-cursor.js';
import { POLLS } from './polls.js';
import { pollEvery } from './query-client.js';
import type { TaskGroup } from './types.js';

export const groupsPath = (projectId: string): string => apiPath`/projects/${projectId}/groups`;

/** All task groups of a project. */
export const groupsQuery = (projectId: string) => ({
  ...apiQuery<Page<TaskGroup>>(groupsPath(projectId)),
  ...pollEvery(POLLS.groups),
});

/** Null assigns none. @throws ApiError */
export async function assignModel(groupId: string, model: string | null): Promise<TaskGroup> {
  const change = { method: 'PATCH', body: { assigned_model: model } } as const;
  return (await callApi<TaskGroup>(apiPath`/groups/${groupId}`, change)).data;
}
