import { splitPieces } from '../answers/split-pieces.js';
import type { SimulatedAnswer } from '../answers/simulated-prompt.js';
import type { JsonRecord } from '../json-value.js';
import type { ChatOutcome } from './chat-outcome.js';
import {
  finishReason,
  hostFields,
  reasoningFields,
  renderLogprobs,
  toolCallId,
} from './render-completion.js';

/**
 * The chunks of an answer as server-sent events. Usage follows each host's rule: provider B and hosted send it only when
 * asked, in a chunk without choices; the marketplace always does, in a chunk that has one.
 */
export function* streamCompletion(outcome: ChatOutcome, includeUsage: boolean): Generator<string> {
  const isMarketplace = outcome.flavor === 'marketplace';
  const envelope = (choices: JsonRecord[], usage?: JsonRecord | null): string =>
    toFrame({
      id: outcome.id,
      object: 'chat.completion.chunk',
      created: outcome.created,
      model: outcome.model,
      ...hostFields(outcome),
      choices,
      ...(usage !== undefined && { usage }),
    });
  const noUsageYet = includeUsage && outcome.flavor === 'provider-b' ? null : undefined;

  for (const [index, answer] of outcome.answers.entries()) {
    for (const { delta, logprobs } of deltasOf(outcome, answer, index)) {
      yield envelope([{ index, delta, logprobs: logprobs ?? null, finish_reason: null }], noUsageYet);
    }
    const end = { index, delta: {}, logprobs: null, finish_reason: finishReason(outcome, answer) };
    yield envelope([end], noUsageYet);
  }
  if (isMarketplace) {
    const empty = { index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null };
    yield envelope([empty], outcome.usage);
  } else if (includeUsage) {
    yield envelope([], outcome.usage);
  }
  yield 'data: [DONE]\n\n';
}

function* deltasOf(
  outcome: ChatOutcome,
  answer: SimulatedAnswer,
  choiceIndex: number,
): Generator<{ delta: JsonRecord; logprobs?: JsonRecord }> {
  const calls = answer.toolCalls;
  yield { delta: { role: 'assistant', content: calls.length > 0 ? null : '', refusal: null } };
  if (!outcome.hidesReasoning) {
    for (const piece of splitPieces(answer.reasoning)) yield { delta: reasoningFields(outcome, piece) };
  }
  for (const piece of splitPieces(answer.text)) {
    const logprobs = outcome.wantsLogprobs ? { content: renderLogprobs(piece), refusal: null } : undefined;
    yield { delta: { content: piece }, logprobs };
  }
  for (const [callIndex, call] of calls.entries()) {
    if (outcome.isLegacyFunctionCall) {
      yield { delta: { function_call: { name: call.name, arguments: '' } } };
    } else {
      const id = toolCallId(outcome, choiceIndex, callIndex);
      const start = { index: callIndex, id, type: 'function', function: { name: call.name, arguments: '' } };
      yield { delta: { tool_calls: [start] } };
    }
    for (const piece of splitPieces(call.argumentsJson)) {
      yield {
        delta: outcome.isLegacyFunctionCall
          ? { function_call: { arguments: piece } }
          : { tool_calls: [{ index: callIndex, function: { arguments: piece } }] },
      };
    }
  }
}

function toFrame(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
