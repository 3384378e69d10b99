import { invalidRequest, notFound, type SimulatedFault } from '../../http/simulated-fault.js';
import { isPresent, isRecord, toList, toRecord, toText, type JsonRecord } from '../../json-value.js';
import { chatModelRules, type ChatModelRules } from '../chat-model-rules.js';
import { checkStrictSchema, FORMAT_NAME } from '../check-response-format.js';
import { checkInput } from './check-input.js';
import { checkResponsesTools } from './check-responses-tools.js';

const KNOWN_FIELDS = new Set(
  (
    'background client_metadata context_management conversation include input instructions max_output_tokens max_tool_calls ' +
    'metadata model moderation parallel_tool_calls previous_response_id prompt prompt_cache_key prompt_cache_options ' +
    'prompt_cache_retention reasoning safety_identifier service_tier store stream stream_options temperature text ' +
    'tool_choice tools top_logprobs top_p truncation user'
  ).split(' '),
);
const KNOWN_MEMBERS: Readonly<Record<string, ReadonlySet<string>>> = {
  reasoning: new Set(['effort', 'summary', 'generate_summary', 'context', 'mode']),
  text: new Set(['format', 'verbosity']),
  stream_options: new Set(['include_obfuscation']),
};
const INCLUDABLE = new Set([
  'reasoning.encrypted_content',
  'message.output_text.logprobs',
  'message.input_image.image_url',
  'web_search_call.results',
  'web_search_call.action.sources',
  'file_search_call.results',
  'computer_call_output.output.image_url',
  'code_interpreter_call.outputs',
]);
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  temperature: [0, 2],
  top_p: [0, 1],
  top_logprobs: [0, 20],
};
const WORDS: Readonly<Record<string, readonly string[]>> = {
  truncation: ['auto', 'disabled'],
  service_tier: ['auto', 'default', 'flex', 'priority', 'scale'],
};
const MIN_OUTPUT_TOKENS = 16;
const VERBOSE_MODEL = /^gpt-([5-9]|[1-9]\d)/;

/** Refuses what provider B refuses on `/responses`. @throws SimulatedFault 400 or 404. */
export function validateResponsesRequest(body: JsonRecord): void {
  checkFields(body);
  const rules = checkModel(body.model);
  checkRanges(body);
  checkReferences(body);
  checkResponsesTools(body);
  checkReasoning(body, rules);
  checkInclude(body, rules);
  checkText(body);
  checkInput(body.input, toText(body.model));
}

function checkFields(body: JsonRecord): void {
  for (const field of Object.keys(body)) {
    if (!KNOWN_FIELDS.has(field)) throw unknownParameter(field);
    const members = KNOWN_MEMBERS[field];
    if (members === undefined || !isPresent(body[field])) continue;
    if (!isRecord(body[field])) throw wrongType(field, 'an object');
    const unknown = Object.keys(body[field]).find((member) => !members.has(member));
    if (unknown !== undefined) throw unknownParameter(`${field}.${unknown}`);
  }
  for (const field of ['stream', 'store', 'background', 'parallel_tool_calls'])
    if (isPresent(body[field]) && typeof body[field] !== 'boolean') throw wrongType(field, 'a boolean');
  if (isPresent(body.stream_options) && body.stream !== true)
    throw invalidRequest(
      "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
      'stream_options',
    );
}

function checkModel(model: unknown): ChatModelRules {
  if (typeof model !== 'string' || model === '')
    throw invalidRequest("Missing required parameter: 'model'.", 'model', 'missing_required_parameter');
  const rules = chatModelRules(model);
  if (rules === undefined)
    throw invalidRequest(`The requested model '${model}' does not exist.`, 'model', 'model_not_found');
  return rules;
}

function checkRanges(body: JsonRecord): void {
  for (const [field, [low, high]] of Object.entries(RANGES)) {
    const value = body[field];
    if (!isPresent(value)) continue;
    if (typeof value !== 'number') throw wrongType(field, 'a number');
    if (value < low || value > high)
      throw invalidRequest(
        `Invalid '${field}': expected a value between ${low} and ${high}, got ${value}.`,
        field,
        value < low ? 'decimal_below_min_value' : 'decimal_above_max_value',
      );
  }
  const limit = body.max_output_tokens;
  if (isPresent(limit) && !Number.isInteger(limit)) throw wrongType('max_output_tokens', 'an integer');
  if (isPresent(limit) && Number(limit) < MIN_OUTPUT_TOKENS)
    throw invalidRequest(
      `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= ${MIN_OUTPUT_TOKENS}, but got ${Number(limit)} instead.`,
      'max_output_tokens',
      'integer_below_min_value',
    );
  for (const [field, words] of Object.entries(WORDS))
    if (isPresent(body[field]) && !words.includes(toText(body[field])))
      throw invalidValue(field, toText(body[field]), words);
}

