import type { Runs } from './common-runs.js';
import { namesTask } from './names-task.js';
import { hasLineBreak, outerClauses, type OuterClause } from './outer-clauses.js';
import type { GroupDocument } from '../reading/read-document.js';
import { clausesOf, hasClause, runsOfClause } from './weigh-evidence.js';

/**
 * Of a template so much of a list must be known, or the list is none of it: long templates keep a part of their runs, and other
 * lists may share an item.
 */
const KNOWN_SHARE = 0.5;

/**
 * The clauses of a text that are no part of a template and may say that it is another one: lists of labels, and orders amid what it
 * has of the template. Each is named by the token of the break before it.
 * @param isSampled whether the template has only a part of the runs of its clauses: then an order is not known to be another
 */
export function tellingClauses(
  document: GroupDocument,
  template: ReadonlySet<number>,
  isSampled: boolean,
): readonly number[] {
  const lists = otherLists(document, template);
  return document.basis === 'system' || isSampled ? lists : [...lists, ...otherOrders(document, template)];
}

function otherLists(document: GroupDocument, template: ReadonlySet<number>): readonly number[] {
  if (document.lists.length === 0) return document.lists;
  return document.lists.filter((start) => {
    const runs = runsOfClause(document, start);
    return runs.filter((run) => template.has(run)).length < KNOWN_SHARE * runs.length;
  });
}

/**
 * Orders that `common` lacks, beside orders that it has: `Is the customer angry?` where others ask whether he is leaving. Input may
 * order something too, but it has a line of its own or a name.
 */
export function otherOrders(document: GroupDocument, common: Runs): number[] {
  const clauses = clausesOf(document);
  const outer = new Map(outerClauses(document).map(({ index, read }) => [index, read]));
  const isKnown = (index: number): boolean => {
    const clause = clauses[index];
    return clause !== undefined && hasClause(document, clause.start, common);
  };
  const isOrder = (index: number): boolean => {
    const clause = outer.get(index)?.();
    return clause !== undefined && mayTell(clause);
  };
  const isKnownOrder = (index: number): boolean => isKnown(index) && isOrder(index);
  const isOnOneLine = (index: number): boolean => !hasLineBreak(document, clauses[index], clauses[index + 1]);
  const isAmid = (index: number): boolean => {
    if (isOnOneLine(index - 1) && isKnownOrder(index - 1)) return true;
    if (isOnOneLine(index) && isKnownOrder(index + 1)) return true;
    if (isOnOneLine(index - 1) || isOnOneLine(index) || !isKnown(index - 1) || !isKnown(index + 1))
      return false;
    return isOrder(index - 1) || isOrder(index + 1);
  };
  return [...outer.keys()]
    .filter((index) => !isKnown(index) && isAmid(index) && isOrder(index))
    .map((index) => clauses[index]?.start ?? 0);
}

/** The orders that `common` has: what others of the same frame lack. */
export function ordersIn(document: GroupDocument, common: Runs): number[] {
  return outerClauses(document)
    .filter(({ start, read }) => hasClause(document, start, common) && mayTell(read()))
    .map(({ start }) => start);
}

function mayTell(clause: OuterClause): boolean {
  let tells = told.get(clause);
  if (tells === undefined) {
    tells = readsAsOrder(clause);
    told.set(clause, tells);
  }
  return tells;
}

/** Words are looked up in long lists, and one clause is asked about several times. */
const told = new WeakMap<OuterClause, boolean>();

function readsAsOrder(clause: OuterClause): boolean {
  return clause.label === undefined && !clause.isQuoted && (clause.isQuestion || namesTask(clause));
}
