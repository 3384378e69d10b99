import type { Logger } from 'pino';
import { request } from 'undici';
import { plainAgent } from '../../http/plain-agent.js';
import type { OtlpExportSettings } from '../../config/settings.js';
import { encodeJsonSpans } from '../../wire/otlp/encode-json-spans.js';
import type { Span, SpanOrigin } from '../../wire/otlp/span-model.js';

export interface SpanExporterOptions {
  readonly settings: OtlpExportSettings;
  readonly origin: SpanOrigin;
  readonly logger: Logger;
  readonly onDropped: (count: number) => void;
  /** Pause before the first repetition, in milliseconds. */
  readonly retryPauseMs?: number;
}

const MAX_WAITING = 4_096;
const MAX_SPANS_A_REQUEST = 256;
const GATHER_MS = 500;
const TIMEOUT_MS = 10_000;
const MAX_TRIES = 3;
const RETRY_PAUSE_MS = 1_000;
const COMPLAINT_PAUSE_MS = 60_000;
/** OTLP/HTTP, "Retryable Response Codes". */
const RETRYABLE = new Set([429, 502, 503, 504]);

/**
 * Sends spans to a collector by OTLP/HTTP, in the background. Bounded: while the collector is slow or away, what is new is dropped
 * and counted. Neither its address nor its headers are logged: both may hold credentials.
 */
export class SpanExporter {
  private readonly waiting: Span[] = [];
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> | undefined;
  private complainedAt = -Infinity;
  private closing = false;

  constructor(private readonly options: SpanExporterOptions) {}

  add(span: Span): void {
    if (this.waiting.length >= MAX_WAITING) {
      this.options.onDropped(1);
      return;
    }
    this.waiting.push(span);
    this.schedule();
  }

  /** Sends what waits, once. The last step of a process. */
  async close(): Promise<void> {
    this.closing = true;
    clearTimeout(this.timer);
    await this.sending;
    while (this.waiting.length > 0) await this.sendNext();
  }

  private schedule(): void {
    if (this.timer !== undefined || this.sending !== undefined || this.closing) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.sending = this.run().finally(() => {
        this.sending = undefined;
        if (this.waiting.length > 0) this.schedule();
      });
    }, GATHER_MS);
    this.timer.unref();
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0 && !this.closing) await this.sendNext();
  }

  private async sendNext(): Promise<void> {
    const spans = this.waiting.splice(0, MAX_SPANS_A_REQUEST);
    const body = encodeJsonSpans(spans, this.options.origin);
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.post(body);
      if (outcome === 'taken') return;
      if (outcome === 'refused' || attempt >= MAX_TRIES || this.closing) break;
      await new Promise((resolve) => {
        setTimeout(resolve, (this.options.retryPauseMs ?? RETRY_PAUSE_MS) * 2 ** (attempt - 1)).unref();
      });
    }
    this.options.onDropped(spans.length);
  }

  private async post(body: string): Promise<'taken' | 'refused' | 'away'> {
    const { settings } = this.options;
    try {
      const answer = await request(settings.url, {
        dispatcher: plainAgent,
        method: 'POST',
        headers: { ...settings.headers, 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body.dump();
      if (answer.statusCode < 300) return 'taken';
      this.complain({ status: answer.statusCode });
      return RETRYABLE.has(answer.statusCode) ? 'away' : 'refused';
    } catch (error) {
      this.complain({ code: error instanceof Error && 'code' in error ? error.code : 'failed' });
      return 'away';
    }
  }

  private complain(fields: object): void {
    const now = performance.now();
    if (now - this.complainedAt < COMPLAINT_PAUSE_MS) return;
    this.complainedAt = now;
    this.options.logger.warn(fields, 'the collector does not take the spans of this service');
  }
}
