import { request as httpRequest } from 'node:http';
import { request } from 'undici';
import { WholeAnswer } from './chat-client.js';
import { OpenAnswer, type SentCall } from './stream-call.js';

export const RESPONSES_PATH = '/api/v1/openai/responses';
export const MODEL_B = 'vendorb/gpt-4o-mini';
export const REASONING_B = 'vendorb/gpt-5.4-mini';
export const MODEL_A = 'vendora/claude-sonnet-5-5';
export const MODEL_MARKETPLACE = 'openai/gpt-oss-120b';

export interface ResponsesOptions {
  readonly headers?: Record<string, string>;
  readonly path?: string;
}

/** A caller of the Responses API with one key. */
export class ResponsesClient {
  constructor(
    private readonly url: string,
    private readonly apiKey: string,
  ) {}

  /** Text and bytes go as they are; anything else as JSON. */
  async send(
    body: string | Buffer | object,
    { headers = {}, path = RESPONSES_PATH }: ResponsesOptions = {},
  ): Promise<WholeAnswer> {
    const answer = await request(this.url + path, {
      method: 'POST',
      headers: { ...this.headers, ...headers },
      body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    });
    return new WholeAnswer(answer.statusCode, answer.headers, Buffer.from(await answer.body.arrayBuffer()));
  }

  /** A short question to a model, with more members if need be. */
  ask(model: string, members: object = {}, options: ResponsesOptions = {}): Promise<WholeAnswer> {
    return this.send({ model, input: 'Hi', ...members }, options);
  }

  async get(path: string, method: 'GET' | 'DELETE' = 'GET'): Promise<WholeAnswer> {
    const answer = await request(`${this.url}${RESPONSES_PATH}/${path}`, { method, headers: this.headers });
    return new WholeAnswer(answer.statusCode, answer.headers, Buffer.from(await answer.body.arrayBuffer()));
  }

  /** A stream, on a connection of its own. */
  start(model: string, members: object = {}): SentCall {
    const bytes = Buffer.from(JSON.stringify({ model, input: 'Hi', stream: true, ...members }));
    const sent = httpRequest(this.url + RESPONSES_PATH, {
      method: 'POST',
      headers: { ...this.headers, 'content-length': bytes.length },
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

  private get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.apiKey}`, 'content-type': 'application/json' };
  }
}
