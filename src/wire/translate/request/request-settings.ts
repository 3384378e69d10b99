import { InvalidRequestError } from '../../../lib/gateway-error.js';
import type { AnthropicModelRules } from '../../anthropic/model-rules.js';
import type { JsonObject } from '../../exact-json/raw-json.js';
import {
  readArray,
  readNumber,
  readObject,
  readPositiveInteger,
  readString,
  wrongType,
} from '../../openai/read-field.js';
import type { ThinkingSettings } from './thinking-settings.js';

const DEFAULT_MAX_TOKENS = 4_096;
const USER_ID_MAX_CHARS = 256;
const LOOKS_LIKE_EMAIL = /[^\s@]+@[^\s@]+\.[^\s@]+/;
const LOOKS_LIKE_PHONE = /^\+?[\d\s().-]{7,}$/;
const SERVICE_TIERS = new Map<unknown, string>([
  ['auto', 'auto'],
  ['default', 'standard_only'],
  ['standard_only', 'standard_only'],
]);

/**
 * `max_tokens`, which provider A requires: the caller's limit, else 4,096 (on top of a thinking budget), never more than
 * the model's maximum.
 * @throws InvalidRequestError when the limit is no positive whole number or leaves no room beside the budget.
 */
export function readMaxTokens(
  body: JsonObject,
  maxOutput: number,
  { budgetTokens, thinking }: ThinkingSettings,
): number {
  const asked =
    readPositiveInteger(body.max_completion_tokens, 'max_completion_tokens') ??
    readPositiveInteger(body.max_tokens, 'max_tokens');
  const maxTokens = Math.min(asked ?? DEFAULT_MAX_TOKENS + (budgetTokens ?? 0), maxOutput);
  if (thinking?.type === 'enabled' && budgetTokens !== undefined && budgetTokens >= maxTokens) {
    throw new InvalidRequestError({
      param: 'thinking.budget_tokens',
      message: `\`thinking.budget_tokens\` must be below \`max_tokens\`, which is ${maxTokens} here: raise the limit or lower the budget.`,
    });
  }
  return maxTokens;
}

/**
 * `temperature`, `top_p`, `top_k` as far as the model takes them: never while it thinks, and never the first two together.
 * Provider B's scale of temperatures reaches to 2, provider A's to 1.
 * @throws InvalidRequestError for a value that is out of range at provider B too.
 */
export function readSampling(body: JsonObject, rules: AnthropicModelRules, thinkingOn: boolean): JsonObject {
  const temperature = readNumberUpTo(2, body.temperature, 'temperature');
  const topP = readNumberUpTo(1, body.top_p, 'top_p');
  const topK = readNumber(body.top_k, 'top_k');
  if (!rules.acceptsSampling || thinkingOn) return {};
  const sampling: JsonObject = {};
  if (temperature !== undefined) sampling.temperature = Math.min(temperature, 1);
  else if (topP !== undefined) sampling.top_p = topP;
  if (topK !== undefined) sampling.top_k = topK;
  return sampling;
}

/** `stop_sequences`, also when the caller used provider A's name for `stop`; provider A refuses sequences without a visible character, so they are left out. */
export function readStopSequences(body: JsonObject): string[] | undefined {
  const stop =
    typeof body.stop === 'string'
      ? [body.stop]
      : readTexts(body.stop, 'stop', 'a string or an array of strings');
  const sequences = [...stop, ...readTexts(body.stop_sequences, 'stop_sequences')];
  const visible = sequences.filter((sequence) => /\S/.test(sequence));
  return visible.length > 0 ? [...new Set(visible)] : undefined;
}

function readNumberUpTo(maximum: number, value: unknown, param: string): number | undefined {
  const number = readNumber(value, param);
  if (number !== undefined && (number < 0 || number > maximum))
    throw wrongType(param, `a number from 0 to ${maximum}`);
  return number;
}

function readTexts(value: unknown, param: string, expected = 'an array of strings'): string[] {
  const items: unknown = value ?? [];
  if (!Array.isArray(items)) throw wrongType(param, expected);
  return items.map((item, index) => {
    if (typeof item !== 'string') throw wrongType(`${param}[${index}]`, 'a string');
    return item;
  });
}

/** `metadata.user_id`; what looks like an e-mail address or a phone number is not sent, because provider A refuses it. */
export function readUserId(body: JsonObject): string | undefined {
  const metadata = readObject(body.metadata, 'metadata') ?? {};
  const candidates = [
    readString(body.user, 'user'),
    readString(body.safety_identifier, 'safety_identifier'),
    metadata.user_id,
  ];
  return candidates.filter((candidate) => typeof candidate === 'string').find(isAcceptableUserId);
}

/** Provider A's `service_tier`; tiers that it does not have are dropped. */
export function readServiceTier(body: JsonObject): string | undefined {
  return SERVICE_TIERS.get(body.service_tier);
}

const ON_MESSAGES = 'send the request to `/api/v1/messages` to use it';
/** Fields of provider A's own API that change what is asked for: without them the answer would be to another question. */
const MESSAGES_API_ONLY: readonly (readonly [string, string])[] = [
  ['system', 'send a message with the role `system`'],
  ['output_format', 'use `response_format`'],
  ['mcp_servers', 'send the tools in `tools`'],
  ['container', 'leave it out'],
  ['thread', 'send the whole conversation in `messages`'],
  ['context_management', ON_MESSAGES],
];

/**
 * Refuses what provider A cannot do and what must not vanish silently.
 * @throws InvalidRequestError
 */
export function refuseUnsupported(body: JsonObject): void {
  const choices = readNumber(body.n, 'n');
  if (choices !== undefined && choices !== 1) {
    throw new InvalidRequestError({
      param: 'n',
      message: '`n` must be 1 with this model: send one request for each answer.',
    });
  }
  const modalities = readArray(body.modalities, 'modalities') ?? [];
  if (modalities.some((modality) => modality !== 'text')) throw textOnly('modalities');
  if (body.audio !== undefined && body.audio !== null) throw textOnly('audio');
  for (const [param, way] of MESSAGES_API_ONLY) {
    if (body[param] === undefined || body[param] === null) continue;
    throw new InvalidRequestError({
      param,
      message: `\`${param}\` is no field of chat completions: ${way}.`,
    });
  }
}

function textOnly(param: string): InvalidRequestError {
  return new InvalidRequestError({
    param,
    message: `\`${param}\`: this model answers in text only; leave the field out.`,
  });
}

function isAcceptableUserId(candidate: string): boolean {
  return (
    candidate !== '' &&
    candidate.length <= USER_ID_MAX_CHARS &&
    !LOOKS_LIKE_EMAIL.test(candidate) &&
    !LOOKS_LIKE_PHONE.test(candidate)
  );
}
