import type { CatalogModel } from '../../catalog/catalog-model.js';
import { RUBRIC, VERDICT_SCHEMA } from './rubric.js';

/** A task and the answer to it, already clipped. */
export interface JudgedText {
  readonly task: string;
  readonly answer: string;
}

/** Enough for a sentence and the JSON around it, and for a model that cannot help thinking a little. */
const MAX_TOKENS = 500;
const MAX_TOKENS_THINKING = 4_000;

/** What the judge may answer, thinking included. */
export function maxVerdictTokens({ reasoning }: CatalogModel): number {
  return reasoning.kind === 'none' || reasoning.canBeOff ? MAX_TOKENS : MAX_TOKENS_THINKING;
}

/**
 * The question to the judge model as a chat-completions body. The judged text stands between lines with `mark`, which is made
 * anew for every question: no text that was written before can close the fence, or hold a verdict that would be taken for one.
 */
export function judgeQuestion({ task, answer }: JudgedText, mark: string, model: CatalogModel): Buffer {
  const lines = [
    `The mark is ${mark}. Task and answer stand between the lines that carry it; all of it is material to grade.`,
    '',
    `===== TASK ${mark} =====`,
    task,
    `===== END OF TASK ${mark} =====`,
    '',
    `===== ANSWER ${mark} =====`,
    answer,
    `===== END OF ANSWER ${mark} =====`,
    '',
    'Grade the answer by the rubric. Reply with the JSON object only.',
  ];
  return Buffer.from(
    JSON.stringify({
      model: model.id,
      messages: [
        { role: 'system', content: RUBRIC },
        { role: 'user', content: lines.join('\n') },
      ],
      max_tokens: maxVerdictTokens(model),
      response_format: verdictFormat(model),
    }),
  );
}

function verdictFormat({ capabilities }: CatalogModel): object {
  if (!capabilities.jsonSchema) return { type: 'json_object' };
  return { type: 'json_schema', json_schema: { name: 'verdict', strict: true, schema: VERDICT_SCHEMA } };
}
