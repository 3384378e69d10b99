/** Letters of ASCII by their numbers, as JSON may write any of them; of JSON within JSON with more backslashes. */
const ESCAPE = /\\{1,8}u00[0-7][0-9A-Fa-f]/g;
const ANY_ESCAPE = /\\u00[0-7]/;

/** No escape that is read is longer. */
export const LONGEST_ESCAPE = 13;

/** A text as who reads its JSON reads it, and where each character of that was written. Both ways positions only grow. */
export interface EscapedView {
  readonly text: string;
  /** Where the character is written that is at `index` when it is read; behind the last one, the end. */
  writtenAt(index: number): number;
  /** The first character that is written at `index` or behind it. */
  readAt(index: number): number;
}

/** For searching only: what is found is taken from what was written. Of a text without escapes it is that text. */
export function viewThroughEscapes(written: string): EscapedView {
  if (!ANY_ESCAPE.test(written)) return { text: written, writtenAt: same, readAt: same };
  let text = '';
  /** Before the first escape both are the same. */
  const begin: Escape = { letter: -1, start: -1, end: 0 };
  const escapes: Escape[] = [begin];
  let done = 0;
  ESCAPE.lastIndex = 0;
  for (let match = ESCAPE.exec(written); match !== null; match = ESCAPE.exec(written)) {
    const end = ESCAPE.lastIndex;
    text += written.slice(done, match.index);
    escapes.push({ letter: text.length, start: match.index, end });
    text += String.fromCharCode(Number.parseInt(written.slice(end - 2, end), 16));
    done = end;
  }
  text += written.slice(done);
  return {
    text,
    writtenAt: (index) => {
      const { letter, end } = lastBelow(escapes, 'letter', index) ?? begin;
      return end + index - letter - 1;
    },
    readAt: (index) => {
      const { letter, end } = lastBelow(escapes, 'start', index) ?? begin;
      return letter + 1 + Math.max(0, index - end);
    },
  };
}

const same = (index: number): number => index;

/** Where its letter is in what is read, and where it begins and ends as it is written. */
interface Escape {
  readonly letter: number;
  readonly start: number;
  readonly end: number;
}

function lastBelow(escapes: readonly Escape[], place: 'letter' | 'start', bound: number): Escape | undefined {
  let low = 0;
  let high = escapes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((escapes[middle]?.[place] ?? bound) < bound) low = middle + 1;
    else high = middle;
  }
  return escapes[low - 1];
}
