import { queryOptions } from '@tanstack/preact-query';
import { ApiError } from './api-error.js';
import { apiQuery } from './api-query.js';
import { apiPath, callApi, type QueryValues } from './call-api.js';
import type { Answer, RowOf } from './types.js';

export type Call = RowOf<Answer<'/api/v1/admin/projects/{id}/calls', 'get'>>;
export type Attempt = Call['attempts'][number];
export type TokenUsage = NonNullable<Call['usage']>;
export type Histogram = Answer<'/api/v1/admin/projects/{id}/calls/histogram', 'get'>;

export const callsPath = (projectId: string): string => apiPath`/projects/${projectId}/calls`;

type CallDetail = Answer<'/api/v1/admin/calls/{id}', 'get'>;
/** What was asked and answered, where the project keeps it. */
export type CallContent = NonNullable<CallDetail['content']>;

/** A call as it is opened. */
export type OpenCall = CallDetail & {
  /** What the API said of a content that is kept and cannot be read any more. */
  readonly contentFault?: string;
};

/** One call with its content, null where none is kept. What its content cannot be read for does not hide the call. */
export function callQuery(id: string) {
  const path = apiPath`/calls/${id}`;
  const query = { include: 'content' };
  return queryOptions({
    queryKey: [path, query],
    queryFn: async ({ signal }): Promise<OpenCall> => {
      try {
        return (await callApi<CallDetail>(path, { query, signal })).data;
      } catch (error) {
        if (!isUnreadable(error)) throw error;
        const { data } = await callApi<CallDetail>(path, { signal });
        return { ...data, content: null, contentFault: error.message };
      }
    },
  });
}

const isUnreadable = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'call_content_unreadable';

export const histogramQuery = (projectId: string, query: QueryValues) =>
  apiQuery<Histogram>(`${callsPath(projectId)}/histogram`, query);
