import { ByteCollector } from '../../lib/byte-collector.js';
import { usageWithCost, type UsageCost } from '../json-bytes/splice-usage-cost.js';
import { ChatStreamEvent } from './chat-stream-event.js';
import {
  type ChunkIdentity,
  printUsageChunk,
  usageBytes,
  type UsageEvent,
  usageWithCostOf,
  withCost,
  withOurUsage,
  withNullUsage,
} from './chat-stream-usage-event.js';
import { EventCutter, type EventSink, StreamEventTooLargeError } from './event-cutter.js';
import { joinDataLines } from './event-data-lines.js';
import { EventOutput } from './event-output.js';

const CARRIAGE_RETURN = 0x0d;
/** The bytes of `""`. */
const EMPTY_TEXT = 2;
const DEFAULT_MAX_EVENT_BYTES = 8 * 1_024 * 1_024;
/** Events have some dozens, a whole answer in one event with what 1,500 tokens and twenty others at each place weighed has as many. */
const MAX_MARKS = 400_000;

/**
 * Watches the bytes of a chat stream (provider B, marketplace, hosted, or a translator that writes the same shape), lets them pass
 * unchanged, and keeps back its end until the call has been priced and the bill is committed (contract, "Durable before done").
 *
 * Use: write what `push` answers; when `sawDone` turns true or the upstream ends, call `end`, bill by `usage` (or by an estimate from
 * `outputBytes`), commit, and write what `finish` answers. After that `push` answers its chunk.
 *
 * What is kept back: from a usage chunk on, and from `[DONE]` on. What is changed, so that the client gets exactly one usage chunk,
 * the last, with `cost`, just before `[DONE]`:
 * - The last chunk with usage gets the cost; it keeps its choices when it has any.
 * - Usage that turns out not to be the last word (another chunk follows), or that comes with text in mid-stream, is replaced by
 *   `null` in its chunk, which goes on at once. A chunk of such usage alone (`choices: []`) is taken out of its place.
 * - When no chunk that is still here carries the usage, a usage chunk is added: that taken-out one, or one of ours.
 *
 * Error events and everything after `[DONE]` pass as they are.
 */
export class ChatStreamTap implements EventSink {
  /** `[DONE]` has come. False at the end: the upstream stopped or was cut. */
  sawDone = false;
  /** A delta with text, reasoning or a tool call has come. */
  sawVisible = false;
  /** Bytes of text of content, reasoning and tool arguments so far, for an estimate. */
  outputBytes = 0;
  finishReason: string | undefined;
  /** The parsed `error` of the last error event in mid-stream. */
  errorEvent: unknown;

  private readonly event = new ChatStreamEvent();
  private readonly cutter: EventCutter;
  private readonly output = new EventOutput();
  private readonly identity: ChunkIdentity = {};
  /** The latest usage, wherever it came. */
  private lastUsage: UsageEvent | undefined;
  private parsedUsage: Readonly<Record<string, unknown>> | undefined;
  private parsedFrom: UsageEvent | undefined;
  /** `lastUsage` has not gone out: it waits for its cost, and what follows waits in `tail`. */
  private holdsUsage = false;
  private readonly tail = new ByteCollector();
  /** That of the `[DONE]` event, which is the same wherever the network cut the stream. */
  private lineEnd = '\n';
  /** Of the tail, as far as that event goes. */
  private doneLength = -1;
  private cutShort = false;
  private finished = false;

  constructor(private readonly maxEventBytes = DEFAULT_MAX_EVENT_BYTES) {
    this.cutter = new EventCutter(this, maxEventBytes, {
      maxMarks: MAX_MARKS,
      onDenseEvent: (bytes, start, end) => this.passUnread(bytes, start, end),
    });
  }

  /** The raw `usage` object of the last chunk that had one. */
  get usage(): Readonly<Record<string, unknown>> | undefined {
    if (this.lastUsage !== this.parsedFrom) {
      this.parsedFrom = this.lastUsage;
      this.parsedUsage =
        this.lastUsage && (JSON.parse(usageBytes(this.lastUsage).toString()) as Record<string, unknown>);
    }
    return this.parsedUsage;
  }

  /** The stream's `id` as JSON text. */
  get writtenId(): string | undefined {
    return this.identity.id;
  }

  /**
   * Takes what the upstream sent and answers what may go to the client now: whole events, in order; the very same buffer when all of
   * it may. Undefined when nothing may.
   * @throws StreamEventTooLargeError when one event, or what is kept back, outgrows the limit
   */
  push(chunk: Buffer): Buffer | undefined {
    if (this.finished) return chunk;
    this.cutter.push(chunk);
    return this.output.take();
  }

  /** The upstream has ended, well or not: what is left counts as the last event. It goes out with `finish`. */
  end(): void {
    if (!this.finished && this.cutter.end()) this.cutShort = true;
  }

  /**
   * The rest of the stream with the cost in its usage chunk. Call it once, after the bill is committed.
   * Without usage from the provider, `usageIfMissing` makes a usage chunk, also in a stream without `[DONE]`: leave it out where a
   * broken stream should end as it broke. `usageInstead` takes the place of the provider's, where nothing could be billed by it.
   */
  finish({ cost, usageIfMissing, usageInstead }: UsageCost): Buffer {
    this.end();
    this.finished = true;
    const parts: Buffer[] = [];
    const last = this.output.take();
    if (last) parts.push(last);
    if (this.lastUsage && usageInstead) this.lastUsage = withOurUsage(this.lastUsage, usageInstead);
    if (this.holdsUsage && this.lastUsage) parts.push(withCost(this.lastUsage, cost));
    else parts.push(...this.addedUsageChunk(cost, usageIfMissing));
    return Buffer.concat([...parts, ...this.tail.drain()]);
  }

