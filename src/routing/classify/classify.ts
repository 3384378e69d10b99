import type { ChatView } from '../../wire/openai/chat-view.js';
import type { Classification } from './classification.js';
import { judgeStructure } from './judge-structure.js';
import { KindScorer } from './kind-scorer.js';
import { asksAtTheEnd, isForm } from './is-form.js';
import { isQuick } from './is-quick.js';
import { isTypedInOneGo } from './is-typed-in-one-go.js';
import { readShape, type RequestShape } from './request-shape.js';
import { readTask } from './read-task.js';

const scorer = KindScorer.shipped();

/** From here on a request counts as machine-shaped. */
export const MACHINE_SCORE = 0.5;
/** How much likelier a person is where one line or a form says it all: as likely as not at a score of 0.8. */
const TYPED_ODDS = 4;
/** How much likelier where a form ends with a question of its own. */
const ASKED_ODDS = 16;

/**
 * Whether a person or a program asks, and what for: spec "Routing concepts". Structure that leaves no doubt decides first;
 * words, letters and layout decide the rest. What is ambiguous is conversation. Never throws.
 */
export function classify(view: ChatView): Classification {
  const shape = readShape(view);
  const verdict = judgeStructure(shape);
  const score = verdict?.score ?? scoreOf(shape);
  const kind = verdict?.kind ?? (score >= MACHINE_SCORE ? 'machine' : 'conversation');
  const reasons = [verdict?.reason ?? explainScore(kind, score)];
  if (kind === 'conversation') return { kind, task: undefined, machineScore: score, quick: false, reasons };
  const task = verdict?.toolLoop === true ? 'tool-loop' : readTask(shape);
  return { kind, task, machineScore: score, quick: isQuick({ shape, task, score }), reasons };
}

function scoreOf(shape: RequestShape): number {
  const score = scorer.score(shape);
  if (isForm(shape)) return againstOdds(score, asksAtTheEnd(shape) ? ASKED_ODDS : TYPED_ODDS);
  return isTypedInOneGo(shape) ? againstOdds(score, TYPED_ODDS) : score;
}

function againstOdds(score: number, odds: number): number {
  return score / (score + odds * (1 - score));
}

function explainScore(kind: Classification['kind'], score: number): string {
  const rounded = score.toFixed(2);
  return kind === 'machine'
    ? `Words and layout of a task that is run over many inputs: machine-shaped (${rounded}).`
    : `Reads as a person talking to the model, or leaves it open (${rounded}): conversation.`;
}
