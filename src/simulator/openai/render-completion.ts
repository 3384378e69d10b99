import { splitPieces } from '../answers/split-pieces.js';
import type { SimulatedAnswer } from '../answers/simulated-prompt.js';
import type { JsonRecord } from '../json-value.js';
import { stableHash } from '../stable-hash.js';
import type { ChatOutcome } from './chat-outcome.js';

/** A whole `chat.completion`. */
export function renderCompletion(outcome: ChatOutcome): JsonRecord {
  return {
    id: outcome.id,
    object: 'chat.completion',
    created: outcome.created,
    model: outcome.model,
    ...hostFields(outcome),
    choices: outcome.answers.map((answer, index) => ({
      index,
      message: renderMessage(outcome, answer, index),
      logprobs: outcome.wantsLogprobs ? { content: renderLogprobs(answer.text), refusal: null } : null,
      finish_reason: finishReason(outcome, answer),
      ...(outcome.flavor === 'marketplace' && { native_finish_reason: finishReason(outcome, answer) }),
    })),
    usage: outcome.usage,
  };
}

/** Fields beside the choices that tell the hosts apart; the same on completions and chunks. */
export function hostFields(outcome: ChatOutcome): JsonRecord {
  if (outcome.flavor === 'marketplace') return { provider: 'Simulated', system_fingerprint: 'simulated' };
  if (outcome.flavor === 'hosted') return { system_fingerprint: 'simulated' };
  return { service_tier: 'default', system_fingerprint: 'simulated' };
}

export function finishReason(outcome: ChatOutcome, answer: SimulatedAnswer): string {
  switch (answer.finish) {
    case 'stop':
    case 'stop_sequence':
      return 'stop';
    case 'length':
      return 'length';
    case 'tool_calls':
      return outcome.isLegacyFunctionCall ? 'function_call' : 'tool_calls';
  }
}

/** The id of a choice's call: repeatable, and different for every call of an answer. */
export function toolCallId(outcome: ChatOutcome, choiceIndex: number, callIndex: number): string {
  return `call_${stableHash(`${outcome.id}/${choiceIndex}/${callIndex}`).slice(0, 24)}`;
}

/** Reasoning as the host shows it: not at all, as `reasoning` with details, or as `reasoning_content`. */
export function reasoningFields(outcome: ChatOutcome, text: string): JsonRecord {
  if (text === '' || outcome.hidesReasoning) return {};
  if (outcome.flavor === 'hosted') return { reasoning_content: text };
  return {
    reasoning: text,
    reasoning_details: [{ type: 'reasoning.text', text, format: 'unknown', index: 0 }],
  };
}

export function renderLogprobs(text: string): JsonRecord[] {
  return splitPieces(text).map((token) => ({
    token,
    logprob: -0.01,
    bytes: [...Buffer.from(token)],
    top_logprobs: [],
  }));
}

function renderMessage(outcome: ChatOutcome, answer: SimulatedAnswer, choiceIndex: number): JsonRecord {
  const calls = answer.toolCalls.map((call, callIndex) => ({
    id: toolCallId(outcome, choiceIndex, callIndex),
    type: 'function',
    function: { name: call.name, arguments: call.argumentsJson },
  }));
  const first = calls[0];
  return {
    role: 'assistant',
    content: calls.length > 0 ? null : answer.text,
    refusal: null,
    ...(outcome.flavor === 'provider-b' && { annotations: [] }),
    ...reasoningFields(outcome, answer.reasoning),
    ...(first !== undefined &&
      (outcome.isLegacyFunctionCall ? { function_call: first.function } : { tool_calls: calls })),
  };
}
