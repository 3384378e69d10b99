import { isFault, skipString } from '../../json-bytes/skip-value.js';
import { sliceText, type ByteText } from './byte-text.js';
import type { Place } from './chat-chunk.js';

const NOTHING = Buffer.alloc(0);
const CARRIAGE_RETURN = 0x0d;

/**
 * The events of a chat stream that bring text and nothing else are alike but for the text. Once one was read, the others are known by
 * the bytes around it, which costs a tenth of reading them.
 */
export class PlainTextEvents {
  private before = NOTHING;
  private after = NOTHING;

  constructor(private readonly onText: (literal: ByteText) => void) {}

  /** @param content the text of the event, with its quotes */
  learn(bytes: Buffer, start: number, end: number, content: Place): void {
    // The other half of its last line end may be on its way.
    if (bytes[end - 1] === CARRIAGE_RETURN) return;
    this.before = Buffer.from(bytes.subarray(start, content.start));
    this.after = Buffer.from(bytes.subarray(content.end, end));
  }

  /** Takes such events from the beginning of the bytes, as long as there are; answers where something else begins. */
  take(bytes: Buffer): number {
    const { before, after } = this;
    let position = 0;
    if (before.length === 0) return 0;
    for (;;) {
      const textStart = position + before.length;
      if (textStart >= bytes.length || !isAt(bytes, position, before)) return position;
      const textEnd = skipString(bytes, textStart);
      if (isFault(textEnd) || !isAt(bytes, textEnd, after)) return position;
      if (textEnd - textStart > 2) this.onText(sliceText(bytes, textStart + 1, textEnd - 1));
      position = textEnd + after.length;
    }
  }
}

function isAt(bytes: Buffer, position: number, piece: Buffer): boolean {
  const end = position + piece.length;
  return end <= bytes.length && bytes.compare(piece, 0, piece.length, position, end) === 0;
}
