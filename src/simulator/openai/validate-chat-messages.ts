import { invalidRequest } from '../http/simulated-fault.js';
import { isPresent, isRecord, toList, toRecord, toText, type JsonRecord } from '../json-value.js';

const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);
const PART_TYPES = new Set(['text', 'image_url', 'input_audio', 'file', 'refusal', 'video_url']);

/**
 * Roles, contents, and tool answers right behind the calls they answer.
 * @throws SimulatedFault 400 naming the message.
 */
export function checkChatMessages(messages: unknown): void {
  if (!Array.isArray(messages)) {
    throw invalidRequest("Missing required parameter: 'messages'.", 'messages', 'missing_required_parameter');
  }
  if (messages.length === 0) {
    throw invalidRequest(
      "Invalid 'messages': empty array. Expected an array with minimum length 1.",
      'messages',
      'empty_array',
    );
  }
  let unanswered = new Set<string>();
  let asked = new Set<string>();
  for (const [index, value] of (messages as unknown[]).entries()) {
    const message = checkMessage(value, index);
    if (message.role === 'tool') {
      checkToolMessage(message, index, asked);
      unanswered.delete(toText(message.tool_call_id));
      continue;
    }
    requireAnswered(unanswered);
    asked = new Set(toList(message.tool_calls).map((call) => toText(toRecord(call).id)));
    unanswered = new Set(asked);
  }
  requireAnswered(unanswered);
}

function requireAnswered(unanswered: Set<string>): void {
  if (unanswered.size === 0) return;
  throw invalidRequest(
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
      `The following tool_call_ids did not have response messages: ${[...unanswered].slice(0, 5).join(', ')}`,
    'messages',
  );
}

function checkToolMessage(message: JsonRecord, index: number, asked: Set<string>): void {
  const id = toText(message.tool_call_id);
  if (id === '') {
    throw invalidRequest(
      `Missing required parameter: 'messages[${index}].tool_call_id'.`,
      `messages[${index}].tool_call_id`,
      'missing_required_parameter',
    );
  }
  if (!asked.has(id)) {
    throw invalidRequest(
      "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
      `messages[${index}].role`,
    );
  }
}

function checkMessage(value: unknown, index: number): JsonRecord {
  const at = `messages[${index}]`;
  if (!isRecord(value))
    throw invalidRequest(`Invalid type for '${at}': expected an object.`, at, 'invalid_type');
  if (typeof value.role !== 'string' || !ROLES.has(value.role)) {
    throw invalidRequest(
      `Invalid value: '${toText(value.role)}' for '${at}.role'.`,
      `${at}.role`,
      'invalid_value',
    );
  }
  const mayBeEmpty =
    value.role === 'assistant' &&
    (isPresent(value.tool_calls) || isPresent(value.function_call) || isPresent(value.refusal));
  if (!isPresent(value.content) && !mayBeEmpty) {
    throw invalidRequest(
      `Invalid value for 'content': expected a string, got null.`,
      `${at}.content`,
      'invalid_value',
    );
  }
  checkContent(value.content, `${at}.content`);
  checkCalls(value, at);
  return value;
}

function checkContent(content: unknown, at: string): void {
  if (!isPresent(content) || typeof content === 'string') return;
  if (!Array.isArray(content)) {
    throw invalidRequest(
      `Invalid type for '${at}': expected a string or an array of parts.`,
      at,
      'invalid_type',
    );
  }
  for (const [index, value] of (content as unknown[]).entries()) {
    const part = toRecord(value);
    const type = toText(part.type);
    if (!PART_TYPES.has(type)) {
      throw invalidRequest(
        `Invalid value: '${type}' for '${at}[${index}].type'.`,
        `${at}[${index}].type`,
        'invalid_value',
      );
    }
    if (type === 'text' && typeof part.text !== 'string') {
      throw invalidRequest(`Missing required parameter: '${at}[${index}].text'.`, `${at}[${index}].text`);
    }
    if (type === 'image_url' && !/^(data:image\/|https?:\/\/)/.test(toText(toRecord(part.image_url).url))) {
      throw invalidRequest(
        'Invalid image URL. Expected a valid http(s) URL or a base64 data URL.',
        `${at}[${index}].image_url`,
        'invalid_image_url',
      );
    }
  }
}

function checkCalls(message: JsonRecord, at: string): void {
  if (!isPresent(message.tool_calls)) return;
  const calls = toList(message.tool_calls);
  if (calls.length === 0) {
    throw invalidRequest(`Invalid '${at}.tool_calls': empty array.`, `${at}.tool_calls`, 'empty_array');
  }
  for (const [index, value] of calls.entries()) {
    const call = toRecord(value);
    const described = toRecord(call.function);
    const isComplete =
      typeof call.id === 'string' &&
      (call.type === 'custom' ||
        (call.type === 'function' &&
          typeof described.name === 'string' &&
          typeof described.arguments === 'string'));
    if (isComplete) continue;
    throw invalidRequest(
      `Invalid '${at}.tool_calls[${index}]': id, type, function.name and function.arguments (a string) are required.`,
      `${at}.tool_calls[${index}]`,
    );
  }
}
