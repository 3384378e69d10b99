import { ACTION, CONSTRAINT, taskWordsOf } from '../../lib/words/task-words.js';
import { tokenize } from '../../lib/words/tokens.js';
import {
  asksOfInput,
  asksOfSlots,
  isFilledSlot,
  isInstruction,
  LINE_TOKENS,
  SHORT_ORDER,
  type Line,
} from './frame-lines.js';

/** An instruction behind the data is not longer. */
const LONGEST_TAIL = 240;

/** Where the data of an instruction begins that stands before it; `isSure` where that names an input or how to answer. */
export function dataStart(
  lines: readonly Line[],
): { readonly start: number; readonly isSure: boolean } | undefined {
  let kinds = 0;
  let begun = false;
  let isSure = false;
  for (const [index, line] of lines.entries()) {
    const { label, text } = line;
    // What stands behind the label of an input is data.
    const own = taskWordsOf(tokenize(isFilledSlot(line) && !begun ? '' : text, LINE_TOKENS));
    if (begun) {
      if (label?.isSlot === true || !continuesInstruction(line, own)) return { start: index, isSure };
    }
    kinds |= own;
    const isOrder = index === 0 && beginsWithAction(text);
    isSure ||= isInstruction(kinds) || asksOfInput(text) || (isOrder && label?.isBare === true);
    begun ||= isSure || isOrder;
    if (!begun && label?.isSlot === true) return undefined;
  }
  return undefined;
}

const ANY = ACTION | CONSTRAINT;
const ITEM = /^(?:[-*•]|\d{1,2}[.)])\s/;

/** Points, settings and further sentences of an instruction. */
function continuesInstruction({ text, label, blankBefore }: Line, kinds: number): boolean {
  if (ITEM.test(text)) return !blankBefore || isInstruction(kinds);
  if (label !== undefined)
    return (taskWordsOf(tokenize(label.text, 8)) & (blankBefore ? CONSTRAINT : ANY)) !== 0;
  return !blankBefore && isInstruction(kinds);
}

/** `Translate to German`, with nothing else on its line. */
function beginsWithAction(text: string): boolean {
  if (text.length > SHORT_ORDER) return false;
  return (taskWordsOf(tokenize(text, 2)) & ACTION) !== 0;
}

/** The first line of what stands behind the data: labels that wait for the answer. */
export function tailStart(lines: readonly Line[], from: number): number {
  let start = lines.length;
  while (start > from + 1 && lines[start - 1]?.label?.isBare === true) start -= 1;
  return start;
}

/** The first line of an instruction behind the data, with its labels; undefined where there is none. */
export function instructionTail(lines: readonly Line[]): number | undefined {
  let start = tailStart(lines, 0);
  let kinds = 0;
  let length = 0;
  while (start > 1) {
    const line = lines[start - 1];
    if (line === undefined) return undefined;
    length += line.text.length;
    if (length > LONGEST_TAIL) return undefined;
    kinds |= taskWordsOf(tokenize(line.text, LINE_TOKENS));
    start -= 1;
    if (line.blankBefore) return isInstruction(kinds) || asksOfInput(line.text) ? start : undefined;
  }
  return undefined;
}

/** Behind labelled inputs, where what is to be done with them is said: the last paragraph, or the first line without a label. */
export function tailOfLabelled(lines: readonly Line[]): number | undefined {
  if (!isFilledSlot(lines[0])) return undefined;
  const paragraph = lines.findLastIndex(({ blankBefore }) => blankBefore);
  const line = lines.findIndex((one, index) => index > 0 && !isFilledSlot(one));
  return [paragraph, line].find((tail) => tail > 0 && saysWhatToDo(lines, tail));
}

function saysWhatToDo(lines: readonly Line[], tail: number): boolean {
  const rest = lines.slice(tail);
  if (rest.some(isFilledSlot) || rest.reduce((sum, { text }) => sum + text.length, 0) > LONGEST_TAIL)
    return false;
  const slots = lines.slice(0, tail);
  return rest.some(
    ({ text }) =>
      isInstruction(taskWordsOf(tokenize(text, LINE_TOKENS))) ||
      asksOfInput(text) ||
      asksOfSlots(text, slots),
  );
}
