import type { IncomingMessage, ServerResponse } from 'node:http';
import { isRecord, type JsonRecord } from '../json-value.js';
import { SimulatedFault, invalidRequest } from './simulated-fault.js';

/** One call and its answer, below the provider's path prefix. */
export class Exchange {
  readonly method: string;
  /** Path without the provider's prefix and without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  private readonly abortion = new AbortController();
  private cut: number | undefined;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    target: { path: string; query: URLSearchParams },
    /** Hears of a JSON body before it is answered. @throws SimulatedFault to refuse it */
    private readonly onBody?: (exchange: Exchange, body: JsonRecord) => Promise<void>,
  ) {
    this.method = request.method ?? 'GET';
    this.path = target.path;
    this.query = target.query;
    response.once('close', () => {
      if (!response.writableFinished) this.abortion.abort();
    });
  }

  /** Aborts when the client goes before the answer is complete. */
  get signal(): AbortSignal {
    return this.abortion.signal;
  }

  /** The connection will end after so many events, or in the middle of a whole answer; 0: before any byte. */
  cutAfter(events: number): void {
    this.cut = events;
  }

  /** Whether so many events are all that the client gets; the connection has ended then. */
  isCutAfter(events: number): boolean {
    if (this.cut === undefined || events < this.cut) return false;
    this.breakOff();
    return true;
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return Array.isArray(value) ? value.join(',') : value;
  }

  /** `scheme://host/prefix` as the client dialled it, for absolute links. */
  absoluteUrl(path: string): string {
    const [whole = ''] = (this.request.url ?? '').split('?');
    const prefix = whole.slice(0, whole.length - this.path.length);
    return `http://${this.header('host') ?? '127.0.0.1'}${prefix}${path}`;
  }

  /** @throws SimulatedFault 413 as soon as the cap is passed. */
  async readBody(maxBytes: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let size = 0;
    // Leaving the loop must not destroy the socket: the refusal still has to reach the client.
    const incoming = this.request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    for await (const chunk of incoming) {
      size += chunk.length;
      if (size > maxBytes) {
        throw new SimulatedFault({
          status: 413,
          message: `Request exceeds the maximum size of ${maxBytes} bytes`,
          code: 'request_too_large',
        });
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  /** @throws SimulatedFault 400 for anything but a JSON object, 413 above the cap. */
  async readJson(maxBytes: number): Promise<JsonRecord> {
    const body = await this.readBody(maxBytes);
    let value: unknown;
    try {
      value = JSON.parse(body.toString());
    } catch {
      throw invalidRequest('We could not parse the JSON body of your request.');
    }
    if (!isRecord(value)) throw invalidRequest('The request body must be a JSON object.');
    await this.onBody?.(this, value);
    return value;
  }

  /** Ends the connection, after what was written has gone out. */
  private breakOff(): void {
    // What was written in this turn of the loop reaches the socket at its end.
    setImmediate(() => this.response.socket?.destroySoon());
  }

  sendJson(status: number, body: unknown, headers: Record<string, string> = {}): void {
    this.sendBytes(status, Buffer.from(JSON.stringify(body)), {
      'content-type': 'application/json',
      ...headers,
    });
  }

  sendBytes(status: number, bytes: Buffer, headers: Record<string, string>): void {
    if (this.isCutAfter(0)) return;
    this.response.writeHead(status, { ...headers, 'content-length': bytes.length });
    if (this.cut === undefined) this.response.end(bytes);
    else {
      this.response.write(bytes.subarray(0, bytes.length >> 1));
      this.breakOff();
    }
  }
}
