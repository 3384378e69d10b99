import { QueryClient, type Query, type QueryClientConfig } from '@tanstack/preact-query';
import { ApiError } from './api-error.js';

const RETRIES = 2;
/** Two places that ask for the same within it share one answer. */
const FRESH_MS = 5_000;

/** What the API refused it will refuse again; only what failed on the way is asked for anew. */
export function shouldRetry(failures: number, error: Error): boolean {
  const mayPass = error instanceof ApiError && (error.status === 0 || error.status >= 500);
  return mayPass && failures < RETRIES;
}

export function createQueryClient(options: QueryClientConfig['defaultOptions'] = {}): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        staleTime: FRESH_MS,
        // A tab that is looked at again must not ask for everything at once, only for what it would have asked for meanwhile.
        refetchOnWindowFocus: (query) => (hasMissedPoll(query) ? 'always' : false),
        refetchOnReconnect: false,
        // Loopback answers without a network too.
        networkMode: 'always',
        ...options.queries,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

const MIN_POLL_MS = 5_000;

export interface Poll {
  readonly refetchInterval: number;
  readonly refetchIntervalInBackground: false;
}

/** Asks again in that time while the tab can be seen. A screen has one poll at most. */
export const pollEvery = (milliseconds: number): Poll => ({
  refetchInterval: Math.max(MIN_POLL_MS, milliseconds),
  refetchIntervalInBackground: false,
});

/** Whether a tab that nobody saw would have asked again. */
function hasMissedPoll(query: Query): boolean {
  const agoMs = Date.now() - query.state.dataUpdatedAt;
  return query.observers.some(({ options: { refetchInterval } }) => {
    const intervalMs = typeof refetchInterval === 'function' ? refetchInterval(query) : refetchInterval;
    return typeof intervalMs === 'number' && agoMs >= intervalMs;
  });
}
