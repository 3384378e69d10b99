import { rankUnits } from './rank-units.js';
import { splitUnits, type TextUnit } from './split-units.js';

/** Stands where something was left out. A text that has it was shortened before and is left alone. */
export const GAP = '[…]';
/** Without anything that reads as a question nobody can say what matters. */
const RATIO_WITHOUT_QUESTION = 0.7;
const EDGE_UNITS = 2;
/** A question stands in the first or the last so many characters of a text, when it has one. */
const ASK_REACH = 700;
const QUESTION =
  /[?？]\s*["'”’)\]]*\s*$|^\s*(?:question|task|instructions?|query|frage|aufgabe|pregunta|tarea|tâche|domanda|вопрос|задание|问题|質問)\s*[:：]/i;

export interface CompressTextInputs {
  readonly text: string;
  /** What is asked about the text elsewhere; empty when nothing is: then what the text itself asks counts. */
  readonly question: string;
  /** Share of the characters to keep, about. */
  readonly ratio: number;
  /** Where dropping may begin: what stands before is never touched (instructions of a system prompt). */
  readonly from?: number;
  /** The text may hold the ask itself: its first and last sentences and its questions stay. */
  readonly keepsAsk: boolean;
}

/**
 * Leaves out the sentences that have least to do with the question. Code, JSON, tables, tags and quotes stay byte for byte, the
 * order stays, and nothing is written but a mark for each gap. Deterministic and idempotent; answers the same text when there is
 * nothing to gain.
 */
export function compressText({ text, question, ratio, from = 0, keepsAsk }: CompressTextInputs): string {
  if (text.includes(GAP)) return text;
  const units = splitUnits(text);
  if (units.length === 0) return text;
  const asks = keepsAsk ? findAsks(text, units) : new Set<number>();
  const kept = units.map(({ isProtected, start }, index) => isProtected || start < from || asks.has(index));
  const ownQuestion = [...asks]
    .map((index) => sliceOf(text, units[index]))
    .filter((ask) => QUESTION.test(ask));
  const asked = ownQuestion.length > 0 ? ownQuestion.join(' ') : question;
  const share = asked.trim() === '' ? Math.max(ratio, RATIO_WITHOUT_QUESTION) : ratio;
  const fallback = keepsAsk ? [...asks].map((index) => sliceOf(text, units[index])).join(' ') : '';
  const scores = rankUnits(text, units, asked.trim() === '' ? fallback : asked);
  keepBest(units, kept, { scores, characters: Math.round(text.length * share) });
  const shortened = join(text, units, kept);
  return shortened.length < text.length * 0.95 ? shortened : text;
}

/** True when all that may not be touched of a text is in what another compressor made of it. */
export function keepsProtected(text: string, shortened: string, keepsAsk: boolean): boolean {
  const units = splitUnits(text);
  const asks = keepsAsk ? findAsks(text, units) : new Set<number>();
  return units.every((unit, index) => {
    if (!unit.isProtected && !asks.has(index)) return true;
    return shortened.includes(sliceOf(text, unit).trim());
  });
}

/** True when a text asks something at its beginning or its end. */
export function hasAsk(text: string): boolean {
  const units = splitUnits(text);
  return [...findAsks(text, units)].some((index) => QUESTION.test(sliceOf(text, units[index])));
}

/** Its first and last sentences, and the questions near its ends. */
function findAsks(text: string, units: readonly TextUnit[]): Set<number> {
  const prose = units.flatMap(({ isProtected }, index) => (isProtected ? [] : [index]));
  const asks = new Set([...prose.slice(0, EDGE_UNITS), ...prose.slice(-EDGE_UNITS)]);
  for (const index of prose) {
    const unit = units[index];
    if (unit === undefined || (unit.start > ASK_REACH && unit.end < text.length - ASK_REACH)) continue;
    if (QUESTION.test(sliceOf(text, unit))) asks.add(index);
  }
  return asks;
}

function keepBest(
  units: readonly TextUnit[],
  kept: boolean[],
  { scores, characters }: { scores: readonly number[]; characters: number },
): void {
  let left = characters;
  for (const [index, { start, end }] of units.entries()) if (kept[index] === true) left -= end - start;
  const order = units.map((_, index) => index).filter((index) => kept[index] !== true);
  order.sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other);
  for (const index of order) {
    const { start, end } = units[index] ?? { start: 0, end: 0 };
    if (left <= 0) break;
    kept[index] = true;
    left -= end - start;
  }
}

/** Puts the kept units together: a line of which nothing is left goes with its break, and each run of gaps leaves one mark. */
function join(text: string, units: readonly TextUnit[], kept: readonly boolean[]): string {
  const lines: string[] = [];
  let gap = false;
  for (let index = 0; index < units.length;) {
    const line = units[index]?.line;
    let piece = '';
    let hasText = false;
    let isBlank = true;
    for (; units[index]?.line === line && index < units.length; index += 1) {
      const slice = sliceOf(text, units[index]);
      if (slice.trim() !== '') isBlank = false;
      if (kept[index] !== true) {
        gap = true;
        continue;
      }
      if (gap && slice.trim() !== '') {
        piece += piece === '' || /\s$/.test(piece) ? `${GAP} ` : ` ${GAP} `;
        gap = false;
      }
      piece += slice;
      hasText = true;
    }
    if (isBlank && gap && lines.at(-1)?.trim() === '') continue;
    if (hasText) lines.push(piece);
  }
  const joined = lines.join('\n');
  return gap ? `${joined.trimEnd()} ${GAP}` : joined;
}

function sliceOf(text: string, unit: TextUnit | undefined): string {
  return unit === undefined ? '' : text.slice(unit.start, unit.end);
}
