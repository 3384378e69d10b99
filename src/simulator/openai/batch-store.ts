import type { SimulatorContext } from '../simulator-context.js';
import { makeBreather } from '../http/make-breather.js';
import { SimulatedFault, invalidRequest, notFound, toFault } from '../http/simulated-fault.js';
import { toRecord, toText, type JsonRecord } from '../json-value.js';
import { stableHash } from '../stable-hash.js';
import { readBatchFile, type BatchFileError, type BatchLine } from './check-batch-file.js';
import type { FileStore } from './file-store.js';
import { renderOpenAiFault } from './render-openai-fault.js';

const ENDPOINTS = ['/v1/chat/completions', '/v1/responses', '/v1/embeddings'];
const MAX_BATCHES = 200;
const DAY_SECONDS = 24 * 3_600;

type BatchStatus =
  'validating' | 'failed' | 'in_progress' | 'finalizing' | 'completed' | 'cancelling' | 'cancelled';

interface Batch {
  id: string;
  endpoint: string;
  inputFileId: string;
  completionWindow: string;
  metadata: unknown;
  status: BatchStatus;
  times: Record<string, number>;
  errors: BatchFileError[];
  lines: BatchLine[];
  polls: number;
  validation: Promise<void>;
  settlement: Promise<void> | undefined;
  outputFileId: string | null;
  errorFileId: string | null;
  counts: { total: number; completed: number; failed: number };
  usage: { input_tokens: number; output_tokens: number; total_tokens: number };
}

/** Answers one request body of a batch; throws SimulatedFault for one that the live endpoint would refuse. */
export type AnswerBody = (endpoint: string, body: JsonRecord) => JsonRecord;

/** Batches of simulated provider B (wire notes 4), in memory; the oldest are forgotten first. */
export class BatchStore {
  private readonly batches = new Map<string, Batch>();
  private count = 0;

  constructor(
    private readonly context: SimulatorContext,
    private readonly files: FileStore,
    private readonly answer: AnswerBody,
  ) {}

  /** @throws SimulatedFault 400 when the creation itself is wrong; a bad file makes the batch `failed` instead. */
  create(body: JsonRecord): JsonRecord {
    const endpoint = toText(body.endpoint);
    if (!ENDPOINTS.includes(endpoint)) {
      throw invalidRequest(`Invalid value for 'endpoint': '${endpoint}'.`, 'endpoint', 'invalid_value');
    }
    if (body.completion_window !== '24h') {
      throw invalidRequest(
        "Invalid value for 'completion_window': expected '24h'.",
        'completion_window',
        'invalid_value',
      );
    }
    const content = this.files.batchInput(toText(body.input_file_id));
    this.count += 1;
    const id = `batch_simulated_${this.count}_${stableHash(`${toText(body.input_file_id)}/${this.now()}`).slice(0, 12)}`;
    const batch: Batch = {
      id,
      endpoint,
      inputFileId: toText(body.input_file_id),
      completionWindow: '24h',
      metadata: body.metadata ?? null,
      status: 'validating',
      times: { created_at: this.now(), expires_at: this.now() + DAY_SECONDS },
      errors: [],
      lines: [],
      polls: 0,
      validation: Promise.resolve(),
      settlement: undefined,
      outputFileId: null,
      errorFileId: null,
      counts: { total: 0, completed: 0, failed: 0 },
      usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
    };
    this.remember(batch);
    batch.validation = this.validate(batch, content);
    setTimeout(() => void this.settle(batch), this.context.batchTempo.delayMs).unref();
    return this.render(batch);
  }

  /** The batch as it is now; asking often enough brings it to its end. @throws SimulatedFault 404. */
  async poll(id: string): Promise<JsonRecord> {
    const batch = this.find(id);
    batch.polls += 1;
    await batch.validation;
    if (batch.settlement !== undefined || batch.polls >= this.context.batchTempo.polls)
      await this.settle(batch);
    return this.render(batch);
  }

  /** Half of what was not run yet still runs. @throws SimulatedFault 404, or 409 once the batch has ended. */
  async cancel(id: string): Promise<JsonRecord> {
    const batch = this.find(id);
    await batch.validation;
    if (!['in_progress', 'cancelling'].includes(batch.status)) {
      throw new SimulatedFault({
        status: 409,
        message: `Cannot cancel a batch with status '${batch.status}'.`,
      });
    }
    if (batch.status === 'in_progress') {
      this.enter(batch, 'cancelling');
      setTimeout(() => void this.settle(batch), this.context.batchTempo.delayMs / 4).unref();
    }
    return this.render(batch);
  }

