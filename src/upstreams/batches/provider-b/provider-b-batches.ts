import { randomBytes } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../../wire/exact-json/raw-json.js';
import type { AccountDoor } from '../../accounts/provider-account.js';
import { SLOW_ANSWER_WITHIN_MS, type BatchHttp, type BatchRequest } from '../http/batch-http.js';
import {
  BatchProvider,
  type PortionItems,
  type PortionResult,
  type PortionState,
  type PortionTraits,
  type SubmittedPortion,
} from '../batch-provider.js';
import { createdAtOf, endingOf, promisedBy, stateOf, totalOf } from './batch-object-state.js';
import { cancelPortion } from '../cancel-portion.js';
import { createPortion } from '../create-portion.js';
import { listBatches } from '../list-batches.js';
import { CHAT_ENDPOINT, frameInputFile } from './frame-input-file.js';
import { NotEndedError } from '../results/not-ended.error.js';
import { PendingItems } from '../results/pending-items.js';
import { composePortion } from '../portion-body.js';
import { idOf, textOf } from '../provider-object.js';
import { readBatchOutput } from './read-batch-output.js';
import { readResultFile } from '../results/read-result-file.js';
import { refuseMissing } from '../results/refuse-missing.js';
import { SubmissionUndecidedError } from '../submission-undecided.error.js';
import type { RequestBody } from '../http/sending.js';

/** Member of a batch's metadata that names our portion. */
const PORTION_KEY = 'portion_id';
/** How far the provider's clock may be behind ours; it counts whole seconds. */
const CLOCK_SLACK_SECONDS = 60;

interface NewSubBatch {
  readonly portionId: string;
  readonly fileId: string;
  readonly endpoint: string;
  readonly requestCount: number;
}

/** Provider B's Files and Batches (wire notes 4). */
export class ProviderBBatches extends BatchProvider {
  constructor(
    private readonly http: BatchHttp,
    private readonly account: AccountDoor,
    private readonly nowMs: () => number,
  ) {
    super();
  }

  override async submit(portionId: string, items: PortionItems): Promise<{ externalId: string }> {
    const boundary = `portion-${randomBytes(24).toString('hex')}`;
    const endpoint = items.endpoint ?? CHAT_ENDPOINT;
    const frame = frameInputFile(portionId, { boundary, endpoint });
    const { body, nothingToSend } = await composePortion(items, frame);
    if (nothingToSend !== undefined) throw nothingToSend;
    const fileId = await this.upload(body, boundary);
    try {
      return { externalId: await this.create({ portionId, fileId, endpoint, requestCount: items.count }) };
    } catch (error) {
      // The batch that may run needs its file.
      if (!(error instanceof SubmissionUndecidedError)) await this.deleteFile(fileId);
      throw error;
    }
  }

  override async findSubmitted(portionId: string, { notBeforeMs }: PortionTraits): Promise<SubmittedPortion> {
    const since = Math.floor(notBeforeMs / 1_000) - CLOCK_SLACK_SECONDS;
    for await (const batch of this.listSince(since)) {
      const externalId = textOf(batch.id);
      if (externalId === undefined || !isJsonObject(batch.metadata)) continue;
      if (batch.metadata[PORTION_KEY] === portionId) return { kind: 'found', externalId };
    }
    return { kind: 'absent' };
  }

  override async poll(externalId: string): Promise<PortionState> {
    return stateOf(await this.retrieve(externalId));
  }

  override async *results(
    externalId: string,
    portionId: string,
    items: PortionItems,
  ): AsyncGenerator<PortionResult> {
    const batch = await this.retrieve(externalId);
    if (stateOf(batch).status !== 'ended') throw new NotEndedError();
    const pending = await PendingItems.of(portionId, items);
    const output = yield* this.readFile(batch.output_file_id, pending);
    const errors = yield* this.readFile(batch.error_file_id, pending);
    const failure = output.failure ?? errors.failure;
    if (failure !== undefined && pending.size > 0) throw failure;
    if (totalOf(batch) !== items.count) yield* pending.leftOut();
    const promised = promisedBy(batch, pending.sentCount);
    refuseMissing(pending, { promised: promised.output, there: output.there });
    refuseMissing(pending, { promised: promised.inAll, there: output.there + errors.there });
    yield* pending.rest(endingOf(batch));
    const inputFileId = textOf(batch.input_file_id);
    if (inputFileId !== undefined) await this.deleteFile(inputFileId);
  }

  override cancel(externalId: string): Promise<void> {
    return cancelPortion(
      this.http,
      this.request('POST', `/batches/${encodeURIComponent(externalId)}/cancel`),
    );
  }

  /** A file that cannot be read does not keep the other one's results back: whoever gives up takes what there is. */
  private async *readFile(
    fileId: unknown,
    pending: PendingItems,
  ): AsyncGenerator<PortionResult, { there: number; failure?: Error }> {
    const id = textOf(fileId);
    if (id === undefined) return { there: 0 };
    const request = this.request('GET', `/files/${encodeURIComponent(id)}/content`);
    try {
      return { there: yield* readResultFile({ http: this.http, request, pending, read: readBatchOutput }) };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return { there: 0, failure: error };
    }
  }

  /** An upload whose answer got lost leaves a file that nobody uses; the provider drops it after 30 days. */
  private async upload(body: RequestBody, boundary: string): Promise<string> {
    const { headers, ...rest } = this.request('POST', '/files');
    const contentType = `multipart/form-data; boundary=${boundary}`;
    const request: BatchRequest = {
      ...rest,
      headers: { ...headers, 'content-type': contentType },
      body,
      answerWithinMs: SLOW_ANSWER_WITHIN_MS,
    };
    return this.http.retried(async () => idOf(await this.http.documentOnce(request, 'fresh')));
  }

  private create({ portionId, fileId, endpoint, requestCount }: NewSubBatch): Promise<string> {
    const document = {
      input_file_id: fileId,
      endpoint,
      completion_window: '24h',
      metadata: { [PORTION_KEY]: portionId },
    };
    const request: BatchRequest = {
      ...this.request('POST', '/batches'),
      body: Buffer.from(JSON.stringify(document)),
      answerWithinMs: SLOW_ANSWER_WITHIN_MS,
    };
    const traits = { requestCount, notBeforeMs: this.nowMs() };
    return createPortion(this.http, {
      create: async () => idOf(await this.http.documentOnce(request, 'fresh')),
      find: () => this.findSubmitted(portionId, traits),
    });
  }

  private retrieve(externalId: string): Promise<JsonObject> {
    return this.http.document(this.request('GET', `/batches/${encodeURIComponent(externalId)}`));
  }

  /** Best effort: a file that stays costs nothing and is dropped after 30 days. */
  private async deleteFile(fileId: string): Promise<void> {
    const request = this.request('DELETE', `/files/${encodeURIComponent(fileId)}`);
    await this.http.whole(request).catch(() => undefined);
  }

  private listSince(sinceSeconds: number): AsyncGenerator<JsonObject> {
    const page = (query: string) => this.request('GET', `/batches${query}`);
    return listBatches(this.http, { cursor: 'after', page, createdAt: createdAtOf }, sinceSeconds);
  }

  private request(method: BatchRequest['method'], rest: string): BatchRequest {
    const { origin, basePath, wholeHeaders } = this.account;
    return { origin, path: `${basePath}${rest}`, method, headers: wholeHeaders };
  }
}
