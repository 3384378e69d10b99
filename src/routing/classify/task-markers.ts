import { endsInLabel } from './task-frame.js';
import { offersAnswers } from '../../lib/words/answer-options.js';
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
  const answers = offersAnswers(frame) ? CONSTRAINT : 0;
  return (words & (ACTION | CONSTRAINT | POINTER)) | answers | (endsInLabel(frame) ? WAITING : 0);
}
