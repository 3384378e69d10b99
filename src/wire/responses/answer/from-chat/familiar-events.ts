import { isFault, skipString } from '../../../json-bytes/skip-value.js';
import { isAt } from '../../../sse/chunk-pattern.js';
import { sliceText, type ByteText } from '../byte-text.js';
import type { Place } from './chat-chunk.js';

type OnText = (literal: ByteText) => void;

/** Events that are alike but for one text. */
interface Shape {
  readonly before: Buffer;
  readonly after: Buffer;
  /** From the text of one such event to that of the next. */
  readonly between: Buffer;
  readonly onText: OnText;
}

/** Text, reasoning, and a call or two. */
const MAX_SHAPES = 4;
/** In a stream that pads its events no two are alike: looking for more would only cost. */
const MAX_LEARNED = 32;
const CARRIAGE_RETURN = 0x0d;

/**
 * Nearly all events of a chat stream bring a piece of one text, and are alike but for that. Once one of a kind was read, the others
 * are known by the bytes around it, which costs a tenth of reading them.
 */
export class FamiliarEvents {
  private readonly shapes: Shape[] = [];
  private learned = 0;

  /** @param text of the event, with its quotes; all that the event brings */
  learn(bytes: Buffer, start: number, end: number, text: Place, onText: OnText): void {
    // The other half of its last line end may be on its way.
    if (bytes[end - 1] === CARRIAGE_RETURN || this.learned >= MAX_LEARNED) return;
    this.learned += 1;
    const before = Buffer.from(bytes.subarray(start, text.start));
    const after = Buffer.from(bytes.subarray(text.end, end));
    this.shapes.unshift({ before, after, between: Buffer.concat([after, before]), onText });
    if (this.shapes.length > MAX_SHAPES) this.shapes.pop();
  }

  /** Takes such events from this place on, as long as there are; answers where something else begins. */
  take(bytes: Buffer, start: number): number {
    let position = start;
    for (;;) {
      const end = this.takeSome(bytes, position);
      if (end === position) return position;
      position = end;
    }
  }

  private takeSome(bytes: Buffer, start: number): number {
    for (const shape of this.shapes) {
      const end = isAt(bytes, start, shape.before) ? takeAlike(bytes, start, shape) : start;
      if (end > start) return end;
    }
    return start;
  }
}

/** Takes the events of one shape that stand here one behind the other, the first of which begins like it. */
function takeAlike(bytes: Buffer, start: number, { before, after, between, onText }: Shape): number {
  let position = start;
  let textStart = start + before.length;
  while (textStart < bytes.length) {
    const textEnd = skipString(bytes, textStart);
    if (isFault(textEnd)) return position;
    const isFollowed = isAt(bytes, textEnd, between);
    if (!isFollowed && !isAt(bytes, textEnd, after)) return position;
    if (textEnd - textStart > 2) onText(sliceText(bytes, textStart + 1, textEnd - 1));
    position = textEnd + after.length;
    if (!isFollowed) return position;
    textStart = textEnd + between.length;
  }
  return position;
}
