import { isJsonObject, type JsonObject } from '../../wire/exact-json/raw-json.js';
import { parseExactJson } from '../../wire/exact-json/parse-exact-json.js';
import { printExactJsonBytes } from '../../wire/exact-json/print-exact-json.js';
import { FOREIGN_MESSAGE_MEMBERS } from '../../wire/openai/chat-view.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';

const NEEDLES = FOREIGN_MESSAGE_MEMBERS.map((name) => Buffer.from(`"${name}"`));

/**
 * The body without other vendors' members inside `messages` and `tools`, which provider B would refuse; `undefined` when there
 * is none. Only then is the body printed anew, its numbers exact.
 * @param inMessages whether messages hold one, as the body's view tells (`ChatView.hasForeignMembers`)
 */
export function stripMessageExtensions(scan: TopLevelMembers, inMessages: boolean): Buffer | undefined {
  if (!inMessages && !mayBeInTools(scan)) return undefined;
  const body = parseExactJson(scan.bytes.toString('utf8'));
  if (!isJsonObject(body)) return undefined;
  stripList(body['messages'], stripMessage);
  stripList(body['tools'], stripOwn);
  return printExactJsonBytes(body);
}

function mayBeInTools(scan: TopLevelMembers): boolean {
  const tools = scan.find('tools');
  if (tools === undefined) return false;
  const bytes = scan.bytes.subarray(tools.valueStart, tools.valueEnd);
  return NEEDLES.some((needle) => bytes.includes(needle));
}

function stripMessage(message: JsonObject): void {
  stripOwn(message);
  stripList(message['content'], stripOwn);
  stripList(message['tool_calls'], stripOwn);
}

function stripOwn(value: JsonObject): void {
  for (const name of FOREIGN_MESSAGE_MEMBERS) Reflect.deleteProperty(value, name);
}

function stripList(value: unknown, strip: (item: JsonObject) => void): void {
  if (!Array.isArray(value)) return;
  for (const item of value) if (isJsonObject(item)) strip(item);
}
