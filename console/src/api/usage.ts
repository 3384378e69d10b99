import { apiQuery } from './api-query.js';
import { apiPath, callApi } from './call-api.js';
import type { UsageCheck, UsageReport } from './types.js';

/** What usage is grouped by, as the API names it. */
export const USAGE_GROUPS = ['day', 'hour', 'model', 'key', 'tier', 'router', 'group', 'surface'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

export interface UsageQuestion {
  readonly group_by: string;
  readonly from: string;
  readonly to?: string | undefined;
}

export const usagePath = (projectId: string): string => apiPath`/projects/${projectId}/usage`;
export const usageQuery = (projectId: string, { group_by, from, to }: UsageQuestion) =>
  apiQuery<UsageReport>(usagePath(projectId), { group_by, from, to });

/** @throws ApiError */
export async function checkUsage(
  projectId: string,
  { from, to }: { readonly from: string; readonly to?: string | undefined },
): Promise<UsageCheck> {
  return (await callApi<UsageCheck>(`${usagePath(projectId)}/check`, { query: { from, to } })).data;
}
