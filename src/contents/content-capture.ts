import type { AnswerWatch } from '../http/answer-watch.js';
import type { ByteShare } from '../lib/byte-budget.js';
import { StreamAssembler } from './assembly/stream-assembler.js';
import { windowBytes } from './kept-text.js';

/** Bytes of a stream that wait to be read: half a millisecond of work. */
const READ_BYTES = 32_768;

/** Texts of a call before they are masked and sealed. */
export interface CapturedContent {
  readonly request: CapturedText;
  readonly response: CapturedText;
}

export interface CapturedText {
  /** The beginning, as far as it is looked at. */
  readonly window: Buffer;
  readonly bytes: number;
  readonly isWhole: boolean;
}

const NOTHING: CapturedText = { window: Buffer.alloc(0), bytes: 0, isWhole: true };

/** Holds the beginnings of what one call was asked and answered, in bounded memory. */
export class ContentCapture implements AnswerWatch {
  private request = NOTHING;
  private response: CapturedText | undefined;
  private assembler: StreamAssembler | undefined;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private streamBytes = 0;
  private reading: NodeJS.Immediate | undefined;
  private isGivenUp = false;

  constructor(
    private readonly maxBytes: number,
    private readonly share: ByteShare,
  ) {}

  /** There was no room for it. */
  get givenUp(): boolean {
    return this.isGivenUp;
  }

  /** What the caller sent: once the call is over, while its bytes are still there. */
  asked(body: Buffer): void {
    this.request = this.beginningOf(body);
  }

  whole(bytes: Buffer): void {
    this.response = this.beginningOf(bytes);
  }

  piece(bytes: Buffer): void {
    this.streamBytes += bytes.length;
    if (this.isGivenUp || !this.takeRoom(Math.min(bytes.length, windowBytes(this.maxBytes)))) return;
    // A copy: the bytes may be a small part of a large buffer, which would stay with them.
    this.waiting.push(Buffer.from(bytes));
    this.waitingBytes += bytes.length;
    if (this.waitingBytes >= READ_BYTES) this.reading ??= setImmediate(() => this.read());
  }

  /** Everything that came. */
  take(): CapturedContent {
    clearImmediate(this.reading);
    this.read();
    return { request: this.request, response: this.response ?? this.assembled() };
  }

  private assembled(): CapturedText {
    if (this.assembler === undefined) return NOTHING;
    const text = Buffer.from(this.assembler.end());
    const window = text.subarray(0, windowBytes(this.maxBytes));
    return { window, bytes: this.streamBytes, isWhole: window.length === text.length };
  }

  private read(): void {
    this.reading = undefined;
    if (this.waiting.length === 0 || this.isGivenUp) return;
    this.assembler ??= new StreamAssembler(windowBytes(this.maxBytes));
    for (const bytes of this.waiting) this.assembler.push(bytes);
    this.waiting = [];
    this.waitingBytes = 0;
  }

  private beginningOf(bytes: Buffer): CapturedText {
    const length = Math.min(bytes.length, windowBytes(this.maxBytes));
    if (!this.takeRoom(length)) return NOTHING;
    const window = Buffer.from(bytes.subarray(0, length));
    return { window, bytes: bytes.length, isWhole: length === bytes.length };
  }

  private held = 0;

  private takeRoom(bytes: number): boolean {
    // What was read of a stream takes no more than what is kept of it.
    this.held = Math.min(this.held + bytes, 3 * windowBytes(this.maxBytes));
    if (this.share.grow(this.held)) return true;
    this.isGivenUp = true;
    this.waiting = [];
    return false;
  }
}
