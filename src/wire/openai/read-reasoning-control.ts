import type { JsonObject } from '../exact-json/raw-json.js';
import { readBoolean, readNumber, readObject, readString, requireString, wrongType } from './read-field.js';

/** What the caller said about thinking, whatever vocabulary he used. */
export type ReasoningControl =
  | { readonly kind: 'absent' }
  | { readonly kind: 'off' }
  | { readonly kind: 'on' }
  | { readonly kind: 'graded'; readonly effort: string }
  | { readonly kind: 'budget'; readonly maxTokens: number };

/** Top-level members that this reader looks at. */
export const REASONING_FIELDS = [
  'thinking',
  'reasoning',
  'reasoning_effort',
  'chat_template_kwargs',
  'enable_thinking',
] as const;

const OFF_EFFORTS = new Set(['none', 'minimal']);
const OFF_THINKING_TYPES = new Set(['disabled', 'between_tools']);

/**
 * Reads the caller's reasoning control (spec 4.2 reasoning rules, wire notes 1.5). Of several, the more explicit one
 * holds: `thinking`, `reasoning`, `reasoning_effort`, `chat_template_kwargs.enable_thinking`, `enable_thinking`.
 * @throws InvalidRequestError naming a field of the wrong type.
 */
export function readReasoningControl(body: JsonObject): ReasoningControl {
  const controls = [
    readThinking(body.thinking),
    readReasoning(body.reasoning),
    readEffort(body.reasoning_effort, 'reasoning_effort'),
    readChatTemplate(body.chat_template_kwargs),
    readSwitch(body.enable_thinking, 'enable_thinking'),
  ];
  return controls.find((control) => control !== undefined) ?? { kind: 'absent' };
}

function readThinking(value: unknown): ReasoningControl | undefined {
  const thinking = readObject(value, 'thinking');
  if (!thinking) return undefined;
  const type = requireString(thinking.type, 'thinking.type');
  if (OFF_THINKING_TYPES.has(type)) return { kind: 'off' };
  const budget = readNumber(thinking.budget_tokens, 'thinking.budget_tokens');
  return budget === undefined ? { kind: 'on' } : { kind: 'budget', maxTokens: budget };
}

function readReasoning(value: unknown): ReasoningControl | undefined {
  const reasoning = readObject(value, 'reasoning');
  if (!reasoning) return undefined;
  const enabled = readBoolean(reasoning.enabled, 'reasoning.enabled');
  const effort = readEffort(reasoning.effort, 'reasoning.effort');
  const maxTokens = readNumber(reasoning.max_tokens, 'reasoning.max_tokens');
  if (maxTokens !== undefined && (!Number.isSafeInteger(maxTokens) || maxTokens < 0)) {
    throw wrongType('reasoning.max_tokens', 'a whole number of at least 0');
  }
  if (enabled === false) return { kind: 'off' };
  if (effort) return effort;
  if (maxTokens !== undefined) return maxTokens === 0 ? { kind: 'off' } : { kind: 'budget', maxTokens };
  return enabled === true ? { kind: 'on' } : undefined;
}

function readEffort(value: unknown, param: string): ReasoningControl | undefined {
  const effort = readString(value, param);
  if (effort === undefined) return undefined;
  if (effort === '') throw wrongType(param, 'an effort such as "low" or "none"');
  return OFF_EFFORTS.has(effort) ? { kind: 'off' } : { kind: 'graded', effort };
}

function readChatTemplate(value: unknown): ReasoningControl | undefined {
  const options = readObject(value, 'chat_template_kwargs');
  return options && readSwitch(options.enable_thinking, 'chat_template_kwargs.enable_thinking');
}

function readSwitch(value: unknown, param: string): ReasoningControl | undefined {
  const enabled = readBoolean(value, param);
  return enabled === undefined ? undefined : { kind: enabled ? 'on' : 'off' };
}
