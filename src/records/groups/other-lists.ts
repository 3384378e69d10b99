import type { GroupDocument } from './read-document.js';
import { runsOfClause } from './weigh-evidence.js';

/**
 * Of a template so much of a list must be known, or the list is none of it: long templates keep a part of their runs, and other
 * lists may share an item.
 */
const KNOWN_SHARE = 0.5;

/** The lists of items in a document that are no part of a template: labels of another task, or input. */
export function otherLists(document: GroupDocument, template: ReadonlySet<number>): readonly number[] {
  if (document.lists.length === 0) return document.lists;
  return document.lists.filter((start) => {
    const runs = runsOfClause(document, start);
    return runs.filter((run) => template.has(run)).length < KNOWN_SHARE * runs.length;
  });
}
