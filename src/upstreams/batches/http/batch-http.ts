import { pipeline, type Readable, type Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { ByteCollector } from '../../../lib/byte-collector.js';
import { isJsonObject, type JsonObject } from '../../../wire/exact-json/raw-json.js';
import { errorFromAnswer, headerText, UpstreamFailedError } from '../../upstream-answer.js';
import { strikeChunks, strikeText } from '../../strike-credentials.js';
import type { UpstreamHeaders } from '../../upstream-transport.js';
import { CallFailure, notSent, unanswered, unreadable } from './call-failure.js';
import { Sending, type RequestBody } from './sending.js';
import { readRetryAfter } from '../../read-retry-after.js';
import { isRetryableStatus, MAX_TRIES, pauseMs } from './retry-policy.js';

/** The head of an answer to a question comes at once, or the provider is in trouble. */
const ANSWER_WITHIN_MS = 30_000;
/** For what is answered when it was read, checked or worked through. */
export const SLOW_ANSWER_WITHIN_MS = 300_000;
const BODY_TIMEOUT_MS = 120_000;
const MAX_DOCUMENT_BYTES = 64 * 1_048_576;
const ERROR_BYTES = 1_048_576;

export interface BatchRequest {
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
  /** Milliseconds from the request to the head of its answer; 30 s when absent. */
  readonly answerWithinMs?: number;
  readonly signal?: AbortSignal;
}

export interface WholeAnswer {
  readonly status: number;
  readonly headers: UpstreamHeaders;
  readonly body: Buffer;
}

interface OpenAnswer {
  readonly status: number;
  readonly headers: UpstreamHeaders;
  readonly body: Readable;
}

export type Sleep = (milliseconds: number) => Promise<unknown>;

/** Calls to batch APIs: small documents and long files of lines. */
export class BatchHttp {
  constructor(
    private readonly dispatcher: Dispatcher,
    /** Opens a connection for every call: one that was kept may be closing, and a create must not meet that. */
    private readonly freshDispatcher: Dispatcher,
    private readonly pause: Sleep = sleep,
    /** Whose keys requests carry: what a provider says of ours is no business of the caller's. */
    private readonly keys: 'ours' | 'of-projects' = 'ours',
  ) {}

  /** The same for requests with keys of projects: refusals are told as they came. */
  withOwnKeys(): BatchHttp {
    return new BatchHttp(this.dispatcher, this.freshDispatcher, this.pause, 'of-projects');
  }

  /** One JSON object, tried again while it is worth it. @throws UpstreamError or GatewayError */
  async document(request: BatchRequest): Promise<JsonObject> {
    return this.retried(() => this.documentOnce(request, 'kept'));
  }

  /** One JSON object, one try. @throws CallFailure */
  async documentOnce(request: BatchRequest, connection: 'kept' | 'fresh'): Promise<JsonObject> {
    const { status, body } = await this.whole(request, connection);
    if (status !== 200 && status !== 201) throw unreadable();
    let value: unknown;
    try {
      value = JSON.parse(strikeText(body.toString('utf8'), request.headers));
    } catch (error) {
      throw unreadable(error);
    }
    if (!isJsonObject(value)) throw unreadable();
    return value;
  }

  /** One successful answer, read whole, one try. @throws CallFailure */
  async whole(request: BatchRequest, connection: 'kept' | 'fresh' = 'kept'): Promise<WholeAnswer> {
    const { status, headers, body } = await this.open(request, connection);
    return { status, headers, body: await readWhole(body, MAX_DOCUMENT_BYTES) };
  }

  /** The bytes of a successful answer as they come. Reading them throws CallFailure when they break off. */
  async chunks(request: BatchRequest): Promise<AsyncIterable<Buffer>> {
    const { headers, body } = await this.retried(() => this.open(request, 'kept'), 'keep-failure');
    if (!isFile(headers)) {
      body.destroy();
      throw unreadable();
    }
    return strikeChunks(readChunks(body), request.headers);
  }

  /** Tries until it works or is not worth it. @throws UpstreamError or GatewayError, or CallFailure where that is kept. */
  async retried<Result>(
    attempt: () => Promise<Result>,
    failures: 'unwrap' | 'keep-failure' = 'unwrap',
  ): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        if (await this.waitForRetry(error, tries)) continue;
        throw failures === 'unwrap' ? error.error : error;
      }
    }
  }

  /** False at once when another try is not worth it; else true after the pause. */
  async waitForRetry(failure: CallFailure, tries: number): Promise<boolean> {
    if (tries >= MAX_TRIES) return false;
    if (failure.kind === 'refused' && !isRetryableStatus(failure.status)) return false;
    const milliseconds = pauseMs({
      failures: tries,
      retryAfterMs: failure.retryAfterMs,
      chance: Math.random(),
    });
    if (milliseconds === undefined) return false;
    await this.pause(milliseconds);
    return true;
  }

  /** An answer of 2xx, its body still to be read. @throws CallFailure */
  private async open(request: BatchRequest, connection: 'kept' | 'fresh'): Promise<OpenAnswer> {
    const { status, headers, body } = await this.send(request, connection);
    if (status >= 200 && status < 300) return { status, headers, body };
    const bytes = await readWhole(body, ERROR_BYTES);
    throw new CallFailure({
      kind: 'refused',
      error: errorFromAnswer({
        status,
        headers,
        body: bytes,
        ownAccount: this.keys === 'ours',
        sent: request.headers,
      }),
      status,
      retryAfterMs: readRetryAfter({
        retryAfter: headerText(headers, 'retry-after'),
        retryAfterMs: headerText(headers, 'retry-after-ms'),
        nowMs: Date.now(),
      }),
    });
  }

  private async send(request: BatchRequest, connection: 'kept' | 'fresh'): Promise<OpenAnswer> {
    const { origin, path, method, headers, signal } = request;
    const dispatcher = connection === 'fresh' ? this.freshDispatcher : this.dispatcher;
    const sending = new Sending(request.body);
    try {
      const answer = await dispatcher.request({
        origin,
        path,
        method,
        headers: { ...headers, ...sending.headers },
        body: sending.body,
        headersTimeout: request.answerWithinMs ?? ANSWER_WITHIN_MS,
        bodyTimeout: BODY_TIMEOUT_MS,
        ...(signal && { signal }),
      });
      // Whoever reads the body meets its error; one that is dropped unread must not bring the process down.
      answer.body.on('error', () => undefined);
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: decoded(answer.body, answer.headers),
      };
    } catch (error) {
      if (error instanceof CallFailure) throw error;
      signal?.throwIfAborted();
      if (sending.sourceError !== undefined) throw sending.sourceError;
      throw sending.wentOut ? unanswered(error) : notSent(error);
    }
  }
}

async function readWhole(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const collector = new ByteCollector(undefined);
  for await (const chunk of readChunks(body)) {
    if (collector.length + chunk.length > maxBytes) throw tooLarge();
    collector.add(chunk);
  }
  return collector.take();
}

async function* readChunks(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw unanswered(error);
  }
}

const DECODERS: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** We ask for `identity`; what is compressed all the same is read as it comes. */
function decoded(body: Readable, headers: UpstreamHeaders): Readable {
  const create = DECODERS.get((headerText(headers, 'content-encoding') ?? '').trim().toLowerCase());
  // Whoever reads the decoder meets the error; the callback only keeps it from being thrown.
  return create === undefined ? body : pipeline(body, create(), () => undefined);
}

/** A page of a proxy with status 200 is no file of results: reading it as one would lose them all. */
function isFile(headers: UpstreamHeaders): boolean {
  return !(headerText(headers, 'content-type') ?? '').toLowerCase().startsWith('text/html');
}

function tooLarge(): CallFailure {
  return new CallFailure({
    kind: 'unreadable',
    error: new UpstreamFailedError({
      code: 'upstream_answer_too_large',
      message: "The provider's answer is larger than the gateway takes.",
    }),
    status: 200,
  });
}
