import { endsInLabel } from './task-frame.js';
import { ACTION, CONSTRAINT, POINTER, taskWordsOf } from '../../lib/words/task-words.js';
import type { ScopeTokens } from './text-features.js';

/** A label that waits for the answer, among the markers. */
export const WAITING = 8;
/** Markers are below this. */
export const MARKERS = 16;

/**
 * What in the instruction marks a task: `ACTION`, `CONSTRAINT`, `POINTER` for its words, `WAITING`. 0 where nothing does: then it
 * is no program's (spec, "Routing concepts").
 */
export function taskMarkersOf({ system, head, tail }: ScopeTokens, frame: string): number {
  const words = taskWordsOf(system) | taskWordsOf(head) | taskWordsOf(tail);
  const answers = ANSWERS.test(frame) ? CONSTRAINT : 0;
  return (words & (ACTION | CONSTRAINT | POINTER)) | answers | (endsInLabel(frame) ? WAITING : 0);
}

/** What may be answered, said behind a question: `yes/no`, `True or False?`, `(billing, login, other)?`. */
const ANSWERS =
  /(?<!\p{L})(?:yes|true|ja|sí|oui|tak|ano|да|correct|supported|relevant)(?:, | ?\/ ?| or | oder | ou | o | czy | nebo | или )(?:no|false|nein|non|nie|ne|нет|incorrect|not)(?!\p{L})|\([^()\n,/|]{1,30}(?:(?:, ?| ?[/|] ?)[^()\n,/|]{1,30}){2,8}\) ?[?:：]/iu;
