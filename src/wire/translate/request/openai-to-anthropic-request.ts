import type { Steps } from '../../../lib/steps.js';
import type { AnthropicModelRules } from '../../anthropic/model-rules.js';
import type { TextBlock } from '../../anthropic/messages-request.js';
import { printLongJson } from '../../exact-json/print-exact-json.js';
import { readBoolean, requireObject } from '../../openai/read-field.js';
import { translateMessages } from './messages-to-anthropic.js';
import { countNativeFormat, toOutputConfig } from './output-config.js';
import { readCacheControl } from './read-cache-control.js';
import {
  readMaxTokens,
  readSampling,
  readServiceTier,
  readStopSequences,
  readUserId,
  refuseUnsupported,
} from './request-settings.js';
import { translateResponseFormat } from './response-format.js';
import { StrictBudget } from './strict-budget.js';
import { chooseThinking } from './thinking-settings.js';
import { translateTools } from './tools-to-anthropic.js';

export interface TranslateChatRequestInputs {
  /** The caller's body as `parseExactJson` read it. */
  readonly body: unknown;
  /** The upstream id, without our prefix. */
  readonly model: string;
  readonly rules: AnthropicModelRules;
  /** The model's maximum of output tokens. */
  readonly maxOutput: number;
  /** `off`: the gateway's own override, which holds only when the caller gave no control of his own. */
  readonly thinking: 'caller' | 'off';
  /** `strip` when another model made the thinking blocks of the history or a text before them was changed. Default `keep`. */
  readonly thinkingBlocks?: 'keep' | 'strip';
  /** Another model is known to have made the block with this signature (or redacted data): it is left out. */
  readonly isForeignThinking?: (proof: string) => boolean;
}

export interface TranslatedChatRequest {
  readonly bytes: Buffer;
  /** The caller forced a tool; the model gets `auto`. */
  readonly toolChoiceChanged: boolean;
  /** JSON was asked for in words: the provider does not guarantee the shape. */
  readonly jsonInstruction: boolean;
  /** The gateway's own thinking-off is in the bytes: when the model refuses it, retry with `thinking: 'caller'`. */
  readonly ownThinkingOff: boolean;
  /** The caller spoke of `functions`: the answer carries `function_call`. */
  readonly legacyFunctions: boolean;
  /** Top-level fields of the caller that have no effect upstream, in his order. */
  readonly dropped?: string[];
}

/** Top-level fields whose effect reaches provider A, whatever they are called there. */
const TRANSLATED_FIELDS = new Set([
  'model',
  'messages',
  'tools',
  'tool_choice',
  'functions',
  'function_call',
  'parallel_tool_calls',
  'max_completion_tokens',
  'max_tokens',
  'stop',
  'stop_sequences',
  'stream',
  'stream_options',
  'response_format',
  'cache_control',
  'n',
  'thinking',
  'output_config',
]);

/**
 * Translates a chat completions request into provider A's Messages request (wire notes 1). The same input always gives
 * the same bytes: prompt caches and thinking signatures depend on an unchanged prefix. Half a surrogate pair, for which
 * provider A refuses the whole body, becomes U+FFFD wherever it stands.
 * @throws InvalidRequestError naming the field that cannot be translated.
 */
export function* translateChatRequest(inputs: TranslateChatRequestInputs): Steps<TranslatedChatRequest> {
  const { model, rules, maxOutput } = inputs;
  const body = requireObject(inputs.body, 'body');
  refuseUnsupported(body);
  const { system, messages } = yield* translateMessages(body.messages, {
    thinkingBlocks: inputs.thinkingBlocks ?? 'keep',
    isForeignThinking: inputs.isForeignThinking,
  });
  const thinking = chooseThinking({ body, rules, thinking: inputs.thinking, messages });
  const forcingRefused = !rules.acceptsForcedToolChoice || thinking.thinking?.type === 'enabled';
  const budget = new StrictBudget();
  // The format comes first: an answer is checked by it, a tool's arguments mostly fit without.
  const { format, instruction } = translateResponseFormat(body, rules, budget);
  const outputConfig = toOutputConfig(body, { effort: thinking.effort, format });
  if (format === undefined) countNativeFormat(outputConfig, budget);
  const { tools, toolChoice, toolChoiceChanged, legacyFunctions } = yield* translateTools(body, rules, {
    forcingRefused,
    budget,
  });
  const sampling = readSampling(body, rules, thinking.on);
  const userId = readUserId(body);
  const serviceTier = readServiceTier(body);
  const request = {
    model,
    max_tokens: readMaxTokens(body, maxOutput, thinking),
    stream: readBoolean(body.stream, 'stream'),
    cache_control: readCacheControl(body.cache_control, 'cache_control'),
    thinking: thinking.thinking,
    output_config: outputConfig,
    ...sampling,
    stop_sequences: readStopSequences(body),
    metadata: userId === undefined ? undefined : { user_id: userId },
    service_tier: serviceTier,
    tools,
    tool_choice: toolChoice,
    system: toSystem(system, instruction),
    messages,
  };
  const kept = new Set([...TRANSLATED_FIELDS, ...Object.keys(sampling)]);
  if (thinking.thinking !== undefined || thinking.effort !== undefined)
    REASONING_WORDS.forEach((field) => kept.add(field));
  if (userId !== undefined) ['user', 'safety_identifier', 'metadata'].forEach((field) => kept.add(field));
  if (serviceTier !== undefined) kept.add('service_tier');
  return {
    bytes: yield* printLongJson(request, { text: 'well-formed' }),
    toolChoiceChanged,
    jsonInstruction: instruction !== undefined,
    ownThinkingOff: thinking.ownOff,
    legacyFunctions,
    dropped: Object.keys(body).filter((field) => !kept.has(field) && body[field] !== null),
  };
}

const REASONING_WORDS = ['reasoning', 'reasoning_effort', 'chat_template_kwargs', 'enable_thinking'];

// A single plain text is a string. Anything else stays in blocks, so that breakpoints and borders keep their places.
function toSystem(
  blocks: readonly TextBlock[],
  instruction: string | undefined,
): string | TextBlock[] | undefined {
  const all: TextBlock[] =
    instruction === undefined ? [...blocks] : [...blocks, { type: 'text', text: instruction }];
  const [only] = all;
  if (only === undefined) return undefined;
  return all.length === 1 && only.cache_control === undefined ? only.text : all;
}
