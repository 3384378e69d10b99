import { makeBreather } from '../http/make-breather.js';
import { invalidRequest, notFound, toFault, SimulatedFault } from '../http/simulated-fault.js';
import { isRecord, toList, toRecord, toText, type JsonRecord } from '../json-value.js';
import type { SimulatorContext } from '../simulator-context.js';
import { stableHash } from '../stable-hash.js';
import { listPage } from './list-page.js';
import { renderAnthropicFault } from './render-anthropic-fault.js';

const MAX_REQUESTS = 100_000;
const MAX_BATCHES = 200;
const DAY_MS = 24 * 3_600_000;
const CUSTOM_ID = /^[a-zA-Z0-9_-]{1,64}$/;

interface MessageBatch {
  id: string;
  status: 'in_progress' | 'canceling' | 'ended';
  requests: JsonRecord[];
  total: number;
  createdAt: Date;
  endedAt: Date | undefined;
  cancelInitiatedAt: Date | undefined;
  counts: { succeeded: number; errored: number; canceled: number };
  polls: number;
  settlement: Promise<void> | undefined;
  results: Buffer;
}

/** Message Batches of simulated provider A (wire notes 5), in memory; the oldest are forgotten first. */
export class MessageBatchStore {
  private readonly batches = new Map<string, MessageBatch>();
  private count = 0;

  constructor(
    private readonly context: SimulatorContext,
    private readonly answer: (params: JsonRecord) => JsonRecord,
  ) {}

  /** @throws SimulatedFault 400 for wrong custom ids; wrong `params` become errored lines instead. */
  async create(body: JsonRecord): Promise<MessageBatch> {
    const requests = await checkRequests(body);
    this.count += 1;
    const now = this.context.clock.now();
    const id = `msgbatch_simulated_${this.count}_${stableHash(`${this.count}/${now.toISOString()}`).slice(0, 12)}`;
    const batch: MessageBatch = {
      id,
      status: 'in_progress',
      requests,
      total: requests.length,
      createdAt: now,
      endedAt: undefined,
      cancelInitiatedAt: undefined,
      counts: { succeeded: 0, errored: 0, canceled: 0 },
      polls: 0,
      settlement: undefined,
      results: Buffer.alloc(0),
    };
    this.batches.set(id, batch);
    const [oldest] = this.batches.keys();
    if (this.batches.size > MAX_BATCHES && oldest !== undefined) this.batches.delete(oldest);
    setTimeout(() => void this.settle(batch), this.context.batchTempo.delayMs).unref();
    return batch;
  }

  /** The batch as it is now; asking often enough brings it to its end. @throws SimulatedFault 404. */
  async poll(id: string): Promise<MessageBatch> {
    const batch = this.find(id);
    batch.polls += 1;
    if (batch.settlement !== undefined || batch.polls >= this.context.batchTempo.polls)
      await this.settle(batch);
    return batch;
  }

  /** Half of the requests still run, the rest come back canceled. @throws SimulatedFault 404. */
  cancel(id: string): MessageBatch {
    const batch = this.find(id);
    if (batch.status !== 'in_progress' || batch.settlement !== undefined) return batch;
    batch.status = 'canceling';
    batch.cancelInitiatedAt = this.context.clock.now();
    setTimeout(() => void this.settle(batch), this.context.batchTempo.delayMs / 4).unref();
    return batch;
  }

  /** @throws SimulatedFault 404 for an unknown batch, 409 before its end. */
  results(id: string): Buffer {
    const batch = this.find(id);
    if (batch.status !== 'ended') {
      throw new SimulatedFault({
        status: 409,
        message: `${id} has not ended: its results are not available yet.`,
      });
    }
    return batch.results;
  }

  /** @throws SimulatedFault 404 for an unknown batch, 400 before its end. */
  delete(id: string): void {
    if (this.find(id).status !== 'ended')
      throw invalidRequest(`${id} cannot be deleted before it has ended.`);
    this.batches.delete(id);
  }

  /** Newest first. */
  list(query: URLSearchParams): { page: MessageBatch[]; hasMore: boolean } {
    return listPage([...this.batches.values()].reverse(), query);
  }

  render(batch: MessageBatch, resultsUrl: string): JsonRecord {
    const isEnded = batch.status === 'ended';
    return {
      id: batch.id,
      type: 'message_batch',
      processing_status: batch.status,
      request_counts: {
        processing: isEnded ? 0 : batch.total,
        ...(isEnded ? batch.counts : NO_COUNTS),
        expired: 0,
      },
      created_at: batch.createdAt.toISOString(),
      expires_at: new Date(batch.createdAt.getTime() + DAY_MS).toISOString(),
      ended_at: batch.endedAt?.toISOString() ?? null,
      cancel_initiated_at: batch.cancelInitiatedAt?.toISOString() ?? null,
      archived_at: null,
      results_url: isEnded ? resultsUrl : null,
    };
  }

  private settle(batch: MessageBatch): Promise<void> {
    batch.settlement ??= this.run(batch);
    return batch.settlement;
  }

  private async run(batch: MessageBatch): Promise<void> {
    const runnable = batch.status === 'canceling' ? Math.floor(batch.total / 2) : batch.total;
    const breathe = makeBreather();
    const lines: string[] = [];
    for (const [index, request] of batch.requests.entries()) {
      await breathe();
      const result =
        index < runnable ? this.runRequest(toRecord(request.params)) : { type: 'canceled' as const };
      batch.counts[result.type] += 1;
      lines.push(JSON.stringify({ custom_id: request.custom_id, result }));
    }
    batch.results = Buffer.from(`${lines.join('\n')}\n`);
    batch.requests = [];
    batch.status = 'ended';
    batch.endedAt = this.context.clock.now();
  }

  private runRequest(
    params: JsonRecord,
  ): { type: 'succeeded'; message: JsonRecord } | { type: 'errored'; error: JsonRecord } {
    try {
      if (params.stream === true) throw invalidRequest('stream: not supported in batches');
      if (params.speed === 'fast') throw invalidRequest('speed: fast is not offered in batches');
      return { type: 'succeeded', message: this.answer(params) };
    } catch (error) {
      return { type: 'errored', error: renderAnthropicFault(toFault(error), null) };
    }
  }

  private find(id: string): MessageBatch {
    const batch = this.batches.get(id);
    if (batch === undefined) throw notFound(`No batch found with id ${id}`);
    return batch;
  }
}

const NO_COUNTS = { succeeded: 0, errored: 0, canceled: 0 };

async function checkRequests(body: JsonRecord): Promise<JsonRecord[]> {
  const requests = toList(body.requests);
  if (requests.length === 0) throw invalidRequest('requests: List should have at least 1 item');
  if (requests.length > MAX_REQUESTS)
    throw invalidRequest(`requests: List should have at most ${MAX_REQUESTS} items`);
  const breathe = makeBreather();
  const seen = new Set<string>();
  for (const [index, request] of requests.entries()) {
    await breathe();
    const customId = toText(toRecord(request).custom_id);
    if (!CUSTOM_ID.test(customId)) {
      throw invalidRequest(
        `requests.${index}.custom_id: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'`,
      );
    }
    if (seen.has(customId)) throw invalidRequest(`requests.${index}.custom_id: '${customId}' is used twice`);
    if (!isRecord(toRecord(request).params)) throw invalidRequest(`requests.${index}.params: Field required`);
    seen.add(customId);
  }
  return requests.map(toRecord);
}
