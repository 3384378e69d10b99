import { createHash } from 'node:crypto';
import { request as openRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { BETWEEN_POLLS_MS } from '../support/between-polls.js';

export interface Descriptor {
  readonly object: string;
  readonly upload_url: string;
  readonly expires_in_seconds: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ReturnType<typeof JSON.parse>;
}

/** Asks for addresses with a key, and puts bodies there without one. */
export class UploadClient {
  constructor(
    private readonly url: string,
    private readonly apiKey: string,
  ) {}

  async ask({ body, headers }: { body?: string; headers?: Record<string, string> } = {}): Promise<Answer> {
    const answer = await fetch(`${this.url}/api/v1/route/batches/uploads`, {
      method: 'POST',
      headers: headers ?? { authorization: `Bearer ${this.apiKey}` },
      ...(body === undefined ? {} : { body }),
    });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  }

  async create(): Promise<Descriptor> {
    const { status, body } = await this.ask();
    if (status !== 201) throw new Error(`no upload address: ${status} ${JSON.stringify(body)}`);
    return body as Descriptor;
  }
}

export async function put(
  url: string,
  body: string | Buffer,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<Answer> {
  const answer = await fetch(url, { method: 'PUT', headers, body });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

/** A `PUT` whose bytes the test sends one by one, or does not send. */
export class OpenPut {
  readonly answer: Promise<{ status: number; body: ReturnType<typeof JSON.parse> }>;
  private readonly request: ClientRequest;

  constructor(url: string, headers: Record<string, string | number>) {
    this.request = openRequest(url, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...headers },
      agent: false,
    });
    this.answer = new Promise((resolve, reject) => {
      this.request.once('response', (response: IncomingMessage) => {
        text(response).then(
          (body) => resolve({ status: response.statusCode ?? 0, body: JSON.parse(body) }),
          reject,
        );
      });
      this.request.on('error', reject);
    });
    this.answer.catch(() => undefined);
    this.request.flushHeaders();
  }

  send(bytes: string | Buffer): Promise<void> {
    return new Promise((resolve, reject) =>
      this.request.write(bytes, (error) => (error ? reject(error) : resolve())),
    );
  }

  end(bytes?: string): void {
    if (bytes === undefined) this.request.end();
    else this.request.end(bytes);
  }

  leave(): void {
    this.request.destroy();
  }
}

export const sha256Of = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

const PATIENCE_MS = 15_000;

/** Asks again until it is so, giving the service its turns, and other processes theirs. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const givenUp = performance.now() + PATIENCE_MS;
  while (performance.now() < givenUp) {
    if (await isSo()) return;
    await pause(BETWEEN_POLLS_MS);
  }
  throw new Error('it never became so');
}
