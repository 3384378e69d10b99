import { apiQuery } from './api-query.js';
import { apiPath, type QueryValues } from './call-api.js';
import type { Answer, RowOf } from './types.js';

export type Call = RowOf<Answer<'/api/v1/admin/projects/{id}/calls', 'get'>>;
export type Attempt = Call['attempts'][number];
export type TokenUsage = NonNullable<Call['usage']>;
export type Histogram = Answer<'/api/v1/admin/projects/{id}/calls/histogram', 'get'>;

export const callsPath = (projectId: string): string => apiPath`/projects/${projectId}/calls`;

export type CallDetail = Answer<'/api/v1/admin/calls/{id}', 'get'>;
/** What was asked and answered, where the project keeps it. */
export type CallContent = NonNullable<CallDetail['content']>;

/** One call with its content, null where none is kept. */
export const callQuery = (id: string) => apiQuery<CallDetail>(apiPath`/calls/${id}`, { include: 'content' });

export const histogramQuery = (projectId: string, query: QueryValues) =>
  apiQuery<Histogram>(`${callsPath(projectId)}/histogram`, query);
