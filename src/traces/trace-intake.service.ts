import { Inject, Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { Caller } from '../auth/caller.js';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { LOGGER } from '../http/logger.js';
import { bodyTimeLimitMs } from '../http/bodies/body-time-limit.js';
import { readBody } from '../http/bodies/read-body.js';
import { ByteBudget, type ByteShare } from '../lib/byte-budget.js';
import { Clock } from '../lib/clock.js';
import { DAY_MS } from '../lib/durations.js';
import { release } from '../lib/large-memory.js';
import type { ExportOutcome, OtlpFormat } from '../wire/otlp/export-answer.js';
import type { SpanBatch } from './encoding/span-batch.js';
import { TraceEvaluations } from './trace-evaluations.service.js';
import { IntakeThread, IntakeThreadError } from './intake/intake-thread.js';
import { TraceWriter } from './storage/trace-writer.service.js';
import { InvalidTracesError, TracesBusyError, UnsupportedTraceFormatError } from './trace-errors.js';

export const TRACES_CAP_BYTES = 4 * 1_048_576;
const MB = 1_048_576;
/** Bytes of bodies and encoded spans that may be in memory at once, and those of one organization. */
const INTAKE_BYTES = { maxBytes: 64 * MB, maxBytesEach: 48 * MB };
/** What a body of unknown length is taken for until it is there. */
const UNKNOWN_BODY_BYTES = MB;
/** Clocks of callers may be ahead of ours; beyond a day it is a mistake. */
const FUTURE_MS = DAY_MS;

/** Takes OTLP trace exports (spec 4.6, contract 8): read, judged by, written; the answer comes after the commit. */
@Injectable()
export class TraceIntake {
  private readonly thread: IntakeThread;
  private readonly budget = new ByteBudget(INTAKE_BYTES);

  constructor(
    private readonly writer: TraceWriter,
    private readonly evaluations: TraceEvaluations,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.thread = new IntakeThread({ logger });
  }

  /**
   * @throws UnsupportedTraceFormatError (415), InvalidTracesError (400), TracesBusyError, DatabaseUnavailableError (503), and what
   *   `readBody` throws (400, 413, 415)
   */
  async take(
    request: IncomingMessage,
    caller: Caller,
  ): Promise<{ format: OtlpFormat; outcome: ExportOutcome }> {
    const format = formatOf(request.headers['content-type']);
    const share = this.budget.take(expectedBytes(request), caller.organizationId);
    if (share === undefined) throw new TracesBusyError();
    try {
      const batch = await this.read(request, { format, caller, share });
      await this.evaluations.judge(caller.projectId, batch.evaluations);
      await this.writer.write(caller.projectId, batch);
      const { rejectedSpans, errorMessage } = batch;
      return { format, outcome: { rejectedSpans, errorMessage } };
    } finally {
      share.giveBack();
    }
  }

  close(): Promise<void> {
    return this.thread.close();
  }

  private async read(
    request: IncomingMessage,
    { format, caller, share }: { format: OtlpFormat; caller: Caller; share: ByteShare },
  ): Promise<SpanBatch> {
    // A copy of its own: it may go to another thread, and a body of one chunk lies in memory that others use.
    const received = await readBody(request, TRACES_CAP_BYTES, {
      timeoutMs: bodyTimeLimitMs(this.settings.bodyTimeoutMs, request.headers, TRACES_CAP_BYTES),
    });
    const bytes = new Uint8Array(received);
    release(received);
    share.resize(2 * bytes.length);
    const nowMs = this.clock.now().getTime();
    const window = { earliestMs: nowMs - this.settings.traceRetentionMs, latestMs: nowMs + FUTURE_MS };
    const keepContent = caller.traceContent === 'keep';
    const { projectId } = caller;
    const outcome = await this.thread
      .read({ projectId, format, bytes, keepContent, window })
      .catch((error: unknown) => {
        throw error instanceof IntakeThreadError ? asTraceError(error) : error;
      });
    if (outcome.kind === 'unreadable') throw new InvalidTracesError(outcome.message);
    share.resize(2 * outcome.batch.bytes);
    return outcome.batch;
  }
}

/** A body that the thread died over would be its end again. */
function asTraceError(error: IntakeThreadError): Error {
  return error.reason === 'closed'
    ? new TracesBusyError(error)
    : new InvalidTracesError(
        'The body takes more time or memory to read than it may. Send its spans in parts.',
      );
}

/** Who names no type is taken to send JSON. */
function formatOf(contentType: string | undefined): OtlpFormat {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === '' || type === 'application/json') return 'json';
  if (type === 'application/x-protobuf' || type === 'application/protobuf') return 'protobuf';
  throw new UnsupportedTraceFormatError(type);
}

function expectedBytes({ headers }: IncomingMessage): number {
  const declared = Number(headers['content-length'] ?? Number.NaN);
  const isPlain = ['', 'identity'].includes(headers['content-encoding']?.trim().toLowerCase() ?? '');
  return isPlain && declared >= 0 ? Math.min(declared, TRACES_CAP_BYTES) : UNKNOWN_BODY_BYTES;
}
