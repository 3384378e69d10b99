import { TextWindow } from './text-window.js';

/** A string of fewer bytes is as quickly skipped again as looked up. */
const LONG_TEXT_BYTES = 256;
/** Smaller documents are through before the first piece would be copied. */
const WINDOW_FROM_BYTES = 4_096;

/** The long strings among a document's values: found once, so that nobody has to go through them again. */
export class LongTexts {
  /** Start and end of each, in document order. */
  readonly ranges: number[] = [];
  readonly window: TextWindow | undefined;

  constructor(bytes: Uint8Array) {
    this.window = bytes.length < WINDOW_FROM_BYTES ? undefined : TextWindow.over(bytes);
  }

  note(start: number, end: number): void {
    if (end - start >= LONG_TEXT_BYTES) this.ranges.push(start, end);
  }
}
