import { InvalidRequestError } from '../../../lib/gateway-error.js';
import type { JsonKind, JsonMember, TopLevelMembers } from '../../json-bytes/scan-top-level.js';

type Kind = 'text' | 'switch' | 'number' | 'object' | 'list' | 'any';

/** Every field of the Responses API, with what it holds; `any` is the provider's to judge. */
const FIELDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries<Kind>({
    model: 'text',
    input: 'any',
    instructions: 'text',
    previous_response_id: 'text',
    conversation: 'any',
    store: 'switch',
    stream: 'switch',
    stream_options: 'object',
    include: 'list',
    tools: 'list',
    tool_choice: 'any',
    parallel_tool_calls: 'switch',
    max_tool_calls: 'number',
    max_output_tokens: 'number',
    temperature: 'number',
    top_p: 'number',
    top_logprobs: 'number',
    text: 'object',
    reasoning: 'object',
    truncation: 'text',
    metadata: 'object',
    background: 'switch',
    prompt: 'any',
    prompt_cache_key: 'text',
    prompt_cache_options: 'object',
    prompt_cache_retention: 'text',
    safety_identifier: 'text',
    user: 'text',
    service_tier: 'any',
    context_management: 'list',
    moderation: 'any',
    client_metadata: 'object',
  }),
);
const KINDS: Readonly<Record<Exclude<Kind, 'any'>, readonly [kinds: readonly JsonKind[], words: string]>> = {
  text: [['string'], 'a string'],
  switch: [['true', 'false'], 'true or false'],
  number: [['number'], 'a number'],
  object: [['object'], 'an object'],
  list: [['array'], 'an array'],
};
const CHAT_ONLY = 'send the request to `/chat/completions` to use it';
/** What clients of chat completions write, and what it is called here. */
const INSTEAD: Readonly<Record<string, string>> = {
  messages: 'send the conversation in `input`',
  max_tokens: 'use `max_output_tokens`',
  max_completion_tokens: 'use `max_output_tokens`',
  response_format: 'use `text.format`',
  reasoning_effort: 'use `reasoning.effort`',
  verbosity: 'use `text.verbosity`',
  functions: 'use `tools`',
  function_call: 'use `tool_choice`',
  session_id: 'send it in the header `x-session-id`',
  n: 'send one request for each answer',
  stop: CHAT_ONLY,
  seed: CHAT_ONLY,
  logit_bias: CHAT_ONLY,
  logprobs: 'use `top_logprobs` with `include: ["message.output_text.logprobs"]`',
  presence_penalty: CHAT_ONLY,
  frequency_penalty: CHAT_ONLY,
  prediction: CHAT_ONLY,
  audio: CHAT_ONLY,
  modalities: CHAT_ONLY,
};
/** What would have to be kept or run elsewhere than in this call. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  background: 'answers are given while the client waits; leave it out, or send the request in a batch',
  conversation:
    'conversations are not kept under an id of their own; leave it out, and go on with `previous_response_id` or send the whole history in `input`',
  prompt:
    'prompt templates are not kept here; leave it out, and send their text in `instructions` and `input`',
};
const MAX_SHOWN_NAME = 64;

/**
 * Refuses fields that the API does not have, those that hold something else than they can, and those that are not carried.
 * `null` counts as absent. Nothing is built.
 * @throws InvalidRequestError (400): `unknown_parameter`, `unsupported_parameter` or `invalid_request`
 */
export function checkFields({ members }: TopLevelMembers): void {
  for (const member of members) {
    const kind = FIELDS.get(member.name);
    if (kind === undefined) throw unknownField(member.name);
    if (member.kind === 'null') continue;
    if (kind !== 'any') checkKind(member, kind);
    if (member.kind !== 'false' && Object.hasOwn(UNSUPPORTED, member.name)) throw unsupported(member.name);
  }
}

function checkKind({ name, kind }: JsonMember, expected: Exclude<Kind, 'any'>): void {
  const [kinds, words] = KINDS[expected];
  if (!kinds.includes(kind))
    throw new InvalidRequestError({ param: name, message: `\`${name}\` must be ${words}.` });
}

function unknownField(name: string): InvalidRequestError {
  const shown = name.length > MAX_SHOWN_NAME ? `${name.slice(0, MAX_SHOWN_NAME)}…` : name;
  const way = Object.hasOwn(INSTEAD, name) ? INSTEAD[name] : 'leave it out';
  return new InvalidRequestError({
    code: 'unknown_parameter',
    param: shown,
    message: `\`${shown}\` is no field of the Responses API: ${way}.`,
  });
}

function unsupported(name: string): InvalidRequestError {
  return new InvalidRequestError({
    code: 'unsupported_parameter',
    param: name,
    message: `\`${name}\`: ${UNSUPPORTED[name]}.`,
  });
}
