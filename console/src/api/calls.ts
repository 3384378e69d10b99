import { apiQuery } from './api-query.js';
import { apiPath, type QueryValues } from './call-api.js';
import type { Answer, RowOf } from './types.js';

export type Call = RowOf<Answer<'/api/v1/admin/projects/{id}/calls', 'get'>>;
export type Attempt = Call['attempts'][number];
export type TokenUsage = NonNullable<Call['usage']>;
export type Histogram = Answer<'/api/v1/admin/projects/{id}/calls/histogram', 'get'>;

export const callsPath = (projectId: string): string => apiPath`/projects/${projectId}/calls`;

export const callQuery = (id: string) => apiQuery<Call>(apiPath`/calls/${id}`);

export const histogramQuery = (projectId: string, query: QueryValues) =>
  apiQuery<Histogram>(`${callsPath(projectId)}/histogram`, query);

/** What was asked and answered, where the project keeps it. */
export type CallContent = Answer<'/api/v1/admin/calls/{id}/content', 'get'>;

export const contentQuery = (id: string) => apiQuery<CallContent>(apiPath`/calls/${id}/content`);
