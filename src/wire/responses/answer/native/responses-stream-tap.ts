import { ByteCollector } from '../../../../lib/byte-collector.js';
import type { GatewayError } from '../../../../lib/gateway-error.js';
import { isJsonObject } from '../../../exact-json/raw-json.js';
import { editMembers, joinBytes } from '../../../json-bytes/edit-members.js';
import type { UsageCost } from '../../../json-bytes/splice-usage-cost.js';
import { EventCutter, type EventSink, StreamEventTooLargeError } from '../../../sse/event-cutter.js';
import { joinDataLines } from '../../../sse/event-data-lines.js';
import { EventOutput } from '../../../sse/event-output.js';
import { editOr, scanNative } from './edit-native.js';
import { echoEdits, nativeFinish, type NativeEcho } from './finish-native-response.js';
import { withoutEncryptedContent } from './hide-encrypted.js';
import { NativeEvent } from './native-event.js';
import { NativeFailure } from './native-failure.js';
import { NativeLastEvent } from './native-last-event.js';
import { NativeOutput } from './native-output.js';
import type { BuiltResponse } from '../response-echo.js';

const DEFAULT_MAX_EVENT_BYTES = 8 * 1_048_576;
const LAST_EVENTS = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
  'response.cancelled',
]);
const BLANK_LINE = Buffer.from('\n\n');

/**
 * `ChatStreamTap` for provider B's own Responses stream: watches its bytes, lets them pass, and keeps back its last event until the
 * call has been priced and the bill is committed. Used in the same way, by the same relay.
 *
 * What is changed: `usage.cost` in the last event; `store` and `previous_response_id` wherever a response stands, for they speak of
 * us; `encrypted_content` of reasoning that the caller did not ask for is taken out. Half an event at the end of a stream that broke
 * is left out, for no client could read it.
 */
export class ResponsesStreamTap implements EventSink {
  /** The last event has come. False at the end: the upstream stopped or was cut. */
  sawDone = false;
  /** A delta, or the beginning of a call or of a search, has come. */
  sawVisible = false;
  /** Bytes of text of deltas, and of the names of calls, so far: for an estimate. */
  outputBytes = 0;
  /** In chat's words. */
  finishReason: string | undefined;
  /** The parsed error of an `error` event or of a failed response. */
  errorEvent: unknown;

  private readonly event = new NativeEvent();
  private readonly cutter: EventCutter;
  private readonly output = new EventOutput();
  private readonly failure = new NativeFailure();
  private last: NativeLastEvent | undefined;
  private readonly tail = new ByteCollector();
  /** What is left is no whole event any more, or lacks its blank line. */
  private isEnding = false;
  private finished = false;
  private built: BuiltResponse | undefined;
  /** What events with items said; undefined: there were none. */
  private callsTools: boolean | undefined;
  private readonly storeJson: string;
  private readonly previousJson: string;
  /** Whether each search, by its place, is charged for as far as is known. */
  private readonly searches = new Map<number | undefined, boolean>();

  constructor(
    private readonly echo: NativeEcho,
    private readonly maxEventBytes = DEFAULT_MAX_EVENT_BYTES,
  ) {
    this.cutter = new EventCutter(this, maxEventBytes);
    const { store, previousResponseId } = echo;
    this.storeJson = String(store);
    this.previousJson = previousResponseId === undefined ? 'null' : JSON.stringify(previousResponseId);
  }

  /** The raw `usage` object of the last event; for `usageFromResponses`, with `webSearches`. */
  get usage(): Record<string, unknown> | undefined {
    const usage = this.last?.response?.usage;
    return isJsonObject(usage) ? usage : undefined;
  }

  /** Searches to charge for; of a stream that was cut, those that had begun. */
  get webSearches(): number {
    const begun = [...this.searches.values()].filter(Boolean).length;
    return Math.max(begun, this.last?.response?.webSearches ?? 0);
  }

  /** The response's `id` as JSON text. */
  get writtenId(): string | undefined {
    return this.failure.writtenId;
  }

