import { apiPath } from './call-api.js';
import type { Answer, RowOf } from './types.js';

export type Refusals = Answer<'/api/v1/admin/projects/{id}/refusals', 'get'>;
export type Refusal = RowOf<Refusals>;
export type RefusalCount = Refusals['counts'][number];

export const refusalsPath = (projectId: string): string => apiPath`/projects/${projectId}/refusals`;
