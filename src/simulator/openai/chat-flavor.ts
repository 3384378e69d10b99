import type { JsonRecord } from '../json-value.js';
import { toRecord, toText } from '../json-value.js';
import { chatModelRules } from './chat-model-rules.js';

/** Which host speaks B's chat dialect: they differ in strictness, reasoning fields, usage and errors. */
export type ChatFlavor = 'provider-b' | 'marketplace' | 'hosted';

const TOKENS_BY_EFFORT: Record<string, number> = {
  none: 0,
  minimal: 8,
  low: 24,
  medium: 48,
  high: 96,
  xhigh: 144,
  max: 192,
};
const PLAIN_OPEN_MODEL = /llama|instruct|coder|gpt-4|gpt-3\.5|claude-3/i;
const ALWAYS_THINKS = /thinking|deepseek-r1|gpt-oss/i;

/** Reasoning tokens that the simulated model spends on a request, by its model and the caller's controls. */
export function reasoningTokensFor(flavor: ChatFlavor, body: JsonRecord): number {
  const model = toText(body.model);
  const effort = effortOf(body);
  if (flavor === 'provider-b') {
    const rules = chatModelRules(model);
    if (rules?.isReasoning !== true) return 0;
    return TOKENS_BY_EFFORT[effort ?? rules.defaultEffort] ?? 0;
  }
  if (PLAIN_OPEN_MODEL.test(model) && !ALWAYS_THINKS.test(model)) return 0;
  if (isSwitchedOff(body, effort)) return ALWAYS_THINKS.test(model) ? (TOKENS_BY_EFFORT.minimal ?? 0) : 0;
  const budget = toRecord(body.reasoning).max_tokens;
  if (typeof budget === 'number' && budget > 0) return Math.min(budget, 192);
  return TOKENS_BY_EFFORT[effort ?? 'medium'] ?? 48;
}

function effortOf(body: JsonRecord): string | undefined {
  const effort = body.reasoning_effort ?? toRecord(body.reasoning).effort;
  return typeof effort === 'string' ? effort : undefined;
}

function isSwitchedOff(body: JsonRecord, effort: string | undefined): boolean {
  const template = toRecord(body.chat_template_kwargs);
  return (
    effort === 'none' ||
    toRecord(body.reasoning).enabled === false ||
    template.enable_thinking === false ||
    template.thinking === false ||
    body.enable_thinking === false ||
    toRecord(body.thinking).type === 'disabled'
  );
}
