import { apiPath, callApi } from './call-api.js';
import type { Answer, RowOf } from './types.js';

export type Batch = RowOf<Answer<'/api/v1/admin/projects/{id}/batches', 'get'>>;
export type BatchPortion = Batch['providers'][number];

export const batchesPath = (projectId: string): string => apiPath`/projects/${projectId}/batches`;
export const batchPath = (id: string): string => apiPath`/batches/${id}`;
export const resultsPath = (id: string): string => apiPath`/batches/${id}/results`;

/** @throws ApiError */
export async function cancelBatch(id: string): Promise<void> {
  await callApi(apiPath`/batches/${id}/cancel`, { method: 'POST' });
}
