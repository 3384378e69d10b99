import { bytesOf, type ByteText } from './byte-text.js';

const DESK_BYTES = 65_536;
/** More is not joined: new memory for it takes longer than the work on it. */
const MAX_JOINED_BYTES = 1_048_576;
/** A call into the engine costs as much as so many characters. */
const SHORT_CHARS = 24;
const DIGIT_ZERO = 0x30;

/**
 * Where all writers of the process put their bytes together: they are asked for what they wrote within one turn of the event loop,
 * nearly always, so one place does for all, and nothing is allocated but what leaves.
 */
const desk = Buffer.allocUnsafeSlow(DESK_BYTES);

/** Joins texts and bytes to one buffer. Strings that grow by pieces are trees, of which each piece is a node: bytes are not. */
export class ByteWriter {
  /** Whose bytes lie on the desk. */
  private static sitting: ByteWriter | undefined;

  /** How many lie on the desk. */
  private length = 0;
  /** What did not fit there, or had to make room. */
  private readonly putAway: Buffer[] = [];

  text(text: ByteText): void {
    const at = this.room(text.length);
    if (at < 0) this.putAway.push(bytesOf(text));
    else if (text.length > SHORT_CHARS) desk.write(text, at, 'latin1');
    else for (let index = 0; index < text.length; index++) desk[at + index] = text.charCodeAt(index);
  }

  /** The bytes are not changed until they were taken. */
  bytes(bytes: Buffer): void {
    const at = this.room(bytes.length);
    if (at < 0) this.putAway.push(bytes);
    else desk.set(bytes, at);
  }

  /** @param number whole, not negative */
  number(number: number): void {
    if (number < 10) desk[this.room(1)] = DIGIT_ZERO + number;
    else {
      const rest = Math.floor(number / 10);
      this.number(rest);
      desk[this.room(1)] = DIGIT_ZERO + number - rest * 10;
    }
  }

  /** What was written since the last call. */
  take(): Buffer | undefined {
    if (this.putAway.length > 0) {
      this.clear();
      return Buffer.concat(this.putAway.splice(0));
    }
    if (this.length === 0) return undefined;
    const bytes = Buffer.from(desk.subarray(0, this.length));
    this.length = 0;
    return bytes;
  }

  /**
   * The same in parts: where there is much, what is long stays as it lies, a part of its own. Ask until there is none; the bytes are not
   * changed until their reader is done.
   */
  takePart(): Buffer | undefined {
    const { putAway } = this;
    if (putAway.length === 0) return this.take();
    this.clear();
    if (putAway.reduce((sum, { length }) => sum + length, 0) <= MAX_JOINED_BYTES) return this.take();
    return putAway.shift();
  }

  /** Where so many bytes go on the desk; -1: they are too many. */
  private room(bytes: number): number {
    if (ByteWriter.sitting !== this) {
      ByteWriter.sitting?.clear();
      ByteWriter.sitting = this;
    }
    const at = this.length;
    if (at + bytes <= DESK_BYTES) {
      this.length = at + bytes;
      return at;
    }
    this.clear();
    if (bytes > DESK_BYTES) return -1;
    this.length = bytes;
    return 0;
  }

  private clear(): void {
    if (this.length === 0) return;
    this.putAway.push(Buffer.from(desk.subarray(0, this.length)));
    this.length = 0;
  }
}
