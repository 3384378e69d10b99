import { apiQuery } from './api-query.js';
import { apiPath, callApi } from './call-api.js';
import type { UsageCheck, UsageReport } from './types.js';

/** What usage is grouped by, as the API names it. */
export const USAGE_GROUPS = [
  'day',
  'hour',
  'model',
  'key',
  'tag',
  'user',
  'session',
  'tier',
  'router',
  'group',
  'surface',
  'provider',
  'status',
  'project',
] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

export interface UsageQuestion {
  readonly group_by: string;
  /** Whose days and hours are meant. */
  readonly tz: string;
  readonly from: string;
  readonly to?: string | undefined;
}

/** Whose usage: a project's, or that of all projects of an organization, deleted ones too. */
export interface UsageOf {
  readonly kind: 'project' | 'organization';
  readonly id: string;
}

export const usagePath = ({ kind, id }: UsageOf): string =>
  kind === 'project' ? apiPath`/projects/${id}/usage` : apiPath`/organizations/${id}/usage`;
export const usageQuery = (of: UsageOf, { group_by, tz, from, to }: UsageQuestion) =>
  apiQuery<UsageReport>(usagePath(of), { group_by, tz, from, to });

/** @throws ApiError */
export async function checkUsage(
  projectId: string,
  { from, to }: { readonly from: string; readonly to?: string | undefined },
): Promise<UsageCheck> {
  return (await callApi<UsageCheck>(apiPath`/projects/${projectId}/usage/check`, { query: { from, to } }))
    .data;
}
