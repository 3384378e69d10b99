import { hashText } from '../reading/hash-text.js';
import { announcesTask } from './task-labels.js';
import type { GroupDocument } from '../reading/read-document.js';
import { clausesOf, type Clause } from './weigh-evidence.js';

/** Clauses at the beginning and the end of a text that are looked at. */
const OUTER_CLAUSES = 3;

/** Where in a message something stands: what stands where an order stands is one. */
export const Place = { start: 1, end: 2, between: 4 } as const;
export type Place = (typeof Place)[keyof typeof Place];

export interface OuterClause {
  readonly text: string;
  readonly place: Place;
  /** It names a tag, and says nothing. */
  readonly isTag: boolean;
  /** What stands before a colon in front of it. */
  readonly label: string | undefined;
  /** Nothing else stands on its line. */
  readonly isLine: boolean;
  readonly isQuestion: boolean;
  /** It begins or ends in quotes, brackets or a tag. */
  readonly isQuoted: boolean;
}

/** A clause near the ends of a text; what it says is read when it is asked for. */
export interface Outer {
  readonly start: number;
  /** Among all clauses of the text. */
  readonly index: number;
  readonly read: () => OuterClause;
}

/** One document is asked about several times, one after the other. */
let lastOuter: { readonly tokens: readonly number[]; readonly outer: readonly Outer[] } = {
  tokens: [],
  outer: [],
};

export function outerClauses(document: GroupDocument): readonly Outer[] {
  if (document.tokens !== lastOuter.tokens)
    lastOuter = { tokens: document.tokens, outer: readOuter(document) };
  return lastOuter.outer;
}

function readOuter(document: GroupDocument): Outer[] {
  const clauses = clausesOf(document);
  return clauses.flatMap((clause, index) => {
    if (!isOuter(index, clauses)) return [];
    let known: OuterClause | undefined;
    const read = (): OuterClause => (known ??= readClause(document, clause, clauses[index - 1]));
    return [{ start: clause.start, index, read }];
  });
}

/** A line near the ends of a text, or what stands there in quotes or between tags. */
export interface OuterLine {
  /** The tokens of the breaks before its clauses. */
  readonly starts: readonly number[];
  readonly text: string;
  readonly place: Place;
  /** What names it: before a colon, in a tag, or as a heading of one line. */
  readonly label: string | undefined;
  /** The same for the same words. */
  readonly hash: number;
  /** What it stands behind, or where. */
  readonly slot: number;
  /** Of its first word that is not short. */
  readonly opening: number;
}

const SPACE = /[\s_]+/;
/** What stands behind a label that announces no task is data when it is so short: `Channel: web form`. */
const SHORT_VALUE_WORDS = 2;

export function isShort({ text, label }: OuterLine): boolean {
  return label !== undefined && !announcesTask(label) && text.trim().split(SPACE).length <= SHORT_VALUE_WORDS;
}

/** A longer line is a text of its own. */
const LONGEST_LINE = 160;
const MIN_ENCLOSED_HALVES = 4;

export function outerLines(document: GroupDocument): OuterLine[] {
  const clauses = clausesOf(document).filter((_, index, all) => isOuter(index, all));
  const lines: OuterLine[] = [];
  let heading: string | undefined;
  let from = 0;
  while (from < clauses.length) {
    let to = from + 1;
    while (to < clauses.length && !hasLineBreak(document, clauses[to - 1], clauses[to])) to += 1;
    const own = clauses.slice(from, to);
    const whole = toLine(document, own, heading);
    lines.push(...(whole === undefined ? fieldsOf(document, own) : [whole]));
    heading = whole && isHeading(document, own) ? whole.text : undefined;
    from = to;
  }
  return lines;
}

function isOuter(index: number, { length }: readonly Clause[]): boolean {
  return index < OUTER_CLAUSES || index >= length - OUTER_CLAUSES;
}

/** Whether a line ends between two clauses. */
export function hasLineBreak(
  { offsets, text }: GroupDocument,
  one: Clause | undefined,
  next: Clause | undefined,
): boolean {
  if (one === undefined || next === undefined || one.end !== next.start) return true;
  return text.slice(offsets[one.end - 1] ?? 0, offsets[next.start + 1] ?? 0).includes('\n');
}

