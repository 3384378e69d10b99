import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import type { CallRecord } from '../../billing/calls/call-record.js';
import { CommittedCalls } from '../../billing/metering/committed-calls.js';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { LOGGER } from '../../http/logger.js';
import { Metrics } from '../../metrics/metrics.js';
import type { SpanOrigin } from '../../wire/otlp/span-model.js';
import { SpanBatchBuilder } from '../encoding/span-batch-builder.js';
import { TraceWriter } from '../storage/trace-writer.service.js';
import { SpanExporter } from './span-exporter.js';
import { spansOfCall } from './spans-of-call.js';

const MAX_WAITING_CALLS = 5_000;
const GATHER_MS = 100;
/** Making the spans of so many calls takes a millisecond or two. */
const CALLS_A_TURN = 50;
const SERVICE_NAME = 'inference-gateway';

/**
 * The gateway's own spans: made in the background from what was committed, so that a call pays for a push onto a list. A call with
 * a sampled `traceparent` has them in its project's traces; with a collector set, every call is exported. When more waits than can
 * be worked off, what is new is dropped and counted.
 */
@Injectable()
export class OwnSpans implements OnModuleInit {
  private readonly waiting: CallRecord[] = [];
  private readonly exporter: SpanExporter | undefined;
  private readonly origin: SpanOrigin;
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;

  constructor(
    private readonly committed: CommittedCalls,
    private readonly writer: TraceWriter,
    private readonly metrics: Metrics,
    @Inject(SETTINGS) { otlpExport }: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const name = otlpExport?.serviceName ?? SERVICE_NAME;
    this.origin = { resource: { 'service.name': name }, scopeName: SERVICE_NAME, scopeVersion: '1' };
    if (otlpExport !== undefined)
      this.exporter = new SpanExporter({
        settings: otlpExport,
        origin: this.origin,
        logger,
        onDropped: (count) => metrics.ownSpansDropped('export', count),
      });
  }

  onModuleInit(): void {
    this.committed.onCommitted((record) => this.note(record));
  }

  /** Resolves when nothing waits any more. */
  async drain(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.working;
    await this.work();
  }

  async close(): Promise<void> {
    await this.drain();
    await this.exporter?.close();
  }

  private note(record: CallRecord): void {
    if (!isStored(record) && !this.isExported(record)) return;
    if (this.waiting.length >= MAX_WAITING_CALLS) {
      this.metrics.ownSpansDropped('traces', 1);
      return;
    }
    this.waiting.push(record);
    if (this.timer !== undefined || this.working !== undefined) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.working = this.work().finally(() => {
        this.working = undefined;
      });
    }, GATHER_MS);
    this.timer.unref();
  }

  private async work(): Promise<void> {
    while (this.waiting.length > 0) {
      const builders = new Map<string, SpanBatchBuilder>();
      for (const record of this.waiting.splice(0, CALLS_A_TURN)) this.make(record, builders);
      await Promise.all([...builders].map(([projectId, builder]) => this.store(projectId, builder)));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  private make(record: CallRecord, builders: Map<string, SpanBatchBuilder>): void {
    const { projectId } = record;
    const spans = spansOfCall(record);
    if (this.isExported(record)) for (const { span } of spans) this.exporter?.add(span);
    if (!isStored(record)) return;
    const builder =
      builders.get(projectId) ?? new SpanBatchBuilder({ projectId, keepContent: true, own: true });
    builders.set(projectId, builder);
    for (const { span, facts, counts } of spans) builder.add(span, this.origin, { facts, counts });
  }

  private async store(projectId: string, builder: SpanBatchBuilder): Promise<void> {
    const batch = builder.finish();
    try {
      await this.writer.write(projectId, batch);
    } catch (error) {
      this.metrics.ownSpansDropped('traces', batch.count);
      this.logger.warn({ err: error, spans: batch.count }, 'spans of this service could not be stored');
    }
  }

  private isExported({ parentSpan }: CallRecord): boolean {
    return this.exporter !== undefined && parentSpan?.sampled !== false;
  }
}

/** A caller that does not record its trace wants none of ours in it. */
function isStored({ traceId, parentSpan }: CallRecord): boolean {
  return traceId !== undefined && parentSpan?.sampled === true;
}
