import { learnTime } from '../clock/now.js';
import { ApiError, errorOfAnswer } from './api-error.js';
import { sessionExpired } from './session.js';

export const ADMIN = '/api/v1/admin';

export type QueryValues = Readonly<Record<string, string | number | undefined>>;

export interface ApiRequest {
  /** GET when absent. */
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly query?: QueryValues;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is instead: JSON text whose bytes count. */
  readonly json?: string;
  /** The `etag` that a change is made to; 412 when it is no longer the one of now. */
  readonly ifMatch?: string;
  readonly signal?: AbortSignal;
}

export interface ApiAnswer<T> {
  readonly data: T;
  readonly etag: string | undefined;
}

/** `/projects/a%2Fb/keys`: a path of the management API with the ids in it escaped. */
export function apiPath(parts: TemplateStringsArray, ...ids: readonly string[]): string {
  return parts.reduce((path, part, index) => path + encodeURIComponent(ids[index - 1] ?? '') + part);
}

export function apiUrl(path: string, query: QueryValues = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return `${ADMIN}${path}${search.size === 0 ? '' : `?${search.toString()}`}`;
}

/** The one place that asks the API. The answer is one of success; its body is still unread. @throws ApiError, AbortError */
export async function fetchApi(path: string, request: ApiRequest = {}): Promise<Response> {
  const answer = await send(path, request);
  if (answer.ok) return answer;
  const error = errorOfAnswer(answer.status, await answer.text());
  if (answer.status === 401 && path !== SIGN_IN) sessionExpired();
  throw error;
}

/** Asks the management API and reads the JSON of its answer. @throws ApiError, AbortError */
export async function callApi<T>(path: string, request?: ApiRequest): Promise<ApiAnswer<T>> {
  const answer = await fetchApi(path, request);
  return { data: (await answer.json()) as T, etag: answer.headers.get('etag') ?? undefined };
}

export const SIGN_IN = '/console/session';

async function send(
  path: string,
  { method = 'GET', query, body, json, ifMatch, signal }: ApiRequest,
): Promise<Response> {
  const headers: Record<string, string> = { 'x-console': '1', accept: 'application/json' };
  const sent = json ?? (body === undefined ? undefined : JSON.stringify(body));
  if (sent !== undefined) headers['content-type'] = 'application/json';
  if (ifMatch !== undefined) headers['if-match'] = ifMatch;
  const askedMs = Date.now();
  try {
    const answer = await fetch(apiUrl(path, query), {
      method,
      headers,
      ...(sent !== undefined && { body: sent }),
      ...(signal !== undefined && { signal }),
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
    });
    learnTime(answer.headers.get('date'), askedMs);
    return answer;
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new ApiError({
      status: 0,
      code: 'unreachable',
      message: 'The gateway cannot be reached. It may be starting anew; what you typed is kept.',
    });
  }
}
