import { request as httpRequest, type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';

export const CHAT_PATH = '/api/v1/route/chat/completions';
export const MODEL_B = 'vendorb/gpt-4o-mini';
export const MODEL_A = 'vendora/claude-sonnet-5-5';
export const MODEL_MARKETPLACE = 'openai/gpt-oss-120b';

export interface ChatCallOptions {
  readonly apiKey: string;
  /** Members on top of a short chat with `MODEL_B`. */
  readonly body?: Record<string, unknown>;
  readonly agent?: Agent;
  /** The answer's body is not read until `read` is called. */
  readonly unread?: boolean;
}

/** The answer to a call whose head has come; the rest arrives while the test goes on. */
export class OpenAnswer {
  private readonly chunks: Buffer[] = [];
  private readonly watchers = new Set<() => void>();
  private over: 'ended' | 'broken' | undefined;

  constructor(
    private readonly sent: ClientRequest,
    readonly response: IncomingMessage,
    { unread = false }: { unread?: boolean },
  ) {
    response.on('error', () => this.finish('broken'));
    response.on('end', () => this.finish('ended'));
    response.on('close', () => this.finish('broken'));
    if (!unread) this.read();
  }

  get status(): number {
    return this.response.statusCode ?? 0;
  }

  get headers(): IncomingHttpHeaders {
    return this.response.headers;
  }

  get callId(): string {
    return String(this.headers['x-svc-call-id']);
  }

  /** What has arrived so far. */
  get bytes(): Buffer {
    return Buffer.concat(this.chunks);
  }

  get isOver(): boolean {
    return this.over !== undefined;
  }

  read(): void {
    this.response.on('data', (chunk: Buffer) => {
      this.chunks.push(chunk);
      this.wake();
    });
  }

  /** Resolves when the text has arrived. @throws Error when the answer is over before. */
  async until(text: string): Promise<void> {
    while (!this.bytes.includes(text)) {
      if (this.over !== undefined)
        throw new Error(`over before ${JSON.stringify(text)}: ${this.bytes.toString()}`);
      await this.change();
    }
  }

  /** The whole body. @throws Error when the connection broke before its end. */
  async whole(): Promise<Buffer> {
    if ((await this.ending()) === 'broken') throw new Error(`broken after: ${this.bytes.toString()}`);
    return this.bytes;
  }

  /** How it ended: whole, or with a broken connection. */
  async ending(): Promise<'ended' | 'broken'> {
    while (this.over === undefined) await this.change();
    return this.over;
  }

  async json(): Promise<ReturnType<typeof JSON.parse>> {
    return JSON.parse((await this.whole()).toString());
  }

  leave(): void {
    this.sent.destroy();
  }

  private change(): Promise<void> {
    return new Promise((resolve) => this.watchers.add(resolve));
  }

  private finish(how: 'ended' | 'broken'): void {
    this.over ??= how;
    this.wake();
  }

  private wake(): void {
    for (const watcher of this.watchers) watcher();
    this.watchers.clear();
  }
}

/** A call that was sent; it may be left before any answer came. */
export interface SentCall {
  readonly answer: Promise<OpenAnswer>;
  leave(): void;
}

/** Sends a chat call on a connection of its own (or on the agent's). */
export function sendChat(url: string, { apiKey, body, agent, unread = false }: ChatCallOptions): SentCall {
  const bytes = Buffer.from(
    JSON.stringify({ model: MODEL_B, messages: [{ role: 'user', content: 'Hi' }], ...body }),
  );
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    'content-length': bytes.length,
  };
  const sent = httpRequest(`${url}${CHAT_PATH}`, { method: 'POST', headers, agent: agent ?? false });
  const answer = new Promise<OpenAnswer>((resolve, reject) => {
    sent.once('response', (response) => resolve(new OpenAnswer(sent, response, { unread })));
    sent.on('error', reject);
  });
  answer.catch(() => undefined);
  sent.end(bytes);
  return { answer, leave: () => sent.destroy() };
}

/** The head of the answer to a chat call. */
export function openChat(url: string, options: ChatCallOptions): Promise<OpenAnswer> {
  return sendChat(url, options).answer;
}

/** The data of each event, `[DONE]` as text, the rest parsed. Comments are passed over. */
export function eventsOf(bytes: Buffer | string): ReturnType<typeof JSON.parse>[] {
  return String(bytes)
    .split(/\r\n\r\n|\n\n/)
    .flatMap((event) => event.split(/\r?\n/).filter((line) => line.startsWith('data:')))
    .map((line) => line.slice('data:'.length).trim())
    .map((data): unknown => (data === '[DONE]' ? data : JSON.parse(data)));
}

const ASK_EVERY_MS = 3;

/** Asks until the answer is there. For what the service does behind an answer; each round goes to the database or a socket. */
export async function eventually<T>(
  ask: () => Promise<T | undefined> | T | undefined,
  what: string,
  limitMs = 60_000,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  while (performance.now() < deadline) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    // Many who ask without a pause keep from happening what they ask for.
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
  throw new Error(`never happened: ${what}`);
}
