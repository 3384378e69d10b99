import { HEX_DIGITS } from './hex-digits.js';
import { PLAIN_TEXT_WASM } from './plain-text-wasm.js';

/** The engine's, which TypeScript knows only together with browsers. */
declare const WebAssembly: {
  validate(wasm: Uint8Array): boolean;
  readonly Module: new (wasm: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** The exports of plain-text.wat. */
interface PlainText {
  readonly memory: { readonly buffer: ArrayBuffer };
  plainEnd(at: number): number;
}

const PAGE_BYTES = 65_536;
/** Behind the table of digits. */
const NOTATION_AT = 256;
const TEXT_AT = 272;
/** A step may read past the zero behind the text. */
const STEP_BYTES = 16;
const WINDOW_BYTES = PAGE_BYTES - TEXT_AT - STEP_BYTES;

const plainText = instantiate();
const page = new Uint8Array(plainText?.memory.buffer ?? new ArrayBuffer(PAGE_BYTES));
const pageNotation = new Uint32Array(page.buffer, NOTATION_AT, 1);
page.set(HEX_DIGITS);

/** There is one page for all documents: the number of the piece that it holds. */
let piece = 0;

/**
 * Goes through the text of a document's strings in steps of sixteen bytes, from its start to its end. WebAssembly sees only memory
 * of its own, so the document passes through it piece by piece.
 */
export class TextWindow {
  /** What the escapes gone through so far take beyond the characters that they stand for, in bytes of UTF-8. */
  notation = 0;
  private piece = -1;
  private from = 0;
  private to = 0;

  private constructor(
    private readonly bytes: Uint8Array,
    private readonly engine: PlainText,
  ) {}

  /** `undefined` where the processor or the engine has no such steps. */
  static over(bytes: Uint8Array): TextWindow | undefined {
    return plainText === undefined ? undefined : new TextWindow(bytes, plainText);
  }

  /**
   * From a place between two characters of a string to what ends its plain text: its quote, a control character, the end of the
   * document, or a backslash, which may begin an escape all the same. Behind `pauseAt` the end of a piece ends it too.
   */
  plainEnd(position: number, pauseAt = this.bytes.length): number {
    if (piece !== this.piece || position < this.from || position >= this.to) this.load(position);
    for (;;) {
      const end = this.engine.plainEnd(position - this.from + TEXT_AT) - TEXT_AT + this.from;
      this.notation += pageNotation[0] ?? 0;
      pageNotation[0] = 0;
      // The last byte of a piece may be the backslash of an escape that it cuts in two.
      if (end < this.to - 1 || this.to === this.bytes.length || end >= pauseAt) return end;
      this.load(end);
      position = end;
    }
  }

  private load(position: number): void {
    const end = Math.min(position + WINDOW_BYTES, this.bytes.length);
    page.set(this.bytes.subarray(position, end), TEXT_AT);
    page[TEXT_AT + end - position] = 0;
    [this.from, this.to] = [position, end];
    piece += 1;
    this.piece = piece;
  }
}

function instantiate(): PlainText | undefined {
  const wasm = Buffer.from(PLAIN_TEXT_WASM, 'base64');
  if (!WebAssembly.validate(wasm)) return undefined;
  return new WebAssembly.Instance(new WebAssembly.Module(wasm)).exports as PlainText;
}
