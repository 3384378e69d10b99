import { GatewayError } from '../../lib/gateway-error.js';
import { isDenseEvent } from './dense-event.js';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const NOT_IN_THIS_CHUNK = -1;
const UNKNOWN = -1;
const FIRST_PENDING_BYTES = 1_024;
const NOTHING = Buffer.alloc(0);

/** A provider's stream holds more back in one piece than we are ready to keep in memory. */
export class StreamEventTooLargeError extends GatewayError {
  constructor(limitBytes: number) {
    super({
      status: 502,
      code: 'upstream_event_too_large',
      message: `The provider sent a stream event of more than ${limitBytes} bytes, so the stream was stopped.`,
      // Each further try would be billed and end in the same way.
      headers: { 'x-should-retry': 'false' },
    });
  }
}

/** An event has to be understood and consists of more values than we are ready to look at in one go. */
export class StreamEventTooDenseError extends GatewayError {
  constructor() {
    super({
      status: 502,
      code: 'upstream_event_too_large',
      message: 'The provider sent a stream event of too many values, so the stream was stopped.',
      headers: { 'x-should-retry': 'false' },
    });
  }
}

/** Events of more than this that nobody reads. */
export interface DenseEvents {
  /** Commas, colons and brackets between values, and ends of lines. */
  readonly maxMarks: number;
  /** Instead of `onEvent`. */
  readonly onDenseEvent: (bytes: Buffer, start: number, end: number) => void;
}

export interface EventSink {
  /** One whole event with its blank line (at the end of the stream perhaps without). The range may be kept, not changed. */
  onEvent(bytes: Buffer, start: number, end: number): void;
  /** The LF of the CRLF that ended the last event, when the chunk was cut between the two. */
  onLateLineFeed(bytes: Buffer, start: number, end: number): void;
  /** Asked between two events: where the whole ones end that it takes without being told of each. */
  takeKnown?(bytes: Buffer, start: number): number;
}

/**
 * Cuts an SSE byte stream at its blank lines, whatever the chunk boundaries and line ends (LF, CR, CRLF). Nothing is decoded, every
 * byte comes out once and in order, and a whole event in one chunk is not copied. Linear in the bytes, also for chunks of one byte.
 */
export class EventCutter {
  private pending = NOTHING;
  private pendingLength = 0;
  private lineIsEmpty = true;
  private afterCarriageReturn = false;
  /** The next LF and CR of the chunk from where they were looked for last, or its length. */
  private lineFeed = 0;
  private carriageReturn = 0;

  constructor(
    private readonly sink: EventSink,
    private readonly maxEventBytes: number,
    private readonly dense?: DenseEvents,
  ) {}

  /** @throws StreamEventTooLargeError as soon as one event has grown beyond the limit */
  push(chunk: Buffer): void {
    let position = 0;
    this.lineFeed = UNKNOWN;
    this.carriageReturn = UNKNOWN;
    if (this.pendingLength === 0 && this.afterCarriageReturn && chunk[0] === LINE_FEED) {
      this.sink.onLateLineFeed(chunk, 0, 1);
      this.afterCarriageReturn = false;
      position = 1;
    }
    for (;;) {
      if (this.pendingLength === 0) position = this.offer(chunk, position);
      if (position >= chunk.length) return;
      const end = this.findEventEnd(chunk, position);
      const pieceEnd = end === NOT_IN_THIS_CHUNK ? chunk.length : end;
      if (this.pendingLength + pieceEnd - position > this.maxEventBytes) {
        throw new StreamEventTooLargeError(this.maxEventBytes);
      }
      if (end !== NOT_IN_THIS_CHUNK && this.pendingLength === 0) {
        this.handOut(chunk, position, end);
      } else {
        this.keep(chunk, position, pieceEnd);
        if (end !== NOT_IN_THIS_CHUNK) this.flushPending();
      }
      position = pieceEnd;
    }
  }

  /** Hands out what is left as the last event. Answers whether there was something: then the last event lacks its blank line. */
  end(): boolean {
    const cutShort = this.pendingLength > 0;
    if (cutShort) this.flushPending();
    return cutShort;
  }

  /** What the sink knows is not cut for it. */
  private offer(chunk: Buffer, position: number): number {
    const end = this.sink.takeKnown?.(chunk, position) ?? position;
    if (end > position) this.afterCarriageReturn = false;
    return end;
  }

  private findEventEnd(bytes: Buffer, from: number): number {
    let position = from;
    if (this.afterCarriageReturn) {
      this.afterCarriageReturn = false;
      if (bytes[position] === LINE_FEED) position += 1;
    }
    for (;;) {
      const lineStart = position;
      position = this.findLineEnd(bytes, position);
      if (position > lineStart) this.lineIsEmpty = false;
      if (position === bytes.length) return NOT_IN_THIS_CHUNK;
      position = this.skipLineEnd(bytes, position);
      if (this.lineIsEmpty) return position;
      this.lineIsEmpty = true;
    }
  }

  /** Each kind is looked for once, so that a chunk with many of one kind is not gone through again and again for the other. */
  private findLineEnd(bytes: Buffer, from: number): number {
    if (this.lineFeed < from) this.lineFeed = indexOrEnd(bytes, LINE_FEED, from);
    if (this.carriageReturn < from) this.carriageReturn = indexOrEnd(bytes, CARRIAGE_RETURN, from);
    return Math.min(this.lineFeed, this.carriageReturn);
  }

  private skipLineEnd(bytes: Buffer, position: number): number {
    if (bytes[position] === LINE_FEED) return position + 1;
    this.afterCarriageReturn = position + 1 === bytes.length;
    return !this.afterCarriageReturn && bytes[position + 1] === LINE_FEED ? position + 2 : position + 1;
  }

  private keep(bytes: Buffer, start: number, end: number): void {
    const length = this.pendingLength + end - start;
    if (length > this.pending.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, this.pending.length * 2, FIRST_PENDING_BYTES));
      this.pending.copy(larger, 0, 0, this.pendingLength);
      this.pending = larger;
    }
    bytes.copy(this.pending, this.pendingLength, start, end);
    this.pendingLength = length;
  }

  /** The sink may keep the bytes, so the buffer is given away, less its unwritten end: that is foreign memory. */
  private flushPending(): void {
    const event = this.pending.subarray(0, this.pendingLength);
    this.pending = NOTHING;
    this.pendingLength = 0;
    this.handOut(event, 0, event.length);
  }

  private handOut(bytes: Buffer, start: number, end: number): void {
    const { dense, sink } = this;
    if (dense !== undefined && isDenseEvent(bytes, start, end, dense.maxMarks))
      dense.onDenseEvent(bytes, start, end);
    else sink.onEvent(bytes, start, end);
  }
}

function indexOrEnd(bytes: Buffer, byte: number, from: number): number {
  const index = bytes.indexOf(byte, from);
  return index < 0 ? bytes.length : index;
}
