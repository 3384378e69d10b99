import { invalidRequest } from '../http/simulated-fault.js';
import { isPresent, isRecord, toList, toRecord, toText, type JsonRecord } from '../json-value.js';
import type { ChatFlavor } from './chat-flavor.js';

export const FORMAT_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const MAX_DEPTH = 32;
const MAX_NODES = 5_000;

/** @throws SimulatedFault 400 when `response_format` is not one that the host takes. */
export function checkResponseFormat(flavor: ChatFlavor, body: JsonRecord): void {
  if (!isPresent(body.response_format)) return;
  const format = toRecord(body.response_format);
  switch (format.type) {
    case 'text':
      return;
    case 'json_object':
      if (flavor === 'provider-b') requireTheWordJson(body.messages);
      return;
    case 'json_schema':
      checkSchema(flavor, toRecord(format.json_schema));
      return;
    default:
      throw invalidRequest(
        `Invalid value: '${toText(format.type)}'. Supported values are: 'json_object', 'json_schema', and 'text'.`,
        'response_format.type',
      );
  }
}

function requireTheWordJson(messages: unknown): void {
  if (/json/i.test(JSON.stringify(messages))) return;
  throw invalidRequest(
    "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    'messages',
  );
}

function checkSchema(flavor: ChatFlavor, format: JsonRecord): void {
  if (!isRecord(format.schema)) {
    throw invalidRequest(
      "Missing required parameter: 'response_format.json_schema.schema'.",
      'response_format.json_schema.schema',
    );
  }
  if (flavor !== 'provider-b') return;
  const name = toText(format.name);
  if (!FORMAT_NAME.test(name)) {
    throw invalidRequest(
      `Invalid 'response_format.json_schema.name': '${name}' does not match '^[a-zA-Z0-9_-]+$'.`,
      'response_format.json_schema.name',
    );
  }
  if (format.strict === true) checkStrictSchema(name, format.schema, 'response_format');
}

/** What a strict schema must say of every object. @throws SimulatedFault 400. */
export function checkStrictSchema(name: string, schema: JsonRecord, param: string): void {
  checkStrict({ name, param }, schema, '', { depth: 0, budget: { nodes: MAX_NODES } });
}

function checkStrict(
  of: { name: string; param: string },
  node: unknown,
  path: string,
  limits: { depth: number; budget: { nodes: number } },
): void {
  limits.budget.nodes -= 1;
  if (limits.depth > MAX_DEPTH || limits.budget.nodes < 0 || typeof node !== 'object' || node === null)
    return;
  if (isRecord(node) && isRecord(node.properties)) {
    const fault = strictFault(node, node.properties);
    if (fault !== undefined) {
      throw invalidRequest(
        `Invalid schema for response_format '${of.name}': In context=(${path}), ${fault}`,
        of.param,
      );
    }
  }
  for (const [key, value] of Object.entries(node)) {
    checkStrict(of, value, `${path}/${key}`, { depth: limits.depth + 1, budget: limits.budget });
  }
}

function strictFault(node: JsonRecord, properties: JsonRecord): string | undefined {
  if (node.type !== 'object' && !Array.isArray(node.type)) return undefined;
  if (node.additionalProperties !== false) {
    return "'additionalProperties' is required to be supplied and to be false.";
  }
  const required = new Set(toList(node.required));
  const missing = Object.keys(properties).find((property) => !required.has(property));
  if (missing === undefined) return undefined;
  return `'required' is required to be an array including every key in properties. Missing '${missing}'.`;
}
