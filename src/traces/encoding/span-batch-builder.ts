import { createHash } from 'node:crypto';
import { DAY_MS } from '../../lib/durations.js';
import { storableText } from '../../lib/storable-text.js';
import { usdFromNumber } from '../../lib/money.js';
import { countsForItself, readGenAiFacts, type GenAiFacts } from '../../wire/otlp/read-genai-facts.js';
import { readEvaluations, type EvaluationEvent } from '../../wire/otlp/read-evaluations.js';
import type { Attributes, Span, SpanOrigin, SpanSink } from '../../wire/otlp/span-model.js';
import { dropContent, isContent } from './drop-content.js';
import { isTelling, termOf, wordsOf } from './search-terms.js';
import { findNested, type CountedSpan } from './nested-counts.js';
import { newColumns, OWN_SPAN_FLAG, SPAN_COLUMN_NAMES, type SpanBatch } from './span-batch.js';
import { toStoredBody } from './stored-span.js';
import { addModel, addTerm, ENTRY_RANK, mergeDelta, toDeltaRow, type TraceDelta } from './trace-delta.js';

export interface SpanBatchOptions {
  readonly projectId: string;
  /** Whether message contents are kept. */
  readonly keepContent: boolean;
  /** Spans of the gateway itself. */
  readonly own?: boolean;
}

interface ResourceFacts {
  readonly id: string;
  readonly service: string | undefined;
  /** Traces that have it already. */
  readonly tracesWithIt: Set<string>;
}

const NANO_PER_DAY = DAY_MS * 1e6;
const MAX_TOLD_FAULTS = 10;
const MAX_TOLD_CHARS = 300;
const STATUS_TERMS = ['unset', 'ok', 'error'] as const;
const CONTENT_WORDS = 64;
const CONTENT_CHARS = 1_000;
const NAME_WORDS = 16;

/** Gathers a request's spans into columns, and what they say about their traces. */
export class SpanBatchBuilder implements SpanSink {
  private readonly columns = newColumns();
  private readonly traces = new Map<string, TraceDelta>();
  private readonly days = new Set<number>();
  private readonly resources = new Map<Attributes, ResourceFacts>();
  private readonly evaluations: EvaluationEvent[] = [];
  private readonly counted: CountedSpan[] = [];
  private readonly faults: string[] = [];
  private faultCount = 0;
  private rejectedSpans = 0;

  constructor(private readonly options: SpanBatchOptions) {}

  accept(span: Span, origin: SpanOrigin): void {
    const facts = readGenAiFacts(span.attributes);
    this.add(span, origin, { facts, counts: countsForItself(facts) });
  }

  /** @param counts whether the span's tokens and cost are summed into its trace's */
  add(span: Span, origin: SpanOrigin, { facts, counts }: { facts: GenAiFacts; counts: boolean }): void {
    const resource = this.resourceOf(origin);
    const startNano = BigInt(span.startNano);
    const day = Math.floor(Number(span.startNano) / NANO_PER_DAY);
    this.days.add(day);
    this.pushRow(span, { startNano, day, facts: counts ? facts : {} });
    const withResource = !resource.tracesWithIt.has(span.traceId);
    resource.tracesWithIt.add(span.traceId);
    const kept = this.options.keepContent ? span : dropContent(span);
    const { model } = facts;
    const extras = { service: resource.service, model, resourceId: resource.id, withResource };
    this.columns.body.pushText(JSON.stringify(toStoredBody(kept, origin, extras)));
    this.noteTrace(span, { startNano, day, facts, service: resource.service });
    if (this.options.own !== true) this.evaluations.push(...readEvaluations(span));
  }

  reject(name: string, reason: string): void {
    this.rejectedSpans += 1;
    this.tell(`span ${name}: ${reason}`);
  }

  warn(message: string): void {
    this.tell(message);
  }

  finish(): SpanBatch {
    this.pushFlags();
    const columns = {} as { -readonly [K in keyof SpanBatch['columns']]: SpanBatch['columns'][K] };
    const { traceRows, traceRowEnds } = this.encodeTraces();
    let bytes = traceRows.length;
    for (const name of SPAN_COLUMN_NAMES) {
      columns[name] = this.columns[name].take();
      bytes += columns[name].length;
    }
    return {
      count: this.columns.body.count,
      columns,
      traceIds: [...this.traces.keys()],
      traceRows,
      traceRowEnds,
      days: [...this.days],
      evaluations: this.evaluations,
      bytes,
      rejectedSpans: this.rejectedSpans,
      errorMessage: this.describeFaults(),
    };
  }

  /** Only when all spans are there it is known which of them enclose others. */
  private pushFlags(): void {
    const { flags } = this.columns;
    if (this.options.own === true) this.counted.forEach(() => flags.pushInt2(OWN_SPAN_FLAG));
    else for (const nested of findNested(this.counted)) flags.pushInt2(nested);
  }