/** Nothing is kept here: no response, conversation or prompt is known. */
function checkReferences(body: JsonRecord): void {
  const { previous_response_id: previous, conversation } = body;
  if (isPresent(previous))
    throw invalidRequest(
      `Previous response with id '${toText(previous)}' not found.`,
      'previous_response_id',
      'previous_response_not_found',
    );
  if (isPresent(conversation)) throw notFound('Conversation not found.');
  if (isPresent(body.prompt)) throw notFound('Prompt not found.');
  if (body.background === true)
    throw invalidRequest('Background mode is not simulated.', 'background', 'unsupported_parameter');
}

function checkReasoning(body: JsonRecord, rules: ChatModelRules): void {
  const { effort, summary } = toRecord(body.reasoning);
  if (!rules.isReasoning) {
    for (const [name, value] of Object.entries({ effort, summary }))
      if (isPresent(value)) throw unsupportedParameter(`reasoning.${name}`);
    return;
  }
  if (isPresent(effort) && !rules.reasoningEfforts.includes(toText(effort)))
    throw invalidRequest(
      `Unsupported value: '${toText(effort)}' is not supported with the '${toText(body.model)}' model. Supported values are: ${quoted(rules.reasoningEfforts)}.`,
      'reasoning.effort',
      'unsupported_value',
    );
  if (isPresent(summary) && !['auto', 'concise', 'detailed'].includes(toText(summary)))
    throw invalidValue('reasoning.summary', toText(summary), ['concise', 'detailed', 'auto']);
  if ((effort ?? rules.defaultEffort) === 'none') return;
  for (const field of ['temperature', 'top_p', 'top_logprobs'])
    if (isPresent(body[field]) && body[field] !== (field === 'top_logprobs' ? 0 : 1))
      throw unsupportedParameter(field);
}

function checkInclude(body: JsonRecord, rules: ChatModelRules): void {
  if (isPresent(body.include) && !Array.isArray(body.include)) throw wrongType('include', 'an array');
  for (const [index, value] of toList(body.include).entries())
    if (!INCLUDABLE.has(toText(value)))
      throw invalidValue(`include[${index}]`, toText(value), [...INCLUDABLE]);
  if (!rules.isReasoning && toList(body.include).includes('reasoning.encrypted_content'))
    throw invalidRequest('Encrypted content is not supported with this model.', 'include');
}

function checkText(body: JsonRecord): void {
  const { format, verbosity } = toRecord(body.text);
  if (isPresent(verbosity) && !['low', 'medium', 'high'].includes(toText(verbosity)))
    throw invalidValue('text.verbosity', toText(verbosity), ['low', 'medium', 'high']);
  if (isPresent(verbosity) && verbosity !== 'medium' && !VERBOSE_MODEL.test(toText(body.model)))
    throw invalidRequest(
      `Unsupported value: '${toText(verbosity)}' is not supported with the '${toText(body.model)}' model. Supported values are: 'medium'.`,
      'text.verbosity',
      'unsupported_value',
    );
  if (isPresent(format)) checkFormat(toRecord(format), body);
}

function checkFormat(format: JsonRecord, body: JsonRecord): void {
  if (format.type === 'text') return;
  if (format.type === 'json_object') {
    if (/json/i.test(JSON.stringify([body.input, body.instructions]))) return;
    throw invalidRequest(
      "Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'.",
      'input',
    );
  }
  if (format.type !== 'json_schema')
    throw invalidValue('text.format.type', toText(format.type), ['json_object', 'json_schema', 'text']);
  const name = toText(format.name);
  if (!FORMAT_NAME.test(name))
    throw invalidRequest(
      `Invalid 'text.format.name': '${name}' does not match '^[a-zA-Z0-9_-]+$'.`,
      'text.format.name',
    );
  if (!isRecord(format.schema))
    throw invalidRequest("Missing required parameter: 'text.format.schema'.", 'text.format.schema');
  if (format.strict === true) checkStrictSchema(name, format.schema, 'text.format.schema');
}

function unknownParameter(param: string): SimulatedFault {
  return invalidRequest(`Unknown parameter: '${param}'.`, param, 'unknown_parameter');
}

function unsupportedParameter(param: string): SimulatedFault {
  return invalidRequest(
    `Unsupported parameter: '${param}' is not supported with this model.`,
    param,
    'unsupported_parameter',
  );
}

function wrongType(param: string, expected: string): SimulatedFault {
  return invalidRequest(`Invalid type for '${param}': expected ${expected}.`, param, 'invalid_type');
}

function invalidValue(param: string, value: string, supported: readonly string[]): SimulatedFault {
  return invalidRequest(
    `Invalid value: '${value}'. Supported values are: ${quoted(supported)}.`,
    param,
    'invalid_value',
  );
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}
