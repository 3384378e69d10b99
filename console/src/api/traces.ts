import { apiQuery } from './api-query.js';
import { apiPath } from './call-api.js';
import type { Answer, RowOf } from './types.js';

export type Trace = RowOf<Answer<'/api/v1/admin/projects/{id}/traces', 'get'>>;
export type TraceDetail = Answer<'/api/v1/admin/projects/{id}/traces/{trace_id}', 'get'>;
export type Span = TraceDetail['spans'][number];
export type CallOfTrace = TraceDetail['calls'][number];

export const tracesPath = (projectId: string): string => apiPath`/projects/${projectId}/traces`;

export const traceQuery = (projectId: string, traceId: string) =>
  apiQuery<TraceDetail>(apiPath`/projects/${projectId}/traces/${traceId}`);
