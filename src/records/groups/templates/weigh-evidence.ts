import { CommonRuns, type Runs } from './common-runs.js';
import { RUN, type GroupDocument } from '../reading/read-document.js';
import { isBreak, TextMark } from '../reading/scan-words.js';

/** How much of a request several have in common, and whether that reads as a template. */
export interface Evidence {
  readonly verdict: 'none' | 'weak' | 'strong';
  /** Words of the common clauses that stand together at the beginning and at the end of the text. */
  readonly frame: number;
  /** Words of common clauses, one more for each that is whole. */
  readonly score: number;
  /** Whether the first or the last clause varies in part. */
  readonly cutAtEdge: boolean;
  /** Of the text's words, 0 to 1. */
  readonly share: number;
  /** Where the longest common clause stands among the tokens; empty when there is none. */
  readonly longest: { readonly start: number; readonly end: number };
}

export interface Clause {
  /** Token of the break before it. */
  readonly start: number;
  /** Token of the break after it. */
  readonly end: number;
  /** Half words in it. */
  readonly halves: number;
}

interface CommonPart {
  readonly words: number;
  readonly whole: boolean;
  readonly from: number;
  readonly to: number;
}

/** Half words in a row that are no accident inside a clause that varies. */
const MIN_PART_HALVES = 8;
/** Of a clause that varies so much must be common: the beginnings of sentences are shared by strangers. */
const MIN_PART_SHARE = 0.55;
/** Half words before and after a slot in the middle of a clause. */
const MIN_SIDE_HALVES = 4;
const MIN_SIDES_HALVES = 12;
const LABEL_WORDS = 2;
const STRONG_SCORE = 4;
const WEAK_SCORE = 4;
const LABELS_SCORE = 6;
/** In the middle of texts: instructions between data, but not data that several share. */
const FLOATING_SCORE = 9;
const FLOATING_WORDS = 40;
/** A system prompt is the template itself: nearly all of it is common, or it begins with an instruction and holds data. */
const SYSTEM_SHARE = 0.9;
const SYSTEM_SCORE = 14;

/**
 * Judges `common` runs against one of the requests that have them. A template shows in whole clauses at the beginning or
 * the end of the text: that is strong. Weak are parts of clauses, labels alone, and clauses in the midst of data: strangers
 * may share them too.
 */
export function weighEvidence(document: GroupDocument, common: Runs): Evidence {
  const { tokens, basis } = document;
  const flags = flagsOf(document, common);
  const sums = readWhole(document);
  const parts = sums.clauses.map((clause) => commonPart(clause, flags, sums.halvesBefore));
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return NO_EVIDENCE;
  const { words, wholeScore, score, longest, longestWhole } = addUp(parts);
  const share = sums.words === 0 ? 0 : words / sums.words;
  const atStart = first.words > 0 && first.from === 1 && tokens[0] === TextMark.start;
  const atEnd = last.words > 0 && last.to === tokens.length - 1;
  const anchored = atStart || atEnd;
  const cutAtEdge = (atStart && !first.whole) || (atEnd && !last.whole);
  const verdict =
    basis === 'system'
      ? judgeSystem({ share, atStart, wholeScore })
      : judgeText({ score, wholeScore, words, longest: longest.words, longestWhole, anchored, cutAtEdge });
  return { verdict, frame: frameOf(parts, { atStart, atEnd }), score, cutAtEdge, share, longest };
}

const NO_EVIDENCE: Evidence = {
  verdict: 'none',
  frame: 0,
  score: 0,
  cutAtEdge: false,
  share: 0,
  longest: { start: 0, end: 0 },
};

interface Sums {
  readonly words: number;
  /** Words of whole clauses, one more for each. */
  readonly wholeScore: number;
  readonly score: number;
  readonly longest: { readonly start: number; readonly end: number; readonly words: number };
  readonly longestWhole: number;
}

