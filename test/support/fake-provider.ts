import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerByPath } from './recordings/answer-by-path.js';
import type { RecordedRequest, RequestEnd } from './recordings/recorded-request.js';
import type { Script, ScriptStep } from './recordings/script.js';

export type { RecordedRequest, RequestEnd };

export type RequestMatcher = (request: RecordedRequest) => boolean;
export type ScriptSource = Script | ((request: RecordedRequest) => Script);

interface Rule {
  matches: RequestMatcher;
  script: ScriptSource;
}

/**
 * A provider on a real socket that does what a test scripts, byte for byte. Requests meet, in this order: scripts put in the
 * queue (each used once), the newest matching rule, and a valid answer for the path. Nothing here runs on timers.
 */
export class FakeProvider {
  readonly requests: RecordedRequest[] = [];
  private readonly queue: Rule[] = [];
  private readonly rules: Rule[] = [];
  private readonly waiting: ((request: RecordedRequest) => void)[] = [];
  private handedOut = 0;

  private constructor(
    private readonly server: Server,
    /** `http://127.0.0.1:port`, without a path: any prefix is accepted. */
    readonly url: string,
  ) {}

  static async start(): Promise<FakeProvider> {
    const server = createServer({ keepAliveTimeout: 60_000 });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    const provider = new FakeProvider(server, `http://127.0.0.1:${port}`);
    server.on('request', (request, response) => void provider.answer(request, response));
    return provider;
  }

  /** The next request (or the next that matches) meets this script, once. */
  enqueue(script: ScriptSource, matches: RequestMatcher = () => true): void {
    this.queue.push({ matches, script });
  }

  /** Every matching request meets this script, until `reset`. A string matches the end of the path (query left out). */
  respond(matcher: RequestMatcher | string, script: ScriptSource): void {
    const matches = typeof matcher === 'string' ? pathEndsWith(matcher) : matcher;
    this.rules.unshift({ matches, script });
  }

  /** Requests one after the other, those that came before this call included. Resolves when the body is there. */
  nextRequest(): Promise<RecordedRequest> {
    const known = this.requests[this.handedOut];
    this.handedOut += 1;
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Forgets requests, queue and rules. @throws Error when a test left a script that nothing asked for. */
  reset(): void {
    const unused = this.queue.length;
    this.requests.length = 0;
    this.queue.length = 0;
    this.rules.length = 0;
    this.waiting.length = 0;
    this.handedOut = 0;
    if (unused > 0) throw new Error(`${unused} queued provider script(s) were never used`);
  }

  /** Refuses new connections until `comeBack`; answers under way go on. */
  goAway(): void {
    this.server.close();
    this.server.closeIdleConnections();
  }

  async comeBack(): Promise<void> {
    const { port } = new URL(this.url);
    await new Promise<void>((resolve) => this.server.listen(Number(port), '127.0.0.1', resolve));
  }

  /** Cuts all connections, held ones too. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const recorded = new ArrivedRequest(request, response);
    // A script that answers before the body has to be chosen before the body: matchers then see the head only.
    const early =
      this.queue.find((rule) => isEarly(rule, recorded)) ??
      this.rules.find((rule) => isEarly(rule, recorded));
    if (early === undefined) {
      const isComplete = await recorded.readBody();
      if (!isComplete) return;
    }
    this.requests.push(recorded);
    const script = this.chooseScript(recorded);
    if (this.waiting.length > 0) this.waiting.shift()?.(recorded);
    await runScript(script, response, recorded);
  }

  private chooseScript(request: RecordedRequest): Script {
    const position = this.queue.findIndex((rule) => rule.matches(request));
    const [queued] = position < 0 ? [] : this.queue.splice(position, 1);
    const rule = queued ?? this.rules.find(({ matches }) => matches(request));
    const source = rule?.script ?? answerByPath;
    return typeof source === 'function' ? source(request) : source;
  }
}

/** Matches requests whose path, without the query, ends like this. */
export function pathEndsWith(ending: string): RequestMatcher {
  return (request) => (request.path.split('?')[0] ?? '').endsWith(ending);
}

function isEarly({ matches, script }: Rule, request: RecordedRequest): boolean {
  return typeof script !== 'function' && script.answersBeforeBody && matches(request);
}

class ArrivedRequest implements RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly receivedAtMs = performance.now();
  readonly closed: Promise<RequestEnd>;
  readonly aborted: Promise<RequestEnd>;
  end: RequestEnd | undefined;
  body = Buffer.alloc(0);

  constructor(
    private readonly request: IncomingMessage,
    response: ServerResponse,
  ) {
    this.method = request.method ?? '';
    this.path = request.url ?? '';
    this.headers = request.headers;
    this.rawHeaders = request.rawHeaders;
    this.closed = new Promise((resolve) => {
      response.once('close', () => {
        this.end = { aborted: !response.writableFinished && !this.isCutByScript, atMs: performance.now() };
        resolve(this.end);
      });
    });
    this.aborted = new Promise((resolve) => {
      void this.closed.then((end) => {
        if (end.aborted) resolve(end);
      });
    });
  }

  /** Set when the script itself destroys the socket: that is no client going away. */
  isCutByScript = false;

  json(): ReturnType<typeof JSON.parse> {
    return JSON.parse(this.body.toString());
  }

  /** False when the client went while it was sending. */
  async readBody(): Promise<boolean> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of this.request as AsyncIterable<Buffer>) chunks.push(chunk);
    } catch {
      return false;
    }
    this.body = Buffer.concat(chunks);
    return true;
  }
}

async function runScript(script: Script, response: ServerResponse, request: ArrivedRequest): Promise<void> {
  for (const step of script.steps) {
    if (request.end !== undefined) return;
    await runStep(step, response, request);
  }
}

async function runStep(step: ScriptStep, response: ServerResponse, request: ArrivedRequest): Promise<void> {
  switch (step.kind) {
    case 'head':
      response.writeHead(step.status, step.headers);
      response.flushHeaders();
      return;
    case 'write':
      await Promise.race([new Promise((resolve) => response.write(step.bytes, resolve)), request.closed]);
      return;
    case 'gate':
      step.gate.reach();
      await Promise.race([step.gate.opened, request.closed]);
      return;
    case 'end':
      response.end();
      return;
    case 'destroy':
      request.isCutByScript = true;
      response.socket?.resetAndDestroy();
      await request.closed;
      return;
    case 'hang':
      await request.closed;
  }
}
