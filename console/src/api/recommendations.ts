import { queryOptions, type QueryClient } from '@tanstack/preact-query';
import { apiPath, callApi } from './call-api.js';
import { keepCatalogue, missingCatalogue } from './models.js';
import type { Answer } from './types.js';

export const recommendationsPath = (projectId: string): string =>
  apiPath`/projects/${projectId}/recommendations`;

type Recommendations = Answer<'/api/v1/admin/projects/{id}/recommendations', 'get'>;

/** With the catalogue where prices are shown beside them, unless it is there. */
export const recommendationsQuery = (
  client: QueryClient,
  projectId: string,
  { withPrices = false }: { readonly withPrices?: boolean } = {},
) =>
  queryOptions({
    queryKey: [recommendationsPath(projectId)],
    queryFn: async ({ signal }) => {
      const [include] = withPrices ? missingCatalogue(client) : [];
      const path = recommendationsPath(projectId);
      const { data } = await callApi<Recommendations>(path, { query: { include }, signal });
      keepCatalogue(client, data);
      return data;
    },
  });

export type Verdict = 'approve' | 'dismiss';

/** @throws ApiError */
export async function decideRecommendation(id: string, verdict: Verdict): Promise<void> {
  const path =
    verdict === 'approve' ? apiPath`/recommendations/${id}/approve` : apiPath`/recommendations/${id}/dismiss`;
  await callApi(path, { method: 'POST' });
}
