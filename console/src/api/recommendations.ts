import { useQuery } from '@tanstack/preact-query';
import { apiQuery } from './api-query.js';
import { apiPath, callApi } from './call-api.js';
import type { Page } from './page-cursor.js';
import type { Recommendation } from './types.js';

export const recommendationsPath = (projectId: string): string =>
  apiPath`/projects/${projectId}/recommendations`;

export const recommendationsQuery = (projectId: string) =>
  apiQuery<Page<Recommendation>>(recommendationsPath(projectId));

export const useRecommendations = (projectId: string) => useQuery(recommendationsQuery(projectId));

export type Verdict = 'approve' | 'dismiss';

/** @throws ApiError */
export async function decideRecommendation(id: string, verdict: Verdict): Promise<void> {
  const path =
    verdict === 'approve' ? apiPath`/recommendations/${id}/approve` : apiPath`/recommendations/${id}/dismiss`;
  await callApi(path, { method: 'POST' });
}
