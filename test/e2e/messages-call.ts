import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { OpenAnswer, type SentCall } from './stream-call.js';

export const MESSAGES_PATH = '/api/v1/messages';
export const COUNT_TOKENS_PATH = '/api/v1/messages/count_tokens';
export const EMBEDDINGS_PATH = '/api/v1/route/embeddings';

export interface RawCallOptions {
  readonly apiKey: string;
  /** `/api/v1/messages` when absent. */
  readonly path?: string;
  /** Objects are printed, bytes and texts go out as they are. */
  readonly body: unknown;
  /** On top of the usual ones; `undefined` leaves a usual one out. */
  readonly headers?: OutgoingHttpHeaders;
}

export const HELLO = {
  model: 'claude-sonnet-5-5',
  max_tokens: 64,
  messages: [{ role: 'user', content: 'Hi' }],
};

/** Sends a body on a connection of its own. */
export function sendRaw(
  url: string,
  { apiKey, path = MESSAGES_PATH, body, headers }: RawCallOptions,
): SentCall {
  const bytes = Buffer.isBuffer(body)
    ? body
    : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const sent = httpRequest(`${url}${path}`, {
    method: 'POST',
    headers: withoutAbsent({
      'x-api-key': apiKey,
      'content-type': 'application/json',
      'content-length': bytes.length,
      ...headers,
    }),
    agent: false,
  });
  const answer = new Promise<OpenAnswer>((resolve, reject) => {
    sent.once('response', (response) => resolve(new OpenAnswer(sent, response, {})));
    sent.on('error', reject);
  });
  answer.catch(() => undefined);
  sent.end(bytes);
  return { answer, leave: () => sent.destroy() };
}

function withoutAbsent(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
}

export function openRaw(url: string, options: RawCallOptions): Promise<OpenAnswer> {
  return sendRaw(url, options).answer;
}