function toLine(
  document: GroupDocument,
  clauses: readonly Clause[],
  heading: string | undefined,
): OuterLine | undefined {
  const [first, last] = [clauses[0], clauses.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const whole = { start: first.start, end: last.end, halves: 0 };
  const text = textOf(document, whole);
  if (text.length > LONGEST_LINE || !isLine(document, whole) || HOLDS_FIELDS.test(text)) return undefined;
  const place = placeOf(document, whole);
  const isLabelled = clauses.length > 1 && NAMES_WHAT_FOLLOWS.test(signBehind(document, first.end));
  return {
    starts: clauses.map(({ start }) => start),
    hash: hashText(text),
    ...(isLabelled
      ? worded(textOf(document, { ...whole, start: first.end }), textOf(document, first), place)
      : worded(text, heading, place)),
  };
}

/** What stands in quotes or between tags on a line with other things. */
function fieldsOf(document: GroupDocument, clauses: readonly Clause[]): OuterLine[] {
  return clauses.flatMap((clause, index) => {
    const before = clauses[index - 1];
    const isValue = before !== undefined && textBetween(document, before, clause).includes(':');
    const label = isValue ? textOf(document, before) : undefined;
    const isOrder = label !== undefined && announcesTask(label);
    if (!isEnclosed(document, clause, isOrder ? 1 : MIN_ENCLOSED_HALVES)) return [];
    const text = textOf(document, clause);
    return [
      { starts: [clause.start], hash: hashText(text), ...worded(text, label, placeOf(document, clause)) },
    ];
  });
}

function worded(
  text: string,
  label: string | undefined,
  place: Place,
): Pick<OuterLine, 'text' | 'place' | 'label' | 'slot' | 'opening'> {
  const slot = label === undefined ? place : hashText(label);
  return { text, place, label, slot, opening: hashText(OPENING_WORD.exec(text)?.[0].toLowerCase() ?? text) };
}

/** Shorter words open anything. */
const OPENING_WORD = /[\p{L}\p{M}]{4,}/u;

const HOLDS_FIELDS = /"\s{0,3}:/;
const NAMES_WHAT_FOLLOWS = /[:：=\]>]/;
const LONGEST_HEADING = 40;

/** A short line that names the next one: `## Task`, `Task:`. */
function isHeading(document: GroupDocument, clauses: readonly Clause[]): boolean {
  const [only] = clauses;
  if (only === undefined || clauses.length > 1 || textOf(document, only).length > LONGEST_HEADING)
    return false;
  return isColon(document, only.end) || document.text.charAt(lineStart(document, only)) === '#';
}

function lineStart({ offsets, text }: GroupDocument, { start }: Clause): number {
  return text.lastIndexOf('\n', (offsets[start + 1] ?? 0) - 1) + 1;
}

function textBetween({ offsets, text }: GroupDocument, one: Clause, next: Clause): string {
  return text.slice(offsets[one.end] ?? 0, offsets[next.start + 1] ?? 0);
}

const OPENS_FIELD = /["“„«>「『]/;
const CLOSES_FIELD = /["”“»<」』]/;

function isEnclosed(document: GroupDocument, clause: Clause, minHalves: number): boolean {
  return (
    clause.halves >= minHalves &&
    opensField(document, clause) &&
    CLOSES_FIELD.test(signBehind(document, clause.end))
  );
}

function opensField({ offsets, text }: GroupDocument, { start }: Clause): boolean {
  return OPENS_FIELD.test(text.charAt((offsets[start + 1] ?? 0) - 1));
}

/** Behind its last sign. */
function closesField({ offsets, text }: GroupDocument, { end }: Clause): boolean {
  const last = offsets[end] ?? -1;
  return last >= 0 && CLOSES_FIELD.test(text.slice(last, last + 2));
}

function readClause(document: GroupDocument, clause: Clause, before: Clause | undefined): OuterClause {
  const isLabelled = before?.end === clause.start && COLON.test(textBetween(document, before, clause));
  return {
    text: textOf(document, clause),
    isTag: isTagName(document, clause),
    place: placeOf(document, clause),
    label: isLabelled ? textOf(document, before) : undefined,
    isLine: isLine(document, clause),
    isQuestion: QUESTION.test(signBehind(document, clause.end)),
    isQuoted: opensField(document, clause) || closesField(document, clause),
  };
}

function placeOf({ offsets, text }: GroupDocument, { start, end }: Clause): Place {
  if (!text.slice(0, offsets[start + 1] ?? 0).includes('\n')) return Place.start;
  const last = offsets[end] ?? -1;
  return last < 0 || !text.slice(last).includes('\n') ? Place.end : Place.between;
}

function isTagName(document: GroupDocument, { start, end }: Clause): boolean {
  const before = document.text.charAt((document.offsets[start + 1] ?? 0) - 1);
  return (before === '<' || before === '/') && signBehind(document, end) === '>';
}

const COLON = /[:：=\]]/;
const QUESTION = /[?？؟]/;

function isColon(document: GroupDocument, token: number): boolean {
  return COLON.test(signBehind(document, token));
}

/** The sign that a break stands for. */
function signBehind({ offsets, text }: GroupDocument, token: number): string {
  return text.charAt(offsets[token] ?? -1);
}

function isLine({ offsets, text }: GroupDocument, { start, end }: Clause): boolean {
  const from = offsets[start + 1] ?? 0;
  const to = offsets[end] ?? -1;
  const before = text.slice(text.lastIndexOf('\n', from - 1) + 1, from);
  if (from > 0 && /[\p{L}\p{N}]/u.test(before)) return false;
  if (to < 0) return true;
  const lineEnd = text.indexOf('\n', to);
  return !/[\p{L}\p{N}]/u.test(text.slice(to, lineEnd < 0 ? undefined : lineEnd));
}

function textOf({ offsets, text }: GroupDocument, { start, end }: Clause): string {
  const last = offsets[end] ?? -1;
  return text.slice(offsets[start + 1] ?? 0, last < 0 ? undefined : last);
}
