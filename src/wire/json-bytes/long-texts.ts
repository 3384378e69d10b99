import { TextMeter } from './text-meter.js';
import { TextWindow } from './text-window.js';

/** A string of fewer bytes is as quickly skipped again as looked up. */
const LONG_TEXT_BYTES = 256;
/** Smaller documents are through before the first piece would be copied. */
const WINDOW_FROM_BYTES = 4_096;

/** The long strings among a document's values: found once, so that nobody has to go through them again. */
export class LongTexts extends TextMeter {
  /** Start and end of each, in document order. */
  readonly ranges: number[] = [];
  /** What each takes beyond its text and its quotes, in the same order. */
  private readonly notations: number[] = [];

  constructor(private readonly bytes: Buffer) {
    super(bytes.length < WINDOW_FROM_BYTES ? undefined : TextWindow.over(bytes));
  }

  override note(start: number, end: number, notation: number): void {
    if (end - start < LONG_TEXT_BYTES) return;
    this.ranges.push(start, end);
    this.notations.push(notation);
  }

  /** Adds up what is said of each long string between the two places; `textBytes` as for a member. */
  sum(from: number, to: number, weigh: (bytes: Buffer, start: number, textBytes: number) => number): number {
    const { ranges, notations, bytes } = this;
    let total = 0;
    for (let index = this.firstFrom(from); index < notations.length; index += 1) {
      const start = ranges[2 * index] ?? to;
      if (start >= to) break;
      total += weigh(bytes, start, (ranges[2 * index + 1] ?? 0) - start - (notations[index] ?? 0));
    }
    return total;
  }

  /** The end of a long string that begins there, and its notation; `undefined` when none does. */
  at(start: number): { readonly end: number; readonly notation: number } | undefined {
    const index = this.firstFrom(start);
    if (this.ranges[2 * index] !== start) return undefined;
    return { end: this.ranges[2 * index + 1] ?? 0, notation: this.notations[index] ?? 0 };
  }

  private firstFrom(position: number): number {
    let [low, high] = [0, this.notations.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.ranges[2 * middle] ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
