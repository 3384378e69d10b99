import { HOUR_MS } from '../../../lib/durations.js';
import type { JsonObject } from '../../../wire/exact-json/raw-json.js';
import type { AccountDoor } from '../../accounts/provider-account.js';
import { SLOW_ANSWER_WITHIN_MS, type BatchHttp, type BatchRequest } from '../http/batch-http.js';
import {
  BatchProvider,
  type PortionItem,
  type PortionItems,
  type PortionResult,
  type PortionState,
  type PortionTraits,
  type SubmittedPortion,
} from '../batch-provider.js';
import { cancelPortion } from '../cancel-portion.js';
import { createPortion } from '../create-portion.js';
import { listBatches } from '../list-batches.js';
import { endedAtOf, endingOf, createdAtOf, stateOf, totalOf } from './message-batch-state.js';
import { NotEndedError } from '../results/not-ended.error.js';
import { PendingItems } from '../results/pending-items.js';
import { refuseMissing } from '../results/refuse-missing.js';
import { composePortion, type PortionFrame } from '../portion-body.js';
import { idOf, textOf } from '../provider-object.js';
import { readMessageResult } from './read-message-result.js';
import { readResultFile } from '../results/read-result-file.js';
import { maxFileBytes, readResultLines, textMember } from '../results/result-lines.js';
import { shapeItem } from '../shape-item.js';
import { UnreadableResultsError } from '../results/unreadable-results.error.js';
import { belongsToPortion, upstreamItemIds } from '../upstream-item-ids.js';

/** How far the provider's clock may be behind ours. */
const CLOCK_SLACK_MS = 60_000;
/** No portion takes longer to be sent, tries and the slowest line included. */
const SENDING_ENDS_AFTER_MS = 6 * HOUR_MS;

/** Provider A's Message Batches (wire notes 5). */
export class ProviderABatches extends BatchProvider {
  constructor(
    private readonly http: BatchHttp,
    private readonly account: AccountDoor,
    private readonly nowMs: () => number,
  ) {
    super();
  }

  override async submit(portionId: string, items: PortionItems): Promise<{ externalId: string }> {
    const { body, nothingToSend } = await composePortion(items, frameOf(portionId));
    if (nothingToSend !== undefined) throw nothingToSend;
    const traits = { requestCount: items.count, notBeforeMs: this.nowMs() };
    const { headers, ...rest } = this.request('POST', '');
    const request: BatchRequest = {
      ...rest,
      headers: { ...headers, ...items.messageHeaders },
      body,
      answerWithinMs: SLOW_ANSWER_WITHIN_MS,
    };
    const externalId = await createPortion(this.http, {
      create: async () => idOf(await this.http.documentOnce(request, 'fresh')),
      find: () => this.findSubmitted(portionId, traits),
    });
    return { externalId };
  }

  override async findSubmitted(portionId: string, traits: PortionTraits): Promise<SubmittedPortion> {
    let isUndecided = false;
    for await (const batch of this.listSince(traits.notBeforeMs - CLOCK_SLACK_MS)) {
      const externalId = textOf(batch.id);
      if (externalId === undefined || !couldBe(batch, externalId, traits)) continue;
      if (stateOf(batch).status !== 'ended') isUndecided = true;
      else if (await this.holds(externalId, portionId)) return { kind: 'found', externalId };
    }
    return { kind: isUndecided ? 'undecided' : 'absent' };
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
    // The same on every reading, so that an answer read twice has the same bytes.
    const createdSeconds = Math.floor((endedAtOf(batch) ?? this.nowMs()) / 1_000);
    const pending = await PendingItems.of(portionId, items);
    const there = yield* readResultFile({
      http: this.http,
      request: this.request('GET', `/${encodeURIComponent(externalId)}/results`),
      pending,
      read: (line, facts) => readMessageResult(line, facts, createdSeconds),
    });
    // Fewer than were asked for, or nobody knows how many: some may have been left out.
    const total = totalOf(batch);
    if (total !== items.count) yield* pending.leftOut();
    refuseMissing(pending, { promised: Math.min(total ?? items.count, pending.sentCount), there });
    yield* pending.rest(endingOf(batch));
  }

  override cancel(externalId: string): Promise<void> {
    return cancelPortion(this.http, this.request('POST', `/${encodeURIComponent(externalId)}/cancel`));
  }

  private retrieve(externalId: string): Promise<JsonObject> {
    return this.http.document(this.request('GET', `/${encodeURIComponent(externalId)}`));
  }

  private listSince(sinceMs: number): AsyncGenerator<JsonObject> {
    const page = (query: string) => this.request('GET', query);
    return listBatches(this.http, { cursor: 'after_id', page, createdAt: createdAtOf }, sinceMs);
  }

  /** Whose batch it is shows in its results only, and there in any line. @throws while there is none to be seen */
  private async holds(externalId: string, portionId: string): Promise<boolean> {
    const request = this.request('GET', `/${encodeURIComponent(externalId)}/results`);
    for await (const { object } of readResultLines(this.http, request, maxFileBytes(0))) {
      const id = textMember(object, 'custom_id');
      if (id !== undefined) return belongsToPortion(id, portionId);
    }
    throw new UnreadableResultsError();
  }

  private request(method: BatchRequest['method'], rest: string): BatchRequest {
    const { origin, chatPath, wholeHeaders } = this.account;
    return { origin, path: `${chatPath}/batches${rest}`, method, headers: wholeHeaders };
  }
}

function frameOf(portionId: string): PortionFrame {
  const idFor = upstreamItemIds(portionId);
  return {
    head: Buffer.from('{"requests":['),
    encode: async (item: PortionItem) => [
      Buffer.from(`{"custom_id":"${idFor(item.customId)}","params":`),
      await shapeItem(item),
      Buffer.from('}'),
    ],
    between: Buffer.from(','),
    tail: Buffer.from(']}'),
  };
}

/** A request that was left out lowers the count at the provider. */
function couldBe(batch: JsonObject, externalId: string, traits: PortionTraits): boolean {
  const { requestCount, takenIds, notBeforeMs } = traits;
  // Without an end of the time that it was sent in, a busy account always had one that still runs, and nothing were decided.
  const isLater = (createdAtOf(batch) ?? notBeforeMs) > notBeforeMs + SENDING_ENDS_AFTER_MS;
  return !isLater && takenIds?.has(externalId) !== true && (totalOf(batch) ?? requestCount) <= requestCount;
}