function addUp(parts: readonly CommonPart[]): Sums {
  let [words, wholeScore, score, longestWhole] = [0, 0, 0, 0];
  let longest = { start: 0, end: 0, words: 0 };
  for (const part of parts) {
    words += part.words;
    score += part.words;
    if (part.whole) {
      score += 1;
      wholeScore += part.words + 1;
      longestWhole = Math.max(longestWhole, part.words);
    }
    if (part.words > longest.words) longest = { start: part.from, end: part.to, words: part.words };
  }
  return { words, wholeScore, score, longest, longestWhole };
}

function judgeSystem({
  share,
  atStart,
  wholeScore,
}: {
  share: number;
  atStart: boolean;
  wholeScore: number;
}): Evidence['verdict'] {
  return share >= SYSTEM_SHARE || (atStart && wholeScore >= SYSTEM_SCORE) ? 'strong' : 'none';
}

function judgeText({
  score,
  wholeScore,
  words,
  longest,
  longestWhole,
  anchored,
  cutAtEdge,
}: {
  score: number;
  wholeScore: number;
  words: number;
  longest: number;
  longestWhole: number;
  anchored: boolean;
  cutAtEdge: boolean;
}): Evidence['verdict'] {
  if (!anchored) return score >= FLOATING_SCORE && words <= FLOATING_WORDS ? 'weak' : 'none';
  if (longest <= LABEL_WORDS) return score >= LABELS_SCORE ? 'weak' : 'none';
  if (wholeScore >= STRONG_SCORE && longestWhole > LABEL_WORDS && !cutAtEdge) return 'strong';
  return score >= WEAK_SCORE ? 'weak' : 'none';
}

function frameOf(
  parts: readonly CommonPart[],
  { atStart, atEnd }: { atStart: boolean; atEnd: boolean },
): number {
  let words = 0;
  let from = 0;
  for (; atStart && from < parts.length && (parts[from]?.words ?? 0) > 0; from += 1)
    words += parts[from]?.words ?? 0;
  for (let to = parts.length - 1; atEnd && to >= from && (parts[to]?.words ?? 0) > 0; to -= 1)
    words += parts[to]?.words ?? 0;
  return words;
}

/** Of the common runs those of clauses that count; in the others they are what the input of a few happens to share. */
export function countedRuns(document: GroupDocument, common: Runs): ReadonlySet<number> {
  const counted = new Set<number>();
  const flags = flagsOf(document, common);
  const { clauses, halvesBefore } = readWhole(document);
  for (const clause of clauses) {
    if (commonPart(clause, flags, halvesBefore).words === 0) continue;
    for (let index = clause.start; index <= clause.end - RUN + 1; index += 1)
      if (flags[index] === 1) counted.add(document.runs[index] ?? 0);
  }
  return counted;
}

/** Whether a clause, named by the token of the break before it, is common as a whole. */
export function hasClause({ tokens, runs }: GroupDocument, start: number, common: Runs): boolean {
  // Most are not, and that shows at once.
  for (let index = start; common.has(runs[index] ?? 0); index += 1)
    if (isBreak(tokens[index + RUN - 1])) return true;
  return false;
}

export function runsOfClause({ tokens, runs }: GroupDocument, start: number): number[] {
  return runs.slice(start, endOfClause(tokens, start) - RUN + 2);
}

function endOfClause(tokens: readonly number[], start: number): number {
  let end = start + 1;
  while (end < tokens.length && !isBreak(tokens[end])) end += 1;
  return end;
}

/** The words of the clauses that are common as a whole. */
export function commonTokens(document: GroupDocument, clauses: readonly number[], common: Runs): number[] {
  return clauses
    .filter((start) => hasClause(document, start, common))
    .flatMap((start) => document.tokens.slice(start + 1, endOfClause(document.tokens, start)));
}

/** A request is weighed against many others, one after the other. */
interface ReadClauses {
  readonly tokens: readonly number[];
  readonly clauses: readonly Clause[];
  /** Half words before each token. */
  readonly halvesBefore: Int32Array;
  /** In all clauses. */
  readonly words: number;
}
let last: ReadClauses = { tokens: [], clauses: [], halvesBefore: new Int32Array(1), words: 0 };