  onEvent(bytes: Buffer, start: number, end: number): void {
    if (this.sawDone) {
      this.keepInTail(bytes.subarray(start, end));
      return;
    }
    const kind = this.event.read(bytes, start, end);
    if (kind === 'done') {
      this.sawDone = true;
      this.keepInTail(bytes.subarray(start, end));
      this.doneLength = this.tail.length;
      this.lineEnd = lineEndOf(bytes, end);
    } else if (kind === 'opaque') this.passUnread(bytes, start, end);
    else {
      this.releaseHeldUsage();
      this.noteFacts();
      if (kind === 'error') this.passError(bytes, start, end);
      else if (this.event.usageEnd === 0) this.output.add(bytes, start, end);
      else this.takeUsage(bytes, start, end);
    }
  }

  onLateLineFeed(bytes: Buffer, start: number, end: number): void {
    const lineFeed = bytes.subarray(start, end);
    if (this.tail.length > 0) {
      this.tail.add(lineFeed);
      if (this.tail.length === this.doneLength + 1) this.lineEnd = '\r\n';
    } else if (this.holdsUsage && this.lastUsage) {
      this.lastUsage = { ...this.lastUsage, bytes: Buffer.concat([this.lastUsage.bytes, lineFeed]) };
    } else this.output.add(bytes, start, end);
  }

  /** Another chunk follows the usage that waited, so it was not the last word. */
  private releaseHeldUsage(): void {
    if (!this.holdsUsage || !this.lastUsage) return;
    this.holdsUsage = false;
    if (this.lastUsage.hasChoices) this.output.add(withNullUsage(this.lastUsage));
    for (const kept of this.tail.drain()) this.output.add(kept);
  }

  private noteFacts(): void {
    const { event, identity } = this;
    const { choices } = event;
    this.outputBytes += choices.outputBytes;
    if (choices.isVisible) this.sawVisible = true;
    if (choices.finishEnd > 0)
      this.finishReason = this.parse(choices.finishStart, choices.finishEnd) as string;
    // A first chunk that only tells of a filter has an empty one.
    if (event.idEnd - event.idStart > EMPTY_TEXT) identity.id ??= this.text(event.idStart, event.idEnd);
    if (event.createdEnd > 0) identity.created ??= this.text(event.createdStart, event.createdEnd);
    if (event.modelEnd > 0) identity.model ??= this.text(event.modelStart, event.modelEnd);
  }

  private passError(bytes: Buffer, start: number, end: number): void {
    const { event } = this;
    this.errorEvent = this.parse(event.errorStart, event.errorEnd);
    if (event.usageEnd > 0) {
      const { source, usageStart, usageEnd } = event;
      this.lastUsage = { bytes: source, usageStart, usageEnd, hasChoices: true };
    }
    this.output.add(bytes, start, end);
  }

  private takeUsage(bytes: Buffer, start: number, end: number): void {
    const { event } = this;
    if (!event.isInPlace) {
      const joined = joinDataLines(bytes, start, end);
      event.read(joined, 0, joined.length);
      this.takeUsage(joined, 0, joined.length);
      return;
    }
    this.lastUsage = {
      bytes: bytes.subarray(start, end),
      usageStart: event.usageStart - start,
      usageEnd: event.usageEnd - start,
      hasChoices: event.choices.hasChoices,
    };
    if (event.choices.isVisible && event.choices.finishEnd === 0)
      this.output.add(withNullUsage(this.lastUsage));
    else this.holdsUsage = true;
  }

  private passUnread(bytes: Buffer, start: number, end: number): void {
    if (this.sawDone || this.holdsUsage) this.keepInTail(bytes.subarray(start, end));
    else this.output.add(bytes, start, end);
  }

  private keepInTail(bytes: Buffer): void {
    if (this.tail.length + bytes.length > this.maxEventBytes)
      throw new StreamEventTooLargeError(this.maxEventBytes);
    this.tail.add(bytes);
  }

  private addedUsageChunk(cost: string | undefined, usageIfMissing: object | undefined): Buffer[] {
    // An event that was cut off must not run into ours.
    const separator = this.cutShort && !this.sawDone ? [Buffer.from('\n\n')] : [];
    if (this.lastUsage && !this.lastUsage.hasChoices) return [...separator, withCost(this.lastUsage, cost)];
    const usage = this.lastUsage
      ? usageWithCostOf(this.lastUsage, cost)
      : usageIfMissing && usageWithCost(usageIfMissing, cost);
    return usage ? [...separator, printUsageChunk(this.identity, usage, this.lineEnd)] : [];
  }

  private parse(start: number, end: number): unknown {
    return JSON.parse(this.text(start, end)) as unknown;
  }

  private text(start: number, end: number): string {
    return this.event.source.toString('utf8', start, end);
  }
}

function lineEndOf(bytes: Buffer, end: number): string {
  if (bytes[end - 1] === CARRIAGE_RETURN) return '\r';
  return bytes[end - 2] === CARRIAGE_RETURN ? '\r\n' : '\n';
}
