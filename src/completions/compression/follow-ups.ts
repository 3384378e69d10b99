import { GAP } from './units/join-units.js';
import { MIN_TEXT_CHARACTERS } from './plan-compression.js';
import { rankUnits } from './units/rank-units.js';
import { readAsk } from './asks/read-ask.js';
import type { TextSlot } from './read-slots.js';
import type { TextUnit } from './units/split-units.js';
import type { TextEdit } from './text-edit.js';

/** A text that was shortened for an earlier ask. */
export interface CutText {
  readonly slot: TextSlot;
  readonly askedIn: number;
  readonly units: readonly TextUnit[];
  readonly isKept: readonly boolean[];
}

/** How much of a text a question behind it is given of what was left out. */
const SHARE = 0.12;
const LEAST_CHARACTERS = 400;

/**
 * What was left out of a text for its first ask may be what a later one is about. A later look-up is given the left out sentences
 * that have most to do with it, any other ask and one that no sentence speaks of all of them, before its own words and between the marks of gaps. What went up
 * before stays as it was: it depends on nothing behind it, and providers cache it.
 */
export function followUps(slots: readonly TextSlot[], texts: readonly CutText[]): TextEdit[] {
  if (texts.length === 0) return [];
  const left = texts.map((cut) => ({
    cut,
    missing: cut.units.flatMap(({ start, end }, index) =>
      cut.isKept[index] === true || cut.slot.text.slice(start, end).trim() === '' ? [] : [index],
    ),
  }));
  const edits: TextEdit[] = [];
  for (const slot of slots) {
    if (slot.role !== 'user' || slot.isCached || slot.text.length >= MIN_TEXT_CHARACTERS) continue;
    const open = left.filter(({ cut, missing }) => missing.length > 0 && cut.askedIn < slot.message);
    if (open.length === 0) continue;
    const { kind, questions } = readAsk(slot.text);
    if (kind === 'none') continue;
    const pieces: string[] = [];
    for (const text of open) {
      const given = kind === 'whole' ? text.missing : bestOf(text.cut, text.missing, questions);
      text.missing = text.missing.filter((index) => !given.includes(index));
      pieces.push(...excerptsOf(text.cut, given));
    }
    if (pieces.length > 0)
      edits.push({ slot, text: `${GAP} ${pieces.join(` ${GAP} `)} ${GAP}\n\n${slot.text}` });
  }
  return edits;
}

/** The units that have most to do with the questions, in their order. */
function bestOf(
  { slot, units }: CutText,
  missing: readonly number[],
  questions: readonly string[],
): number[] {
  const { scores, matched } = rankUnits(slot.text, units, questions.join('\n'));
  // Asked in other words, or in another language than the text's.
  if (matched === 0) return [...missing];
  let left = Math.max(LEAST_CHARACTERS, slot.text.length * SHARE);
  const best: number[] = [];
  for (const index of [...missing].sort(
    (one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other,
  )) {
    const { start = 0, end = 0 } = units[index] ?? {};
    if (left < (end - start) / 2) break;
    best.push(index);
    left -= end - start;
  }
  return best.sort((one, other) => one - other);
}

/** The text of units, those beside each other in one piece. */
function excerptsOf({ slot, units }: CutText, given: readonly number[]): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < given.length;) {
    let to = from;
    while (given[to + 1] === (given[to] ?? 0) + 1) to += 1;
    pieces.push(slot.text.slice(units[given[from] ?? 0]?.start, units[given[to] ?? 0]?.end).trim());
    from = to + 1;
  }
  return pieces;
}
