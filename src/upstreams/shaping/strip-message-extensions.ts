import { isJsonObject, type JsonObject } from '../../wire/exact-json/raw-json.js';
import { parseExactJson } from '../../wire/exact-json/parse-exact-json.js';
import { printExactJsonBytes } from '../../wire/exact-json/print-exact-json.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';

/** Members inside messages and tools that belong to other vendors' dialects. */
const EXTENSIONS = ['cache_control', 'thinking_blocks', 'reasoning_content', 'reasoning_details'] as const;
const NEEDLES = EXTENSIONS.map((name) => Buffer.from(`"${name}"`));

/**
 * The body without other vendors' members inside `messages` and `tools`, which provider B would refuse; `undefined` when there
 * is none, which a look at the bytes tells. Only then is the body printed anew, its numbers exact.
 */
export function stripMessageExtensions({ bytes }: TopLevelMembers): Buffer | undefined {
  if (!NEEDLES.some((needle) => bytes.includes(needle))) return undefined;
  const body = parseExactJson(bytes.toString('utf8'));
  if (!isJsonObject(body)) return undefined;
  stripList(body['messages'], stripMessage);
  stripList(body['tools'], stripOwn);
  return printExactJsonBytes(body);
}

function stripMessage(message: JsonObject): void {
  stripOwn(message);
  stripList(message['content'], stripOwn);
  stripList(message['tool_calls'], stripOwn);
}

function stripOwn(value: JsonObject): void {
  for (const name of EXTENSIONS) Reflect.deleteProperty(value, name);
}

function stripList(value: unknown, strip: (item: JsonObject) => void): void {
  if (!Array.isArray(value)) return;
  for (const item of value) if (isJsonObject(item)) strip(item);
}
