import { ACTION, CONSTRAINT, POINTER, taskWordsOf } from '../../lib/words/task-words.js';
import { tokenize } from '../../lib/words/tokens.js';

const MAX_TOKENS = 24;
/** An order says early what is to be done. */
const OPENING_TOKENS = 3;

/** Whether a clause says what to do with an input, as an order or by the answers that it leaves to choose. */
export function namesTask(clause: string): boolean {
  return isOrder(clause) || listsOptions(clause);
}

function isOrder(clause: string): boolean {
  const tokens = tokenize(clause, MAX_TOKENS);
  if ((taskWordsOf(tokens.slice(0, OPENING_TOKENS)) & ACTION) !== 0) return true;
  const kinds = taskWordsOf(tokens);
  return (kinds & ACTION) !== 0 && (kinds & (CONSTRAINT | POINTER)) !== 0;
}

const SEPARATOR = /[,、，،|/]| or | oder | ou | o | или | أو |或/u;
const MIN_OPTIONS = 3;
const LONGEST_OPTION = 28;
const MOST_OPTION_WORDS = 3;

/** `billing, shipping, account`: short items in one line. */
function listsOptions(clause: string): boolean {
  const items = clause.split(SEPARATOR).map((item) => item.trim());
  if (items.length < MIN_OPTIONS) return false;
  return items.every(
    (item) => item.length <= LONGEST_OPTION && item.split(/\s+/).length <= MOST_OPTION_WORDS,
  );
}