  /** Newest first. */
  list(query: URLSearchParams): JsonRecord {
    const limit = Math.min(Math.max(Number(query.get('limit') ?? 20) || 20, 1), 100);
    const all = [...this.batches.values()].reverse();
    const start = query.has('after') ? all.findIndex((batch) => batch.id === query.get('after')) + 1 : 0;
    const page = all.slice(start, start + limit);
    return {
      object: 'list',
      data: page.map((batch) => this.render(batch)),
      first_id: page[0]?.id ?? null,
      last_id: page.at(-1)?.id ?? null,
      has_more: start + limit < all.length,
    };
  }

  private async validate(batch: Batch, content: Buffer): Promise<void> {
    const { lines, errors } = await readBatchFile(content, batch.endpoint);
    if (errors.length > 0) {
      batch.errors = errors;
      this.enter(batch, 'failed');
      return;
    }
    batch.lines = lines;
    batch.counts.total = lines.length;
    this.enter(batch, 'in_progress');
  }

  /** Runs the requests and writes the files, once however often it is asked for. */
  private settle(batch: Batch): Promise<void> {
    batch.settlement ??= this.run(batch);
    return batch.settlement;
  }

  private async run(batch: Batch): Promise<void> {
    await batch.validation;
    if (batch.status === 'failed') return;
    const isCancelled = batch.status === 'cancelling';
    const lines = isCancelled ? batch.lines.slice(0, Math.floor(batch.lines.length / 2)) : batch.lines;
    if (!isCancelled) this.enter(batch, 'finalizing');
    const breathe = makeBreather();
    const output: string[] = [];
    const failures: string[] = [];
    for (const line of lines) {
      await breathe();
      this.runLine(batch, line, { output, failures });
    }
    batch.outputFileId = this.store(batch, 'output', output);
    batch.errorFileId = this.store(batch, 'error', failures);
    batch.lines = [];
    this.enter(batch, isCancelled ? 'cancelled' : 'completed');
  }

  private runLine(batch: Batch, line: BatchLine, files: { output: string[]; failures: string[] }): void {
    const hash = stableHash(`${batch.id}/${line.customId}`).slice(0, 24);
    const write = (target: string[], status: number, body: unknown): void => {
      const response = { status_code: status, request_id: `req_simulated_${hash}`, body };
      target.push(
        JSON.stringify({ id: `batch_req_${hash}`, custom_id: line.customId, response, error: null }),
      );
    };
    try {
      const body = this.answer(batch.endpoint, line.body);
      batch.counts.completed += 1;
      const usage = toRecord(body.usage);
      batch.usage.input_tokens += Number(usage.prompt_tokens ?? usage.input_tokens ?? 0);
      batch.usage.output_tokens += Number(usage.completion_tokens ?? usage.output_tokens ?? 0);
      batch.usage.total_tokens += Number(usage.total_tokens ?? 0);
      write(files.output, 200, body);
    } catch (error) {
      const fault = toFault(error);
      batch.counts.failed += 1;
      write(files.failures, fault.status, renderOpenAiFault(fault));
    }
  }

  private store(batch: Batch, kind: 'output' | 'error', lines: string[]): string | null {
    if (lines.length === 0) return null;
    const content = Buffer.from(`${lines.join('\n')}\n`);
    return this.files.add({ filename: `${batch.id}_${kind}.jsonl`, purpose: 'batch_output', content }).id;
  }

  private enter(batch: Batch, status: BatchStatus): void {
    batch.status = status;
    batch.times[`${status}_at`] = this.now();
  }

  private render(batch: Batch): JsonRecord {
    const time = (name: string): number | null => batch.times[name] ?? null;
    const hasErrors = batch.errors.length > 0;
    return {
      id: batch.id,
      object: 'batch',
      endpoint: batch.endpoint,
      errors: hasErrors ? { object: 'list', data: batch.errors } : null,
      input_file_id: batch.inputFileId,
      completion_window: batch.completionWindow,
      status: batch.status,
      output_file_id: batch.outputFileId,
      error_file_id: batch.errorFileId,
      created_at: time('created_at'),
      in_progress_at: time('in_progress_at'),
      expires_at: time('expires_at'),
      finalizing_at: time('finalizing_at'),
      completed_at: time('completed_at'),
      failed_at: time('failed_at'),
      expired_at: null,
      cancelling_at: time('cancelling_at'),
      cancelled_at: time('cancelled_at'),
      request_counts: { ...batch.counts },
      usage: { ...batch.usage },
      metadata: batch.metadata,
    };
  }

  private find(id: string): Batch {
    const batch = this.batches.get(id);
    if (batch === undefined) throw notFound(`No batch found with id '${id}'.`);
    return batch;
  }

  private remember(batch: Batch): void {
    this.batches.set(batch.id, batch);
    const [oldest] = this.batches.keys();
    if (this.batches.size > MAX_BATCHES && oldest !== undefined) this.batches.delete(oldest);
  }

  private now(): number {
    return Math.floor(this.context.clock.now().getTime() / 1_000);
  }
}