  /** The last event's response, once it is finished. */
  get result(): BuiltResponse | undefined {
    return this.built;
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

  /** The upstream has ended, well or not: what is left counts as the last event. */
  end(): void {
    if (this.finished || this.isEnding) return;
    this.isEnding = true;
    this.cutter.end();
  }

  /**
   * The rest of the stream, with the cost in its last event. Call it once, after the bill is committed. Usage of ours is in chat's
   * shape. A stream that ended with nothing but an `error` event gets its `response.failed`.
   */
  finish(billed: UsageCost): Buffer {
    this.end();
    this.finished = true;
    const parts: Buffer[] = [];
    const rest = this.output.take();
    if (rest !== undefined) parts.push(rest);
    if (this.last !== undefined) {
      const { bytes, built } = this.last.finish(nativeFinish(this.echo, billed));
      this.built = built;
      parts.push(bytes, ...this.tail.drain());
    } else if (this.errorEvent !== undefined) parts.push(this.fail(undefined, billed));
    return Buffer.concat(parts);
  }

  /**
   * The end of a stream that broke: an `error` event, unless there was one, and `response.failed` with the usage, when it is known.
   * Nothing when the last event is here already.
   */
  fail(error: GatewayError | undefined, billed?: UsageCost): Buffer {
    this.end();
    this.finished = true;
    const parts: Buffer[] = [];
    const rest = this.output.take();
    if (rest !== undefined) parts.push(rest);
    if (this.last === undefined) {
      const { bytes, built } = this.failure.print({
        error,
        reported: this.errorEvent,
        billed,
      });
      this.built ??= built;
      parts.push(bytes);
    }
    return Buffer.concat(parts);
  }

  onEvent(bytes: Buffer, start: number, end: number): void {
    if (this.sawDone) {
      this.keepInTail(bytes.subarray(start, end));
      return;
    }
    const { event } = this;
    if (event.read(bytes, start, end, this.isEnding) !== 'object') {
      if (!this.isEnding) this.output.add(bytes, start, end);
      return;
    }
    this.failure.noteNumber(event.sequenceNumber);
    if (event.isDelta) {
      this.sawVisible = true;
      this.outputBytes += event.deltaBytes;
      this.output.add(bytes, start, end);
    } else this.takeEvent(bytes, start, end);
    if (this.isEnding) this.addBlankLine();
  }

  onLateLineFeed(bytes: Buffer, start: number, end: number): void {
    const lineFeed = bytes.subarray(start, end);
    if (this.tail.length > 0) this.tail.add(lineFeed);
    else if (this.last !== undefined) this.last.append(lineFeed);
    else this.output.add(bytes, start, end);
  }

  private takeEvent(bytes: Buffer, start: number, end: number): void {
    const { event } = this;
    const { type } = event;
    if (type === 'error') this.errorEvent = errorIn(event.parse());
    if (!event.isInPlace && (event.response.end > 0 || event.itemEnd > 0)) {
      // Only what stands on one line can be edited in place.
      const joined = joinDataLines(bytes, start, end);
      event.read(joined, 0, joined.length);
      this.takeEvent(joined, 0, joined.length);
    } else if (LAST_EVENTS.has(type)) this.takeLast(bytes.subarray(start, end), start);
    else if (event.response.end > 0) this.passResponse(bytes, start, end);
    else if (event.itemEnd > 0) this.passItem(type, bytes, start, end);
    else {
      if (type.startsWith('response.web_search_call.')) this.sawVisible = true;
      this.output.add(bytes, start, end);
    }
  }

  /** The event that just came lacks it, and must not run into one of ours. */
  private addBlankLine(): void {
    if (this.last === undefined) this.output.add(BLANK_LINE);
    else this.last.append(BLANK_LINE);
  }

  private takeLast(bytes: Buffer, offset: number): void {
    this.sawDone = true;
    const { start, end } = this.event.response;
    this.last = new NativeLastEvent(bytes, start - offset, end === 0 ? 0 : end - offset);
    const { response } = this.last;
    this.finishReason =
      this.callsTools === undefined ? response?.finishReason : response?.finishReasonWhere(this.callsTools);
    if (response?.error !== undefined) this.errorEvent ??= response.error;
  }

  /** An event with a response that is not the last: it says nothing yet but who we are. */
  private passResponse(bytes: Buffer, start: number, end: number): void {
    const { response } = this.event;
    const writtenId = response.writtenId(bytes);
    if (response.isPlain && response.says(bytes, this.storeJson, this.previousJson)) {
      this.failure.noteCopyOf(bytes.subarray(response.start, response.end), writtenId);
      this.output.add(bytes, start, end);
      return;
    }
    const edited = response.isPlain
      ? response.replace(bytes, this.storeJson, this.previousJson)
      : this.editScanned(bytes.subarray(response.start, response.end));
    if (edited === undefined) {
      this.output.add(bytes, start, end);
      return;
    }
    this.failure.noteResponse(edited, writtenId);
    this.output.add(
      Buffer.concat([bytes.subarray(start, response.start), edited, bytes.subarray(response.end, end)]),
    );
  }

  /** Undefined for what cannot be edited. */
  private editScanned(response: Buffer): Buffer | undefined {
    const scan = scanNative(response);
    return scan && joinBytes(editMembers(scan, echoEdits(scan, this.echo)));
  }

  private passItem(type: string, bytes: Buffer, start: number, end: number): void {
    const { itemStart, itemEnd, isMessage } = this.event;
    if (isMessage && type === 'response.output_item.done') {
      this.output.add(bytes, start, end);
      return;
    }
    const item = bytes.subarray(itemStart, itemEnd);
    this.noteItem(type, item);
    const shown = this.echo.showEncrypted ? item : editOr(item, () => withoutEncryptedContent(item));
    if (shown === item) this.output.add(bytes, start, end);
    else
      this.output.add(Buffer.concat([bytes.subarray(start, itemStart), shown, bytes.subarray(itemEnd, end)]));
  }

  private noteItem(type: string, item: Buffer): void {
    const read = new NativeOutput().read(item, 0);
    if (read.hasMore) this.sawVisible = true;
    this.callsTools = this.callsTools === true || read.callsTools;
    this.searches.set(this.event.outputIndex, read.webSearches > 0);
    // What an item says at its end was told in deltas.
    if (type === 'response.output_item.added') this.outputBytes += read.outputBytes;
  }

  private keepInTail(bytes: Buffer): void {
    if (this.tail.length + bytes.length > this.maxEventBytes)
      throw new StreamEventTooLargeError(this.maxEventBytes);
    this.tail.add(bytes);
  }
}

function errorIn(event: unknown): unknown {
  return isJsonObject(event) && isJsonObject(event.error) ? event.error : event;
}
