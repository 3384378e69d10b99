import { composeAnswer } from '../answers/compose-answer.js';
import type { CacheAccount, PromptCache, PromptSegment } from '../answers/prompt-cache.js';
import type { SimulatedAnswer } from '../answers/simulated-prompt.js';
import { toText, type JsonRecord } from '../json-value.js';
import { stableHash } from '../stable-hash.js';
import type { ChatFlavor } from './chat-flavor.js';
import { chatModelRules } from './chat-model-rules.js';
import { readChatPrompt, readChatSegments } from './read-chat-prompt.js';

/** Provider B caches prefixes from this length on without being asked. */
const AUTOMATIC_CACHE_TOKENS = 1_024;
/** Made-up marketplace prices, in billionths of a dollar a token. */
const MARKETPLACE_INPUT_NANO_USD = 250;
const MARKETPLACE_OUTPUT_NANO_USD = 1_000;

/** Everything an answer in B's dialect is rendered from. */
export interface ChatOutcome {
  flavor: ChatFlavor;
  id: string;
  /** Unix seconds. */
  created: number;
  model: string;
  /** The old `functions` dialect: answers carry `function_call`. */
  isLegacyFunctionCall: boolean;
  wantsLogprobs: boolean;
  /** `reasoning.exclude`: the model thinks but does not show it. */
  hidesReasoning: boolean;
  answers: SimulatedAnswer[];
  usage: JsonRecord;
}

/** Answers a validated chat request. The same request gets the same outcome, cache counts and `created` apart. */
export function makeChatOutcome(
  flavor: ChatFlavor,
  body: JsonRecord,
  source: { promptCache: PromptCache; now: Date },
): ChatOutcome {
  const prompt = readChatPrompt(flavor, body);
  const choices = typeof body.n === 'number' ? body.n : 1;
  const answers = Array.from({ length: choices }, (_unused, index) => composeAnswer(prompt, index));
  const segments = markAutomaticPrefixes(flavor, readChatSegments(body));
  const account = source.promptCache.account(prompt.model, segments);
  const hash = stableHash(JSON.stringify(body)).slice(0, 24);
  const reasoning = body.reasoning as JsonRecord | undefined | null;
  return {
    flavor,
    id: flavor === 'marketplace' ? `gen-simulated-${hash}` : `chatcmpl-simulated-${hash}`,
    created: Math.floor(source.now.getTime() / 1_000),
    model: prompt.model,
    isLegacyFunctionCall: Array.isArray(body.functions),
    wantsLogprobs: body.logprobs === true,
    hidesReasoning: flavor === 'provider-b' || reasoning?.exclude === true,
    answers,
    usage: renderUsage(flavor, prompt.model, account, answers),
  };
}

/** Provider B caches by itself what a prompt begins with. */
export function markAutomaticPrefixes(flavor: ChatFlavor, segments: PromptSegment[]): PromptSegment[] {
  if (flavor !== 'provider-b') return segments;
  let total = 0;
  return segments.map((segment) => {
    total += segment.tokens;
    return total < AUTOMATIC_CACHE_TOKENS ? segment : { ...segment, breakpoint: '5m' };
  });
}

function renderUsage(
  flavor: ChatFlavor,
  model: string,
  account: CacheAccount,
  answers: SimulatedAnswer[],
): JsonRecord {
  const written = account.written5mTokens + account.written1hTokens;
  const prompt = account.uncachedTokens + account.readTokens + written;
  const completion = answers.reduce((sum, answer) => sum + answer.outputTokens, 0);
  const reasoning = answers.reduce((sum, answer) => sum + answer.reasoningTokens, 0);
  const reportsWrites = flavor === 'marketplace' || chatModelRules(model)?.reportsCacheWrites === true;
  const usage = {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: {
      cached_tokens: account.readTokens,
      ...(reportsWrites && { cache_write_tokens: written }),
      audio_tokens: 0,
    },
    completion_tokens_details: {
      reasoning_tokens: reasoning,
      ...(flavor === 'provider-b' && UNUSED_DETAILS),
    },
  };
  return flavor === 'marketplace' ? { ...usage, ...renderCost(model, prompt, completion) } : usage;
}

const UNUSED_DETAILS = { audio_tokens: 0, accepted_prediction_tokens: 0, rejected_prediction_tokens: 0 };

function renderCost(model: string, prompt: number, completion: number): JsonRecord {
  const isFree = toText(model).endsWith(':free');
  const input = isFree ? 0 : prompt * MARKETPLACE_INPUT_NANO_USD;
  const output = isFree ? 0 : completion * MARKETPLACE_OUTPUT_NANO_USD;
  return {
    cost: (input + output) / 1e9,
    is_byok: false,
    cost_details: {
      upstream_inference_cost: null,
      upstream_inference_prompt_cost: input / 1e9,
      upstream_inference_completions_cost: output / 1e9,
    },
  };
}
