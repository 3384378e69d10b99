import type { OtlpFormat } from '../../wire/otlp/export-answer.js';
import { readJsonSpans } from '../../wire/otlp/read-json-spans.js';
import { readProtobufSpans } from '../../wire/otlp/read-protobuf-spans.js';
import { OtlpBodyError, type TimeWindow } from '../../wire/otlp/span-model.js';
import { SpanBatchBuilder } from '../encoding/span-batch-builder.js';
import type { SpanBatch } from '../encoding/span-batch.js';

/** A request's body with what its reading depends on. Plain data: it may go to another thread. */
export interface TraceBody {
  readonly projectId: string;
  readonly format: OtlpFormat;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly keepContent: boolean;
  readonly window: TimeWindow;
}

export type TraceBodyOutcome =
  | { readonly kind: 'batch'; readonly batch: SpanBatch }
  | { readonly kind: 'unreadable'; readonly problem: OtlpBodyError['problem']; readonly message: string };

/** Reads, checks and encodes a body, in whichever thread. */
export function readTraceBody({
  projectId,
  format,
  bytes,
  keepContent,
  window,
}: TraceBody): TraceBodyOutcome {
  const builder = new SpanBatchBuilder({ projectId, keepContent });
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    if (format === 'json') readJsonSpans(body, builder, window);
    else readProtobufSpans(body, builder, window);
    return { kind: 'batch', batch: builder.finish() };
  } catch (error) {
    if (!(error instanceof OtlpBodyError)) throw error;
    return { kind: 'unreadable', problem: error.problem, message: error.message };
  }
}
