import { ByteCollector } from '../../lib/byte-collector.js';
import { isJsonObject } from '../exact-json/raw-json.js';
import { EventCutter, type EventSink, StreamEventTooLargeError } from './event-cutter.js';
import { statusOfReportedError } from '../status-of-reported-error.js';
import { EventOutput } from './event-output.js';
import { DeltaCounter, readEventData, readEventName } from './messages-stream-event.js';

const DEFAULT_MAX_EVENT_BYTES = 8 * 1_024 * 1_024;
/** Events that are parsed have some hundred bytes. */
const MAX_PARSED_BYTES = 65_536;
/** Of a longer delta the bytes are counted, and not its text: reading one of many members would hold others up. */
const MAX_COUNTED_BYTES = 1_048_576;
/** Usage has a dozen members. */
const MAX_USAGE_MEMBERS = 64;

/**
 * Watches a stream of provider A's native events, lets every byte pass unchanged, and keeps back `message_stop` and what follows
 * it until the bill is committed (contract, "Durable before done"). Memory: one unfinished event, and that end.
 *
 * Use: write what `push` answers; when `sawDone` turns true or the upstream ends, call `end`, bill, commit, and write what `finish`
 * answers. Usage counts are cumulative: later ones replace earlier ones, absent and null ones keep them (wire notes 2.3).
 */
export class MessagesStreamTap implements EventSink {
  /** The message's `id`, as it was sent. */
  id: unknown;
  /** `message_stop` has come. */
  sawDone = false;
  /** A `message_delta` has told why the model stopped: the answer itself is complete. */
  sawFinish = false;
  /** An `error` event has come. */
  carriedError = false;
  /** The status that tells of it. */
  errorStatus: number | undefined;
  /** The last `message_delta` has told the output tokens, so that `usage` is the provider's final word. */
  usageIsFinal = false;
  /** Bytes of text that the model wrote so far, for an estimate. */
  outputBytes = 0;

  private readonly cutter: EventCutter;
  private readonly output = new EventOutput();
  private readonly deltas = new DeltaCounter();
  private known: Record<string, unknown> | undefined;
  private readonly tail = new ByteCollector();
  private finished = false;

  constructor(private readonly maxEventBytes = DEFAULT_MAX_EVENT_BYTES) {
    this.cutter = new EventCutter(this, maxEventBytes);
  }

  /** The provider's `usage` object, merged from `message_start` and the deltas so far. */
  get usage(): Readonly<Record<string, unknown>> | undefined {
    return this.known;
  }

  /**
   * Takes what the upstream sent and answers what may go to the client now; the very same buffer when all of it may.
   * @throws StreamEventTooLargeError when one event, or what is kept back, outgrows the limit.
   */
  push(chunk: Buffer): Buffer | undefined {
    if (this.finished) return chunk;
    this.cutter.push(chunk);
    return this.output.take();
  }

  /** The upstream has ended, well or not: what is left counts as the last event. It goes out with `finish`. */
  end(): void {
    if (!this.finished) this.cutter.end();
  }

  /** The rest of the stream. Call it once, after the bill is committed. */
  finish(): Buffer {
    this.end();
    this.finished = true;
    const last = this.output.take();
    return Buffer.concat([...(last ? [last] : []), ...this.tail.drain()]);
  }

  onEvent(bytes: Buffer, start: number, end: number): void {
    if (!this.sawDone) this.read(bytes, start, end);
    if (this.sawDone) this.keepInTail(bytes.subarray(start, end));
    else this.output.add(bytes, start, end);
  }

  onLateLineFeed(bytes: Buffer, start: number, end: number): void {
    if (this.sawDone) this.keepInTail(bytes.subarray(start, end));
    else this.output.add(bytes, start, end);
  }

  private read(bytes: Buffer, start: number, end: number): void {
    const name = readEventName(bytes, start, end);
    if (name === 'content_block_delta') {
      this.countDelta(bytes, start, end);
      return;
    }
    const isPassedOver = name === 'ping' || name === 'content_block_start' || name === 'content_block_stop';
    if (isPassedOver) return;
    if (end - start > MAX_PARSED_BYTES) {
      // Nothing that is parsed is as large; of one without a name, a delta may be.
      this.note(name ?? 'content_block_delta', undefined, { bytes, start, end });
      return;
    }
    const data = readEventData(bytes, start, end);
    this.note(name ?? data?.['type'], data, { bytes, start, end });
  }

  private countDelta(bytes: Buffer, start: number, end: number): void {
    const length = end - start;
    this.outputBytes += length > MAX_COUNTED_BYTES ? length : this.deltas.count(bytes, start, end);
  }

  private note(
    type: unknown,
    data: Record<string, unknown> | undefined,
    event: { bytes: Buffer; start: number; end: number },
  ): void {
    switch (type) {
      case 'message_start':
        this.noteMessage(data?.['message']);
        return;
      case 'message_delta':
        this.noteMessageDelta(data);
        return;
      case 'message_stop':
        this.sawDone = true;
        return;
      case 'error':
        this.carriedError = true;
        this.errorStatus ??= statusOfReportedError(data?.['error']);
        return;
      case 'content_block_delta':
        this.countDelta(event.bytes, event.start, event.end);
    }
  }

  private noteMessage(message: unknown): void {
    if (!isJsonObject(message)) return;
    this.id ??= message['id'];
    this.merge(message['usage']);
  }

  private noteMessageDelta(data: Record<string, unknown> | undefined): void {
    const usage = data?.['usage'];
    this.merge(usage);
    if (isJsonObject(usage) && typeof usage['output_tokens'] === 'number') this.usageIsFinal = true;
    const delta = data?.['delta'];
    if (isJsonObject(delta) && typeof delta['stop_reason'] === 'string') this.sawFinish = true;
  }

  private merge(report: unknown): void {
    if (!isJsonObject(report)) return;
    const known = new Map(Object.entries(this.known ?? {}));
    for (const [name, value] of Object.entries(report))
      if (value !== null && (known.has(name) || known.size < MAX_USAGE_MEMBERS)) known.set(name, value);
    this.known = Object.fromEntries(known);
  }

  private keepInTail(bytes: Buffer): void {
    if (this.tail.length + bytes.length > this.maxEventBytes)
      throw new StreamEventTooLargeError(this.maxEventBytes);
    this.tail.add(bytes);
  }
}
