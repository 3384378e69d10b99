import type { Runs } from './common-runs.js';
import { namesTask } from './names-task.js';
import { outerClauses } from './outer-clauses.js';
import { RUN, type GroupDocument } from '../reading/read-document.js';
import { clausesOf, hasClause, type Evidence } from './weigh-evidence.js';

const MAX_LABEL = 120;
/** A longer clause before an order does not name it. */
const MAX_NAME_HALVES = 4;

/**
 * What a group is shown as, in the words of its template: the order that tells it from others under one prompt; otherwise the
 * longest clause in common that says what to do, or the longest where none does. Input that the first requests shared is no name.
 */
export function labelOf(
  document: GroupDocument,
  { features, evidence }: { readonly features: Runs; readonly evidence: Evidence },
  orders: readonly number[] = [],
): string {
  const order = longestOf(document, orders);
  if (order !== undefined) return fromTo(document, startOfOrder(document, order), endOf(document, order));
  const { start, end } = evidence.longest;
  const naming = document.basis === 'system' ? [] : namingClauses(document, features);
  if (naming.length === 0 || naming.some((clause) => clause === start - 1))
    return fromTo(document, start - 1, end);
  const longest = longestOf(document, naming) ?? start - 1;
  return fromTo(document, longest, endOf(document, longest));
}

function namingClauses(document: GroupDocument, features: Runs): number[] {
  return outerClauses(document)
    .filter(({ start, read }) => hasClause(document, start, features) && namesTask(read()))
    .map(({ start }) => start);
}

function longestOf(document: GroupDocument, starts: readonly number[]): number | undefined {
  const lengthOf = (start: number): number => endOf(document, start) - start;
  return [...starts].sort((one, other) => lengthOf(other) - lengthOf(one))[0];
}

/** With the label before it, if there is one: `op: title`. */
function startOfOrder(document: GroupDocument, order: number): number {
  const before = clausesOf(document).find(({ end }) => end === order);
  return before !== undefined && before.halves <= MAX_NAME_HALVES && isLabel(document, before.end)
    ? before.start
    : order;
}

function isLabel({ offsets, text }: GroupDocument, token: number): boolean {
  return /^["'*_\]>)]*\s*[:：=]/u.test(text.slice(offsets[token] ?? 0, (offsets[token] ?? 0) + 4));
}

function endOf(document: GroupDocument, start: number): number {
  return clausesOf(document).find((clause) => clause.start === start)?.end ?? start;
}

function fromTo({ offsets, text }: GroupDocument, start: number, end: number): string {
  const from = offsets.slice(start + 1, end).find((offset) => offset >= 0) ?? 0;
  const after = offsets.slice(end, end + RUN).find((offset) => offset >= 0) ?? text.length;
  return text.slice(from, Math.min(after, from + MAX_LABEL)).replace(QUOTED_PAIR, '$1 ');
}

/** Between the name and the value of a member: `op":"title`. */
const QUOTED_PAIR = /["'“”]\s{0,3}([:：=])\s{0,3}["'“”]?/gu;
