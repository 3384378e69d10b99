import type { Steps } from '../../lib/steps.js';
import { isJsonObject, type JsonObject } from '../../wire/exact-json/raw-json.js';
import { parseExactJson } from '../../wire/exact-json/parse-exact-json.js';
import { printLongJson } from '../../wire/exact-json/print-exact-json.js';
import { FOREIGN_MESSAGE_MEMBERS } from '../../wire/openai/chat-view.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';

const NEEDLES = FOREIGN_MESSAGE_MEMBERS.map((name) => Buffer.from(`"${name}"`));

/**
 * Whether `messages` or `tools` hold other vendors' members, which provider B would refuse.
 * @param inMessages whether messages hold one, as the body's view tells (`ChatView.hasForeignMembers`)
 */
export function holdsMessageExtensions(scan: TopLevelMembers, inMessages: boolean): boolean {
  return inMessages || mayBeInTools(scan);
}

/** The body without them, printed anew, its numbers exact. */
export function* stripMessageExtensions(scan: TopLevelMembers): Steps<Buffer> {
  const body = parseExactJson(scan.bytes.toString('utf8'));
  yield;
  if (isJsonObject(body)) {
    stripList(body['messages'], stripMessage);
    stripList(body['tools'], stripOwn);
  }
  yield;
  return yield* printLongJson(body);
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