  private pushRow(
    span: Span,
    { startNano, day, facts }: { startNano: bigint; day: number; facts: GenAiFacts },
  ): void {
    const { columns } = this;
    columns.traceId.pushHex(span.traceId, 16);
    columns.spanId.pushHex(span.spanId, 8);
    columns.day.pushInt4(day - DAYS_1970_TO_2000);
    columns.startNano.pushInt8(startNano);
    columns.endNano.pushInt8(BigInt(span.endNano));
    pushOptional(columns.inputTokens, facts.inputTokens);
    pushOptional(columns.outputTokens, facts.outputTokens);
    if (facts.costUsd === undefined) columns.costPicoUsd.pushNull();
    else columns.costPicoUsd.pushInt8(usdFromNumber(facts.costUsd));
    if (span.parentSpanId === undefined) columns.parentSpanId.pushNull();
    else columns.parentSpanId.pushInt8(BigInt.asIntN(64, BigInt(`0x${span.parentSpanId}`)));
    if (facts.responseId === undefined) columns.responseHash.pushNull();
    else columns.responseHash.pushInt8(hashOf(facts.responseId));
    this.counted.push({
      traceId: span.traceId,
      spanId: span.spanId,
      parentSpanId: span.parentSpanId,
      tokens: (facts.inputTokens ?? 0) + (facts.outputTokens ?? 0),
      cost: facts.costUsd ?? 0,
      responseId: facts.responseId,
    });
  }

  private noteTrace(
    span: Span,
    {
      startNano,
      day,
      facts,
      service,
    }: { startNano: bigint; day: number; facts: GenAiFacts; service: string | undefined },
  ): void {
    const { parentSpanId } = span;
    const inner = this.options.own === true ? ENTRY_RANK.gateway : ENTRY_RANK.inner;
    const said: TraceDelta = {
      traceId: span.traceId,
      startNano,
      endNano: BigInt(span.endNano),
      firstDay: day,
      lastDay: day,
      entryRank: parentSpanId === undefined ? ENTRY_RANK.root : inner,
      entryNano: startNano,
      entryName: storableText(span.name),
      service,
      status: span.statusCode,
      models: new Set(),
      terms: new Set(),
    };
    const known = this.traces.get(span.traceId);
    if (known === undefined) this.traces.set(span.traceId, said);
    else mergeDelta(known, said);
    const trace = known ?? said;
    if (facts.model !== undefined) addModel(trace, storableText(facts.model).slice(0, 200));
    this.noteTerms(trace, span, facts, service);
  }

  private noteTerms(trace: TraceDelta, span: Span, facts: GenAiFacts, service: string | undefined): void {
    addTerm(trace, termOf('status', STATUS_TERMS[span.statusCode]));
    if (service !== undefined) addTerm(trace, termOf('service', service));
    if (facts.model !== undefined) addTerm(trace, termOf('model', facts.model));
    const { conversationId, agentName, toolName, responseId, provider, model } = facts;
    for (const text of [
      span.name,
      service,
      model,
      provider,
      agentName,
      toolName,
      conversationId,
      responseId,
      span.statusMessage,
    ])
      if (text !== undefined && text !== '')
        for (const word of wordsOf(text.slice(0, CONTENT_CHARS), NAME_WORDS)) addTerm(trace, word);
    if (this.options.keepContent) this.noteContent(trace, span);
  }

  private noteContent(trace: TraceDelta, { attributes }: Span): void {
    for (const name in attributes) {
      if (!isContent(name)) continue;
      const value = attributes[name];
      if (typeof value !== 'string') continue;
      for (const word of wordsOf(value.slice(0, CONTENT_CHARS), CONTENT_WORDS))
        if (isTelling(word)) addTerm(trace, word);
    }
  }

  private resourceOf({ resource }: SpanOrigin): ResourceFacts {
    const known = this.resources.get(resource);
    if (known !== undefined) return known;
    const service = resource['service.name'];
    const facts: ResourceFacts = {
      id: createHash('sha1').update(JSON.stringify(resource)).digest('hex').slice(0, 8),
      service:
        typeof service === 'string' && service !== '' ? storableText(service).slice(0, 200) : undefined,
      tracesWithIt: new Set(),
    };
    this.resources.set(resource, facts);
    return facts;
  }

  private encodeTraces(): Pick<SpanBatch, 'traceRows' | 'traceRowEnds'> {
    const { projectId } = this.options;
    const rows = [...this.traces.values()].map((delta) => JSON.stringify(toDeltaRow(projectId, delta)));
    let end = -1;
    const traceRowEnds = rows.map((row) => (end += 1 + Buffer.byteLength(row)));
    return { traceRows: new Uint8Array(Buffer.from(rows.join(','))), traceRowEnds };
  }

  private tell(fault: string): void {
    this.faultCount += 1;
    if (this.faults.length < MAX_TOLD_FAULTS) this.faults.push(storableText(fault.slice(0, MAX_TOLD_CHARS)));
  }

  private describeFaults(): string | undefined {
    if (this.faultCount === 0) return undefined;
    const more = this.faultCount - this.faults.length;
    return this.faults.join('; ') + (more > 0 ? `; and ${more} more` : '');
  }
}

/** Where PostgreSQL's dates begin. */
const DAYS_1970_TO_2000 = 10_957;

function pushOptional(
  column: { pushNull(): void; pushInt8(value: bigint): void },
  value: number | undefined,
): void {
  if (value === undefined) column.pushNull();
  else column.pushInt8(BigInt(value));
}

function hashOf(text: string): bigint {
  return createHash('sha1').update(text).digest().readBigInt64BE(0);
}
