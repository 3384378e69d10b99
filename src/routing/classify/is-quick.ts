import type { TaskKind } from './classification.js';
import { isForm } from './is-form.js';
import { isOneLine } from './is-typed-in-one-go.js';
import type { RequestShape } from './request-shape.js';

/** Well above the threshold: what the Small tier serves should be machine-shaped beyond doubt. */
const SURE = 0.82;
/** Characters of an instruction that is a system prompt of its own, and of an ask under it. */
const SHORT_INSTRUCTION = 500;
const SHORT_INPUT = 1_000;
/** Of an ask that holds instruction and input together. */
const SHORT_TOGETHER = 900;
const CODE =
  /```|[;{}][ \t]*\n|^\s*(?:def |class |import |function |const |public |#include|select .{1,80} from )/im;
const UNCLEAR: ReadonlySet<TaskKind> = new Set(['tool-loop', 'code', 'other']);

/**
 * Spec, tier `small`: short instruction, single shot, no code, clear task shape. What a person may have typed in one line is not clear,
 * however surely its words are those of a task.
 */
export function isQuick({ shape, task, score }: QuickInputs): boolean {
  return (
    score >= SURE &&
    shape.personTurns <= 1 &&
    !shape.toolActivity &&
    !shape.toolsOffered &&
    !UNCLEAR.has(task) &&
    !isOneLine(shape) &&
    !isForm(shape) &&
    isShort(shape) &&
    !CODE.test(shape.ask)
  );
}

function isShort({ system, ask }: RequestShape): boolean {
  if (system === '') return ask.length <= SHORT_TOGETHER;
  return system.length <= SHORT_INSTRUCTION && ask.length <= SHORT_INPUT;
}

export interface QuickInputs {
  readonly shape: RequestShape;
  readonly task: TaskKind;
  readonly score: number;
}
