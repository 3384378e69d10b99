/** One server-sent event: its `event:` name, when it had one, and its data lines joined with LF. */
export interface SseEvent {
  readonly event?: string;
  readonly data: string;
}

const MAX_EVENT_BYTES = 8 * 1_048_576;
/** Room kept between events; what one large event needed is given back. */
const KEPT_ROOM_BYTES = 65_536;
const LF = 0x0a;
const CR = 0x0d;
const BOM = 0xfeff;

/** An upstream sent one event larger than we hold in memory. */
export class SseEventTooLargeError extends Error {
  constructor() {
    super(`one server-sent event is larger than ${MAX_EVENT_BYTES} bytes`);
    this.name = 'SseEventTooLargeError';
  }
}

/**
 * Reads server-sent events from chunks that may be cut anywhere, inside a UTF-8 character too (wire notes 2.2).
 * Line ends are looked for in bytes, and only whole lines are decoded, so no character is ever decoded in halves.
 */
export class SseReader {
  /** Bytes of the unfinished line. Room grows by doubling: joining on each push would cost the square of a long line. */
  private pending = Buffer.alloc(0);
  private pendingBytes = 0;
  private skipLineFeed = false;
  private atStart = true;
  private event: string | undefined;
  private data: string | undefined;
  private ready: SseEvent[] = [];

  /** @throws SseEventTooLargeError */
  push(chunk: Uint8Array): SseEvent[] {
    let bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (this.skipLineFeed && bytes.length > 0) {
      if (bytes[0] === LF) bytes = bytes.subarray(1);
      this.skipLineFeed = false;
    }
    const end = afterLastLineEnd(bytes);
    if (end > 0) {
      this.skipLineFeed = bytes[end - 1] === CR;
      this.takeLines(this.joinPending(bytes.subarray(0, end)));
    }
    if (end < bytes.length) this.keep(bytes.subarray(end));
    return this.takeReady();
  }

  /** The events left when the stream has ended: the last one may lack its blank line. */
  end(): SseEvent[] {
    if (this.pendingBytes > 0) this.takeLines(`${this.joinPending(Buffer.alloc(0))}\n`);
    this.dispatch();
    return this.takeReady();
  }

  private keep(rest: Buffer): void {
    const needed = this.pendingBytes + rest.length;
    if (needed > this.pending.length) {
      const grown = Buffer.allocUnsafe(Math.max(needed, this.pending.length * 2));
      this.pending.copy(grown, 0, 0, this.pendingBytes);
      this.pending = grown;
    }
    rest.copy(this.pending, this.pendingBytes);
    this.pendingBytes = needed;
    this.checkSize();
  }

  private joinPending(last: Buffer): string {
    if (this.pendingBytes === 0) return last.toString('utf8');
    this.keep(last);
    const text = this.pending.toString('utf8', 0, this.pendingBytes);
    this.pendingBytes = 0;
    if (this.pending.length > KEPT_ROOM_BYTES) this.pending = Buffer.alloc(0);
    return text;
  }

  /** `text` ends in a line end. */
  private takeLines(text: string): void {
    let start = 0;
    if (this.atStart) {
      this.atStart = false;
      if (text.charCodeAt(0) === BOM) start = 1;
    }
    const plain = !text.includes('\r');
    while (start < text.length) {
      const end = plain ? text.indexOf('\n', start) : nextLineEnd(text, start);
      this.takeLine(text.slice(start, end));
      start = end + (text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? 2 : 1);
    }
  }

  private takeLine(line: string): void {
    if (line === '') {
      this.dispatch();
      return;
    }
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    if (name === 'data') {
      const value = fieldValue(line, colon);
      this.data = this.data === undefined ? value : `${this.data}\n${value}`;
      this.checkSize();
    } else if (name === 'event') {
      this.event = fieldValue(line, colon);
    }
  }

  private dispatch(): void {
    if (this.data !== undefined) {
      this.ready.push(
        this.event === undefined ? { data: this.data } : { event: this.event, data: this.data },
      );
    }
    this.data = undefined;
    this.event = undefined;
  }

  private checkSize(): void {
    if (this.pendingBytes + (this.data?.length ?? 0) > MAX_EVENT_BYTES) throw new SseEventTooLargeError();
  }

  private takeReady(): SseEvent[] {
    const ready = this.ready;
    this.ready = [];
    return ready;
  }
}

function fieldValue(line: string, colon: number): string {
  if (colon === -1) return '';
  return line.slice(line.charCodeAt(colon + 1) === 0x20 ? colon + 2 : colon + 1);
}

function afterLastLineEnd(bytes: Buffer): number {
  if (bytes[bytes.length - 1] === LF) return bytes.length;
  return Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR)) + 1;
}

function nextLineEnd(text: string, start: number): number {
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === LF || code === CR) return index;
  }
  return text.length;
}
