import { invalidRequest, notFound, type SimulatedFault } from '../../http/simulated-fault.js';
import { isPresent, isRecord, toList, toRecord, toText, type JsonRecord } from '../../json-value.js';
import { checkTools } from './check-responses-tools.js';
import { isSealedFor } from './encrypted-reasoning.js';

const ROLES = ['assistant', 'system', 'developer', 'user'];
const ASSISTANT_PARTS = ['output_text', 'refusal'];
const OTHER_PARTS = ['input_text', 'input_image', 'input_file', 'input_audio'];
const MAX_ID_CHARS = 64;

/** What each kind of item must have, and how its id begins. Everything else of it is as the caller likes. */
const ITEMS: Readonly<Record<string, { readonly id: string; readonly needs: readonly string[] }>> = {
  message: { id: 'msg', needs: ['content'] },
  function_call: { id: 'fc', needs: ['call_id', 'name', 'arguments'] },
  function_call_output: { id: 'fc', needs: ['call_id', 'output'] },
  custom_tool_call: { id: 'ctc', needs: ['call_id', 'name', 'input'] },
  custom_tool_call_output: { id: 'ctc', needs: ['call_id', 'output'] },
  reasoning: { id: 'rs', needs: ['summary'] },
  item_reference: { id: '', needs: ['id'] },
  additional_tools: { id: 'at', needs: ['tools'] },
};
/** Made by tools of provider B: taken as they are. */
const HOSTED_ITEM =
  /^(?:web_search|file_search|computer|code_interpreter|image_generation|local_shell|shell|apply_patch|tool_search|mcp)_|^compaction|^program$/;
const CALL = /_call$/;
const OUTPUT = /_output$/;

/** Items, their ids, and outputs to calls and calls to outputs. @throws SimulatedFault 400 or 404 that names the item. */
export function checkInput(input: unknown, model: string): void {
  if (typeof input === 'string') return;
  if (!isPresent(input))
    throw invalidRequest("Missing required parameter: 'input'.", 'input', 'missing_required_parameter');
  if (!Array.isArray(input))
    throw invalidRequest(
      "Invalid type for 'input': expected one of an array of input items or a string.",
      'input',
      'invalid_type',
    );
  const items = (input as unknown[]).map((item, index) => checkItem(item, index, model));
  checkDoubles(items);
  checkCalls(items);
  checkReasoningOrder(items);
}

/** @returns the item with its type written out */
function checkItem(value: unknown, index: number, model: string): JsonRecord {
  const at = `input[${index}]`;
  if (!isRecord(value))
    throw invalidRequest(`Invalid type for '${at}': expected an object.`, at, 'invalid_type');
  const type = toText(value.type) || (isPresent(value.role) ? 'message' : 'item_reference');
  if (HOSTED_ITEM.test(type)) return { ...value, type };
  const known = ITEMS[type];
  if (known === undefined) throw invalidRequest(`Invalid value: '${type}'.`, `${at}.type`, 'invalid_value');
  for (const name of known.needs)
    if (!isPresent(value[name]))
      throw invalidRequest(
        `Missing required parameter: '${at}.${name}'.`,
        `${at}.${name}`,
        'missing_required_parameter',
      );
  checkId(value.id, known.id, at);
  if (type === 'item_reference') throw itemNotFound(toText(value.id));
  if (type === 'message') checkMessage(value, at);
  if (type === 'reasoning') checkReasoning(value, model);
  if (type === 'additional_tools') checkTools(value.tools, `${at}.tools`);
  return { ...value, type };
}

function checkId(id: unknown, prefix: string, at: string): void {
  if (!isPresent(id)) return;
  const text = toText(id);
  if (!text.startsWith(prefix) || text === '')
    throw invalidRequest(
      `Invalid '${at}.id': '${text}'. Expected an ID that begins with '${prefix}'.`,
      `${at}.id`,
      'invalid_value',
    );
  if (text.length > MAX_ID_CHARS)
    throw invalidRequest(
      `Invalid '${at}.id': string too long. Expected a string with maximum length ${MAX_ID_CHARS}, but got a string with length ${text.length} instead.`,
      `${at}.id`,
      'string_above_max_length',
    );
}

function checkMessage({ role, content }: JsonRecord, at: string): void {
  if (!ROLES.includes(toText(role)))
    throw invalidRequest(
      `Invalid value: '${toText(role)}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.`,
      `${at}.role`,
      'invalid_value',
    );
  if (typeof content === 'string') return;
  const supported = role === 'assistant' ? ASSISTANT_PARTS : OTHER_PARTS;
  for (const [index, part] of toList(content).map(toRecord).entries()) {
    const type = toText(part.type);
    if (!supported.includes(type))
      throw invalidRequest(
        `Invalid value: '${type}'. Supported values are: ${supported.map((word) => `'${word}'`).join(', ')}.`,
        `${at}.content[${index}].type`,
        'invalid_value',
      );
    if (type === 'input_image' && isRecord(part.image_url))
      throw invalidRequest(
        `Invalid type for '${at}.content[${index}].image_url': expected an image URL, but got an object instead.`,
        `${at}.content[${index}].image_url`,
        'invalid_type',
      );
  }
}

function checkReasoning({ id, encrypted_content: sealed }: JsonRecord, model: string): void {
  if (!isPresent(sealed)) throw itemNotFound(toText(id));
  if (!isSealedFor(model, toText(sealed)))
    throw invalidRequest(
      `The encrypted content for item ${toText(id)} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`,
      undefined,
      'invalid_encrypted_content',
    );
}

function checkDoubles(items: readonly JsonRecord[]): void {
  const seen = new Set<unknown>();
  for (const { id } of items) {
    if (isPresent(id) && seen.has(id))
      throw invalidRequest(
        `Duplicate item found with id ${toText(id)}. Remove duplicate items from your input and try again.`,
        'input',
      );
    seen.add(id);
  }
}

function checkCalls(items: readonly JsonRecord[]): void {
  const open = new Set<string>();
  const answered = new Set<string>();
  for (const { type, call_id: callId } of items) {
    const id = toText(callId);
    if (id === '') continue;
    if (CALL.test(toText(type))) open.add(id);
    if (!OUTPUT.test(toText(type))) continue;
    if (answered.has(id)) throw invalidRequest(`Duplicate tool output found for call_id ${id}.`, 'input');
    if (!open.delete(id))
      throw invalidRequest(`No tool call found for ${words(toText(type))} with call_id ${id}.`, 'input');
    answered.add(id);
  }
  const [unanswered] = open;
  if (unanswered !== undefined)
    throw invalidRequest(`No tool output found for function call ${unanswered}.`, 'input');
}

/** Reasoning stands before what it led to. */
function checkReasoningOrder(items: readonly JsonRecord[]): void {
  for (const [index, { type, id }] of items.entries()) {
    if (type !== 'reasoning') continue;
    const next = items.slice(index + 1).find((item) => item.type !== 'reasoning');
    const isFollowed = next !== undefined && (CALL.test(toText(next.type)) || next.role === 'assistant');
    if (!isFollowed)
      throw invalidRequest(
        `Item '${toText(id)}' of type 'reasoning' was provided without its required following item.`,
        'input',
      );
  }
}

function words(type: string): string {
  return type.replaceAll('_', ' ');
}

function itemNotFound(id: string): SimulatedFault {
  return notFound(
    `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
  );
}
