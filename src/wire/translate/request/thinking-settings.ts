import { InvalidRequestError } from '../../../lib/gateway-error.js';
import type { AnthropicModelRules } from '../../anthropic/model-rules.js';
import type { RequestMessage, RequestThinking } from '../../anthropic/messages-request.js';
import type { JsonObject } from '../../exact-json/raw-json.js';
import { readNumber, readObject, readString } from '../../openai/read-field.js';
import { readReasoningControl } from '../../openai/read-reasoning-control.js';

export interface ThinkingSettings {
  readonly thinking?: RequestThinking;
  /** `output_config.effort`. */
  readonly effort?: string;
  /** True when the model will think: sampling is not taken then. */
  readonly on: boolean;
  /** True when `thinking` or `effort` is the gateway's own override: a model's refusal of it is answered by a retry. */
  readonly ownOff: boolean;
  /** The caller's `budget_tokens`, which `max_tokens` must exceed. */
  readonly budgetTokens?: number;
}

export interface ThinkingInputs {
  readonly body: JsonObject;
  readonly rules: AnthropicModelRules;
  /** `off`: the gateway turns thinking off for this call unless the caller says anything about it (spec 4.2). */
  readonly thinking: 'caller' | 'off';
  readonly messages: readonly RequestMessage[];
}

const MIN_BUDGET_TOKENS = 1_024;
/** Refused by provider A while thinking is off. */
const EFFORTS_THAT_NEED_THINKING = new Set(['xhigh', 'max']);

/**
 * What goes up as `thinking` and `output_config.effort` (wire notes 1.3, 1.5; spec 4.2). Provider A honours only off of
 * the shared vocabulary: graded values are dropped. A `thinking` object in provider A's shape survives, and so does
 * `output_config.effort`.
 * @throws InvalidRequestError for a control of the wrong type or a budget under 1,024.
 */
export function chooseThinking({ body, rules, thinking, messages }: ThinkingInputs): ThinkingSettings {
  const effort = readString(readObject(body.output_config, 'output_config')?.effort, 'output_config.effort');
  const control = readReasoningControl(body);
  const explicit = readObject(body.thinking, 'thinking') as RequestThinking | undefined;
  if (control.kind === 'off') return turnOff(rules, { effort, ownOff: false });
  if (explicit) return keepExplicit(explicit, { rules, effort, messages });
  if (control.kind !== 'absent' || effort !== undefined)
    return { effort, on: rules.thinkingDefault !== 'off', ownOff: false };
  if (thinking === 'off' && rules.thinkingDefault !== 'off')
    return turnOff(rules, { effort: undefined, ownOff: true });
  return { on: rules.thinkingDefault !== 'off', ownOff: false };
}

function turnOff(
  rules: AnthropicModelRules,
  { effort, ownOff }: { effort: string | undefined; ownOff: boolean },
): ThinkingSettings {
  if (rules.thinkingOff !== undefined) {
    const lowered = effort !== undefined && EFFORTS_THAT_NEED_THINKING.has(effort) ? 'high' : effort;
    return { thinking: { type: rules.thinkingOff }, effort: lowered, on: false, ownOff };
  }
  // A model that always thinks: the lowest effort stands in for off where there is one, else off is dropped.
  const lowest = effort ?? rules.lowestEffort;
  return { effort: lowest, on: rules.thinkingDefault !== 'off', ownOff: ownOff && lowest !== undefined };
}

interface ExplicitThinking {
  readonly rules: AnthropicModelRules;
  readonly effort: string | undefined;
  readonly messages: readonly RequestMessage[];
}

function keepExplicit(
  thinking: RequestThinking,
  { rules, effort, messages }: ExplicitThinking,
): ThinkingSettings {
  if (thinking.type !== 'enabled') return { thinking, effort, on: true, ownOff: false };
  const budgetTokens = readBudget(thinking);
  if (!rules.acceptsBudgetThinking) {
    const { budget_tokens: _budget, ...members } = thinking;
    return { thinking: { ...members, type: 'adaptive' }, effort, on: true, ownOff: false, budgetTokens };
  }
  // Manual thinking must find its own thinking before the last tool call; without one it would be a 400.
  if (lacksThinkingBeforeCall(messages)) return turnOff(rules, { effort, ownOff: false });
  return { thinking, effort, on: true, ownOff: false, budgetTokens };
}

function readBudget(thinking: RequestThinking): number | undefined {
  const budget = readNumber(thinking.budget_tokens, 'thinking.budget_tokens');
  if (budget === undefined || (Number.isSafeInteger(budget) && budget >= MIN_BUDGET_TOKENS)) return budget;
  throw new InvalidRequestError({
    param: 'thinking.budget_tokens',
    message: `\`thinking.budget_tokens\` must be a whole number of at least ${MIN_BUDGET_TOKENS}.`,
  });
}

/** Looks at the tool loop that is still running: back to the last user message that holds no results. */
function lacksThinkingBeforeCall(messages: readonly RequestMessage[]): boolean {
  let callSeen = false;
  for (const { role, content } of messages.toReversed()) {
    const types = typeof content === 'string' ? [] : content.map(({ type }) => type);
    if (role === 'user') {
      if (!types.includes('tool_result')) return callSeen;
    } else {
      if (types[0] === 'thinking' || types[0] === 'redacted_thinking') return false;
      callSeen ||= types.includes('tool_use');
    }
  }
  return callSeen;
}
