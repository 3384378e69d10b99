import type { TextUnit } from './split-units.js';

/** Stands where something was left out. A text that has it was shortened before and is left alone. */
export const GAP = '[…]';

/**
 * Puts the kept units together. A line of which nothing is left goes with its break. A run of gaps leaves one mark, beside prose of
 * the same line, or on a line of its own: never before a fence, a table or another thing whose line must begin as it did.
 */
export function joinUnits(text: string, units: readonly TextUnit[], kept: readonly boolean[]): string {
  const lines: string[] = [];
  let isBehindGap = false;
  for (let index = 0; index < units.length;) {
    const line = units[index]?.line;
    const pieces: string[] = [];
    let keepsAny = false;
    for (; index < units.length && units[index]?.line === line; index += 1) {
      const slice = text.slice(units[index]?.start, units[index]?.end);
      if (kept[index] === true) {
        if (pieces.at(-1)?.endsWith(GAP) === true && !/^\s/.test(slice)) pieces.push(' ');
        pieces.push(slice);
        keepsAny = true;
        if (slice.trim() !== '') isBehindGap = false;
      } else if (!isBehindGap) {
        pieces.push(pieces.length === 0 || /\s$/.test(pieces.at(-1) ?? '') ? GAP : ` ${GAP}`);
        isBehindGap = true;
      }
    }
    const isEmpty = pieces.every((piece) => piece.trim() === '');
    if (isEmpty && isBehindGap && (!keepsAny || lines.at(-1)?.trim() === '')) continue;
    lines.push(pieces.join(''));
  }
  return lines.join('\n');
}
