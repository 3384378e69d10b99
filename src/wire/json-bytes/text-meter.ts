import type { TextWindow } from './text-window.js';

/**
 * Tells what JSON is of a document from what is text in it, while it is skipped: a text costs the same however it is written.
 *
 * `\u4e2d` takes six bytes for a character of three. What is not the text's own is *notation*: white space between tokens, and
 * what escapes take beyond the characters that they stand for (half of a pair of surrogates stands for two bytes).
 */
export class TextMeter {
  /** Bytes, since the beginning or since somebody set it back. */
  notation = 0;
  /** `skipTextPart` has stopped before the end of its text. */
  isInText = false;

  /** @param window goes through long strings in large steps */
  constructor(readonly window?: TextWindow) {}

  /** Gets to know each string among the values, with its quotes. */
  note(_start: number, _end: number, _notation: number): void {
    // Only documents keep them.
  }
}
