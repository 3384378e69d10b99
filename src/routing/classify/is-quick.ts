import type { TaskKind } from './classification.js';
import type { RequestShape } from './request-shape.js';

/** Well above the threshold: what the Small tier serves should be machine-shaped beyond doubt. */
const SURE = 0.75;
/** Characters of the system prompt and the ask together. */
const SHORT = 1_500;
const CODE =
  /```|[;{}][ \t]*\n|^\s*(?:def |class |import |function |const |public |#include|select .{1,80} from )/im;
const UNCLEAR: ReadonlySet<TaskKind> = new Set(['tool-loop', 'code', 'other']);

/** Spec, tier `small`: short instruction, single shot, no code, clear task shape. */
export function isQuick({ shape, task, score }: QuickInputs): boolean {
  return (
    score >= SURE &&
    shape.personTurns <= 1 &&
    !shape.toolActivity &&
    !shape.toolsOffered &&
    !UNCLEAR.has(task) &&
    shape.system.length + shape.ask.length <= SHORT &&
    !CODE.test(shape.ask)
  );
}

export interface QuickInputs {
  readonly shape: RequestShape;
  readonly task: TaskKind;
  readonly score: number;
}
