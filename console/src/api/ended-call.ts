import { queryOptions } from '@tanstack/preact-query';
import { ApiError } from './api-error.js';
import { apiPath, callApi } from './call-api.js';
import type { Call } from './calls.js';

const TRIES = 20;
const WAIT_MS = 300;

/** A call that has just ended: one that was stopped is in the log a moment later. */
export const endedCallQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: [apiPath`/calls/${id ?? ''}`, 'ended'],
    queryFn: async ({ signal }) => (await callApi<Call>(apiPath`/calls/${id ?? ''}`, { signal })).data,
    enabled: id !== undefined,
    retry: (failures, error) => error instanceof ApiError && error.status === 404 && failures < TRIES,
    retryDelay: WAIT_MS,
    staleTime: Number.POSITIVE_INFINITY,
  });
