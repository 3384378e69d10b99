import type { BatchView } from '../../batches/batch-book.service.js';
import { presentBatch } from '../../batches/present-batch.js';

/** The status object of the batch endpoints, with whose it is; its results are read with an admin token. */
export function presentAdminBatch(view: BatchView, baseUrl: string) {
  const { id, projectId, keyId, resultsObject } = view.batch;
  return {
    id,
    project_id: projectId,
    key_id: keyId,
    ...presentBatch(view, baseUrl),
    ...(resultsObject !== null && { results_url: `${baseUrl}/api/v1/admin/batches/${id}/results` }),
  };
}
