import type { Runs } from './common-runs.js';
import { namesTask } from './names-task.js';
import { outerClauses } from './outer-clauses.js';
import type { GroupDocument } from '../reading/read-document.js';
import { clausesOf, hasClause } from './weigh-evidence.js';

/** Less than that may be labels around an input that orders something. */
const MIN_WORDS = 12;

/**
 * Whether what several requests have in common reads as one input that was sent with several instructions: none of it says what to
 * do, and what differs does.
 */
export function isInputAlone(document: GroupDocument, common: Runs): boolean {
  if (document.basis !== 'text') return false;
  let halves = 0;
  for (const clause of clausesOf(document))
    if (hasClause(document, clause.start, common)) halves += clause.halves;
  if (halves < 2 * MIN_WORDS) return false;
  const clauses = outerClauses(document);
  const isCommon = ({ start }: { start: number }): boolean => hasClause(document, start, common);
  if (clauses.some((clause) => isCommon(clause) && namesTask(clause.read()))) return false;
  return clauses.some((clause) => !isCommon(clause) && namesTask(clause.read()));
}
