const LETTER_AT_END = /\p{L}$/u;

/**
 * Where a pattern first stands in a text, or -1. What its first group matches must begin a word: no letter stands before it. A look
 * behind in the pattern would say the same, but the engine then tries every place of a text that is not all Latin, at ten times
 * the cost.
 * @param pattern with the flag `g`
 */
export function findAtWordStart(pattern: RegExp, text: string): number {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { index } = match;
    if (match[1] === undefined || index === 0) return index;
    // Two units: a letter may take both.
    if (!LETTER_AT_END.test(text.slice(Math.max(0, index - 2), index))) return index;
    pattern.lastIndex = index + 1;
  }
  return -1;
}
