import type { ChatView } from '../../wire/openai/chat-view.js';
import type { Classification } from '../classify/classification.js';
import { lastAsk } from '../classify/request-shape.js';
import { systemTextOf } from '../classify/system-text.js';
import { DATA_MARK, readFrame } from '../classify/task-frame.js';
import { findAtWordStart } from '../../lib/words/word-start.js';
import { bounded } from './read-ask.js';
import { withoutFormat } from './without-format.js';

/**
 * The text that is judged for difficulty: the last human ask; of a task that is run over inputs its instruction, so that a
 * template stays on one tier whatever the input; and in none of them how the answer is to be written.
 */
export function judgedText(view: ChatView, kind?: Classification['kind']): string {
  return withoutFormat(judgedWithFormat(view, kind));
}

/** The same with how the answer is to be written. */
export function judgedWithFormat(view: ChatView, kind?: Classification['kind']): string {
  const ask = lastAsk(view);
  const system = systemTextOf(view.messages);
  const frame = readFrame(ask, system);
  if (frame.text === DATA_MARK || (kind === 'machine' && system !== '' && !frame.hasInstruction))
    return bounded(system);
  if (!frame.hasInstruction || frame.text === ask || EXERCISE.test(ask.slice(0, READ))) return bounded(ask);
  return asksToSolve(frame.text) ? bounded(ask) : frame.text.replaceAll(DATA_MARK, ' ');
}

const READ = 2_000;
/** Options to choose from, a fence, code from the first line on: what stands there is no data but the exercise. */
const EXERCISE =
  /```|^\s*(?:def|from|import|class|function|#include)\b|(?:\n[ \t]{0,8}\(?[A-J][.):][ \t]+[^\n]*){3}/;
/** Where a question or a problem is the input, it is what is hard or easy: when it is to be solved, or named by its label. */
const SOLVING =
  /(answer (?:the|this|each|these|following)|solve|calculat|comput|löse|berechne|beantwort|résou|répond|resuelv|respond[ae]|risolv|rispond|resolva|vyřeš|odpověz|rozwiąż|odpowiedz|реши|ответ|svara|beantwoord|(?:the |this |following )+(?:questions?|problems?|puzzles?|riddles?|exercises?))|(?:questions?|problems?|puzzles?|riddles?|exercises?|frage|aufgabe|problème|pregunta|problema|domanda|pergunta|otázka|příklad|pytanie|zadanie|вопрос|задача|fråga|vraag|soru)(?: \d+)? ?[:：] ?▢|问题|题目|解答|計算|问|問題|解け|質問|문제|질문/giu;
/** These say themselves how hard it is, whatever stands below. */
const OF_ITSELF =
  /(classif|categor|label|sentiment|intent|translat|summar|extract|rewrit|prove|proof|detect|identif|whether|span|passage|context|paragraph|article)/giu;

function asksToSolve(frame: string): boolean {
  return findAtWordStart(SOLVING, frame) >= 0 && findAtWordStart(OF_ITSELF, frame) < 0;
}
