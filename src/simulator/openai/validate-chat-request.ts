import { invalidRequest, notFound, type SimulatedFault } from '../http/simulated-fault.js';
import { isPresent, isRecord, toList, toRecord, toText, type JsonRecord } from '../json-value.js';
import type { ChatFlavor } from './chat-flavor.js';
import { chatModelRules, type ChatModelRules } from './chat-model-rules.js';
import { checkResponseFormat } from './check-response-format.js';
import { checkChatMessages } from './validate-chat-messages.js';

const KNOWN_FIELDS = new Set(
  (
    'messages model audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens ' +
    'metadata modalities moderation n parallel_tool_calls prediction presence_penalty prompt_cache_key ' +
    'prompt_cache_options prompt_cache_retention reasoning_effort response_format safety_identifier seed service_tier ' +
    'stop store stream stream_options temperature tool_choice tools top_logprobs top_p user verbosity web_search_options'
  ).split(' '),
);
const SAMPLING_FIELDS = [
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'logprobs',
  'logit_bias',
];
/** From 5.1 on these come back when reasoning is switched off. */
const SAMPLING_WITHOUT_REASONING = new Set(['temperature', 'top_p', 'logprobs']);
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const RANGES: Record<string, [number, number]> = {
  temperature: [0, 2],
  top_p: [0, 1],
  presence_penalty: [-2, 2],
  frequency_penalty: [-2, 2],
  n: [1, 128],
  top_logprobs: [0, 20],
};

/**
 * Refuses what the real host would refuse. Provider B is strict about every field; the other hosts check only what any
 * OpenAI-compatible server needs.
 * @throws SimulatedFault 400 or 404.
 */
export function validateChatRequest(flavor: ChatFlavor, body: JsonRecord): void {
  checkModel(flavor, body.model);
  checkChatMessages(body.messages);
  checkRanges(body);
  checkTools(body);
  if (isPresent(body.stream_options) && body.stream !== true) {
    throw invalidRequest(
      "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
      'stream_options',
    );
  }
  if (flavor === 'marketplace') checkReasoningConflict(body);
  checkResponseFormat(flavor, body);
  if (flavor === 'provider-b') checkProviderB(body);
}

function checkModel(flavor: ChatFlavor, model: unknown): void {
  if (typeof model !== 'string' || model === '') throw invalidRequest('you must provide a model parameter');
  if (flavor === 'marketplace' && !/^~?[^/\s]+\/[^/\s]+$/.test(model)) {
    throw invalidRequest(`${model} is not a valid model ID`);
  }
  if (flavor !== 'provider-b') return;
  const rules = chatModelRules(model);
  if (rules === undefined) {
    throw notFound(
      `The model \`${model}\` does not exist or you do not have access to it.`,
      'model_not_found',
    );
  }
  if (!rules.servesChat) {
    throw notFound('This model is only supported in v1/responses and not in v1/chat/completions.');
  }
}

function checkRanges(body: JsonRecord): void {
  for (const [field, [low, high]] of Object.entries(RANGES)) {
    const value = body[field];
    if (!isPresent(value)) continue;
    if (typeof value !== 'number') throw wrongType(field, 'a number');
    if (value < low || value > high) {
      throw invalidRequest(
        `Invalid '${field}': expected a value between ${low} and ${high}, got ${value}.`,
        field,
      );
    }
  }
  for (const field of ['max_tokens', 'max_completion_tokens']) {
    const value = body[field];
    if (!isPresent(value)) continue;
    if (!Number.isInteger(value)) throw wrongType(field, 'an integer');
    if (Number(value) < 1) throw invalidRequest(`Invalid '${field}': integer below minimum value.`, field);
  }
  if (isPresent(body.stream) && typeof body.stream !== 'boolean') throw wrongType('stream', 'a boolean');
  const stops = Array.isArray(body.stop) ? toList(body.stop) : isPresent(body.stop) ? [body.stop] : [];
  if (stops.some((stop) => typeof stop !== 'string'))
    throw wrongType('stop', 'a string or an array of strings');
}

