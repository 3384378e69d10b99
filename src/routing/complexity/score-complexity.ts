import type { ChatView } from '../../wire/openai/chat-view.js';
import type { Classification } from '../classify/classification.js';
import { TextMemo } from '../../lib/text-memo.js';
import { ComplexityScorer } from './complexity-scorer.js';
import { explainStructure } from './explain-structure.js';
import { judgedWithFormat } from './judged-text.js';
import { readAsk } from './read-ask.js';
import { withoutFormat } from './without-format.js';

export interface Complexity {
  /** 0 to 1: the share of ordinary traffic that is easier. */
  readonly complexity: number;
  /** In plain words, at most three. */
  readonly reasons: readonly string[];
}

/** Above it a strong model is worth its price: about the top sixth of ordinary traffic. */
export const DEFAULT_THRESHOLD = 0.82;

const scorer = ComplexityScorer.shipped();

/**
 * How likely a strong model is needed: spec "Routing concepts", the escalation threshold. 0 to 1, calibrated so that about
 * the top (1 − t) share of ordinary traffic scores above a threshold t. It is the last human ask that is judged, of a task its
 * instruction (`judgedText`): offered tools, other system prompts and injected blocks are no hardness. Never throws; its cost
 * is bounded.
 * @param kind of the request, where it is known
 */
export function scoreComplexity(view: ChatView, kind?: Classification['kind']): Complexity {
  const text = judgedWithFormat(view, kind);
  // What a person asks seldom comes again; the instruction of a task does.
  return kind === 'machine' ? known.recall(text, () => scoreText(text)) : scoreText(text);
}

const EASIEST: Complexity = { complexity: 0, reasons: [] };
const known = new TextMemo<Complexity>();

function scoreText(withFormat: string): Complexity {
  const text = withoutFormat(withFormat);
  if (text.trim() === '') return EASIEST;
  const complexity = scorer.score(readAsk(text));
  return { complexity, reasons: explainStructure(scorer.lastStructure, complexity > DEFAULT_THRESHOLD) };
}
