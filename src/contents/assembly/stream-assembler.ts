import type { JsonObject } from '../../wire/exact-json/raw-json.js';
import { BoundedTexts, type AssembledAnswer } from './assembled-answer.js';
import { AssembledChat } from './assembled-chat.js';
import { AssembledMessage } from './assembled-message.js';
import { AssembledResponse } from './assembled-response.js';

const LF = 0x0a;
const FIRST_LINE_BYTES = 1_024;
const DATA = 'data:';
/** How an event that is too long to be read tells the whole response. */
const RESPONSE_MEMBER = /^data: ?\{"type":"response\.(?:completed|incomplete|failed)".{0,200}?"response":/s;

/**
 * Reads a stream that goes to a client and makes one answer of it: what a person reads, and in which a secret that came in pieces is
 * whole and can be masked. Of a line longer than is kept only the beginning is held.
 */
export class StreamAssembler {
  private line = Buffer.allocUnsafeSlow(FIRST_LINE_BYTES);
  private lineBytes = 0;
  private isLong = false;
  private answer: AssembledAnswer | undefined;
  /** The beginning of a response that is longer than is kept, as it was written. */
  private cutResponse: string | undefined;

  /** @param maxBytes what is kept of an answer */
  constructor(private readonly maxBytes: number) {}

  push(bytes: Buffer): void {
    let start = 0;
    while (start < bytes.length) {
      const found = bytes.indexOf(LF, start);
      const end = found === -1 ? bytes.length : found;
      this.keep(bytes, start, end);
      if (found !== -1) this.endLine();
      start = end + 1;
    }
  }

  /** The answer as JSON; when nothing could be made of the stream, nothing. */
  end(): string {
    this.endLine();
    if (this.cutResponse !== undefined) return this.cutResponse;
    return this.answer === undefined ? '' : JSON.stringify(this.answer.build());
  }

  private keep(bytes: Buffer, start: number, end: number): void {
    const wanted = this.lineBytes + end - start;
    if (wanted > this.line.length) this.grow(wanted);
    const stop = Math.min(end, start + this.line.length - this.lineBytes);
    this.lineBytes += bytes.copy(this.line, this.lineBytes, start, stop);
    if (stop < end) this.isLong = true;
  }

  private grow(wanted: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.min(this.maxBytes, Math.max(wanted, 2 * this.line.length)));
    if (grown.length <= this.line.length) return;
    this.line.copy(grown, 0, 0, this.lineBytes);
    this.line = grown;
  }

  private endLine(): void {
    const { lineBytes, isLong } = this;
    this.lineBytes = 0;
    this.isLong = false;
    if (lineBytes < DATA.length || this.line.toString('latin1', 0, DATA.length) !== DATA) return;
    const text = this.line.toString('utf8', 0, lineBytes);
    if (isLong) this.readLong(text);
    else this.read(text.slice(DATA.length));
  }

  private readLong(text: string): void {
    const head = RESPONSE_MEMBER.exec(text);
    if (head !== null) this.cutResponse = text.slice(head[0].length);
  }

  private read(json: string): void {
    let event: unknown;
    try {
      event = JSON.parse(json);
    } catch {
      return;
    }
    if (typeof event !== 'object' || event === null || Array.isArray(event)) return;
    this.answer ??= dialectOf(event as JsonObject, this.maxBytes);
    this.answer.add(event as JsonObject);
  }
}

function dialectOf(event: JsonObject, maxBytes: number): AssembledAnswer {
  const texts = new BoundedTexts(maxBytes);
  const type = event['type'];
  if (typeof type !== 'string') return new AssembledChat(texts);
  return type.startsWith('response.') ? new AssembledResponse(texts) : new AssembledMessage(texts);
}