function checkTools(body: JsonRecord): void {
  const names = new Set<string>();
  const functions = toList(body.functions);
  for (const [index, tool] of [...toList(body.tools), ...functions].entries()) {
    const record = toRecord(tool);
    if (record.type === 'custom') continue;
    const described = isRecord(record.function) ? record.function : record;
    const name = toText(described.name);
    if (!TOOL_NAME.test(name)) {
      throw invalidRequest(
        `Invalid 'tools[${index}].function.name': '${name}' does not match '^[a-zA-Z0-9_-]+$'.`,
        `tools[${index}].function.name`,
      );
    }
    if (isPresent(described.parameters) && toRecord(described.parameters).type !== 'object') {
      throw invalidRequest(
        `Invalid schema for function '${name}': schema must be of type "object".`,
        `tools[${index}].function.parameters`,
        'invalid_function_parameters',
      );
    }
    names.add(name);
  }
  const chosen = toText(toRecord(toRecord(body.tool_choice).function).name);
  if (chosen !== '' && !names.has(chosen)) {
    throw invalidRequest(`Tool choice function '${chosen}' not found in 'tools' parameter.`, 'tool_choice');
  }
  if (typeof body.tool_choice === 'string' && !['auto', 'none', 'required'].includes(body.tool_choice)) {
    throw invalidRequest(
      `Invalid value: '${body.tool_choice}'. Supported values are: 'none', 'auto', and 'required'.`,
      'tool_choice',
    );
  }
}

function checkReasoningConflict(body: JsonRecord): void {
  const effort = toRecord(body.reasoning).effort;
  if (isPresent(effort) && isPresent(body.reasoning_effort) && effort !== body.reasoning_effort) {
    throw invalidRequest('Only one of "reasoning" and "reasoning_effort" may be provided');
  }
}

function checkProviderB(body: JsonRecord): void {
  for (const field of Object.keys(body)) {
    if (!KNOWN_FIELDS.has(field))
      throw invalidRequest(`Unknown parameter: '${field}'.`, field, 'unknown_parameter');
  }
  if (Array.isArray(body.tools) && body.tools.length === 0) {
    throw invalidRequest(
      "Invalid 'tools': empty array. Expected an array with minimum length 1.",
      'tools',
      'empty_array',
    );
  }
  if (!isPresent(body.tools)) {
    for (const field of ['tool_choice', 'parallel_tool_calls']) {
      if (!isPresent(body[field])) continue;
      throw invalidRequest(`'${field}' is only allowed when 'tools' are specified.`, field);
    }
  }
  if (toList(body.stop).length > 4) {
    throw invalidRequest(
      "Invalid 'stop': array too long. Expected an array with maximum length 4.",
      'stop',
      'array_above_max_length',
    );
  }
  if (isPresent(body.max_tokens) && isPresent(body.max_completion_tokens)) {
    throw invalidRequest(
      "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
      'max_tokens',
    );
  }
  const rules = chatModelRules(toText(body.model));
  if (rules !== undefined) checkReasoningRules(body, rules);
}

function checkReasoningRules(body: JsonRecord, rules: ChatModelRules): void {
  const effort = body.reasoning_effort;
  if (isPresent(effort)) {
    if (!rules.isReasoning) {
      throw invalidRequest('Unrecognized request argument supplied: reasoning_effort', 'reasoning_effort');
    }
    if (!rules.reasoningEfforts.includes(toText(effort))) {
      const supported = rules.reasoningEfforts.map((value) => `'${value}'`).join(', ');
      throw unsupportedValue('reasoning_effort', toText(effort), `Supported values are: ${supported}.`);
    }
  }
  if (!rules.isReasoning) return;
  if (isPresent(body.max_tokens)) {
    throw invalidRequest(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'max_tokens',
      'unsupported_parameter',
    );
  }
  const isOff = (effort ?? rules.defaultEffort) === 'none';
  for (const field of SAMPLING_FIELDS) {
    if (!isPresent(body[field]) || body[field] === false) continue;
    if (isOff && SAMPLING_WITHOUT_REASONING.has(field)) continue;
    if (['temperature', 'top_p'].includes(field) && body[field] === 1) continue;
    throw unsupportedValue(field, JSON.stringify(body[field]), 'Only the default value is supported.');
  }
}

function wrongType(field: string, expected: string): SimulatedFault {
  return invalidRequest(`Invalid type for '${field}': expected ${expected}.`, field, 'invalid_type');
}

function unsupportedValue(field: string, value: string, advice: string): SimulatedFault {
  return invalidRequest(
    `Unsupported value: '${field}' does not support ${value} with this model. ${advice}`,
    field,
    'unsupported_value',
  );
}