export function clausesOf(document: GroupDocument): readonly Clause[] {
  return readWhole(document).clauses;
}

function readWhole({ tokens, halves }: GroupDocument): ReadClauses {
  if (tokens !== last.tokens) {
    const halvesBefore = new Int32Array(tokens.length + 1);
    for (let index = 0; index < tokens.length; index += 1)
      halvesBefore[index + 1] = (halvesBefore[index] ?? 0) + (halves[index] ?? 0);
    const clauses = readClauses(tokens, halvesBefore);
    last = {
      tokens,
      clauses,
      halvesBefore,
      words: clauses.reduce((sum, clause) => sum + clause.halves, 0) / 2,
    };
  }
  return last;
}

/** Whether the run at each token is common. One buffer for all: it is read before the next is asked for. */
let flagBuffer = new Uint8Array(512);

function flagsOf({ runs, tokens }: GroupDocument, common: Runs): Uint8Array {
  if (flagBuffer.length < runs.length) flagBuffer = new Uint8Array(2 * runs.length);
  const flags = flagBuffer;
  if (common instanceof CommonRuns && common.table.tokens === tokens) {
    const { ids } = common.table;
    for (let index = 0; index < runs.length; index += 1) flags[index] = common.flags[ids[index] ?? -1] ?? 0;
  } else
    for (let index = 0; index < runs.length; index += 1) flags[index] = common.has(runs[index] ?? 0) ? 1 : 0;
  return flags;
}

function readClauses(tokens: readonly number[], halvesBefore: Int32Array): Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  for (let index = 1; index < tokens.length; index += 1) {
    if (!isBreak(tokens[index])) continue;
    if (index > start + 1)
      clauses.push({ start, end: index, halves: sumHalves(halvesBefore, start + 1, index) });
    start = index;
  }
  return clauses;
}

/** The words of a clause that are common: all of them, its long runs when they are most of it, or what a slot stands between. */
function commonPart(
  { start, end, halves: all }: Clause,
  flags: Uint8Array,
  halvesBefore: Int32Array,
): CommonPart {
  const last = end - RUN + 1;
  let missing = 0;
  for (let index = start; index <= last; index += 1) if (flags[index] !== 1) missing += 1;
  if (missing === 0) return { words: all / 2, whole: true, from: start + 1, to: end };
  if (missing > last - start) return NOTHING;
  let kept = 0;
  let [bestFrom, bestTo, bestHalves] = [start + 1, start + 1, 0];
  let [before, after] = [0, 0];
  for (let index = start; index <= last; index += 1) {
    if (flags[index] !== 1) continue;
    const begin = index;
    while (index < last && flags[index + 1] === 1) index += 1;
    const [from, to] = [Math.max(begin, start + 1), Math.min(index + RUN, end)];
    const length = sumHalves(halvesBefore, from, to);
    if (begin === start) before = length;
    if (index === last) after = length;
    if (length >= MIN_SIDE_HALVES) kept += length;
    if (length > bestHalves) [bestFrom, bestTo, bestHalves] = [from, to, length];
  }
  const aroundSlot =
    before >= MIN_SIDE_HALVES && after >= MIN_SIDE_HALVES && before + after >= MIN_SIDES_HALVES;
  const mostly = kept >= MIN_PART_SHARE * all && bestHalves >= MIN_PART_HALVES;
  if (!aroundSlot && !mostly) return NOTHING;
  const { from, to } = { from: before > 0 ? start + 1 : bestFrom, to: after > 0 ? end : bestTo };
  return { words: kept / 2, whole: false, from, to };
}

const NOTHING: CommonPart = { words: 0, whole: false, from: -1, to: -1 };

function sumHalves(halvesBefore: Int32Array, from: number, to: number): number {
  return from < to ? (halvesBefore[to] ?? 0) - (halvesBefore[from] ?? 0) : 0;
}
