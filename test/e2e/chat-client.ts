import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'undici';

export const CHAT_PATH = '/api/v1/route/chat/completions';

/** The whole answer to a chat call, its bytes as they came. */
export class WholeAnswer {
  constructor(
    readonly status: number,
    readonly headers: IncomingHttpHeaders,
    readonly bytes: Buffer,
  ) {}

  get text(): string {
    return this.bytes.toString();
  }

  get json(): ReturnType<typeof JSON.parse> {
    return JSON.parse(this.text);
  }

  /** Of an error in provider B's envelope. */
  get error(): { message: string; type: string; code: string; param: string | null } {
    return (this.json as { error: { message: string; type: string; code: string; param: string | null } })
      .error;
  }

  get callId(): string {
    return String(this.headers['x-svc-call-id']);
  }
}

/** Text and bytes go as they are; anything else as JSON. */
export type ChatBody = string | Buffer | object;

export interface ChatOptions {
  readonly headers?: Record<string, string>;
}

/** A caller of chat completions with one key. */
export class ChatClient {
  constructor(
    private readonly url: string,
    private readonly apiKey: string,
  ) {}

  async send(body: ChatBody, { headers = {} }: ChatOptions = {}): Promise<WholeAnswer> {
    const answer = await request(`${this.url}${CHAT_PATH}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.apiKey}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    });
    return new WholeAnswer(answer.statusCode, answer.headers, Buffer.from(await answer.body.arrayBuffer()));
  }

  /** A short question to a model, with more members if need be. */
  ask(model: string, members: object = {}, options: ChatOptions = {}): Promise<WholeAnswer> {
    return this.send({ model, messages: [{ role: 'user', content: 'Hi' }], ...members }, options);
  }
}

/** The names and values of headers as they were sent, without those of the connection itself. */
export function sentHeaders(headers: IncomingHttpHeaders): Record<string, unknown> {
  const sent: Record<string, unknown> = { ...headers };
  for (const name of ['host', 'connection', 'content-length']) Reflect.deleteProperty(sent, name);
  return sent;
}
