import { InvalidRequestError } from '../../../lib/gateway-error.js';
import { parseExactJson } from '../../exact-json/parse-exact-json.js';
import { printExactJson } from '../../exact-json/print-exact-json.js';
import { isJsonObject, RawJson } from '../../exact-json/raw-json.js';
import { requireString, wrongType } from '../../openai/read-field.js';

const TOOL_NAME_MAX_CHARS = 128;
/** A surrogate written as an escape, half of a pair or not. */
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;

/**
 * The `input` of a tool call from its `arguments` text (wire notes 1.2, 1.4). An object's text is kept verbatim, so that
 * its numbers stay exact; empty text is `{}`; anything else travels as `{"_raw": text}` and is never dropped.
 * @throws InvalidRequestError when `arguments` is neither text nor an object.
 */
export function toToolInput(value: unknown, param: string): RawJson | Record<string, unknown> {
  if (value === undefined || value === null) return {};
  // Some clients send the object itself instead of its text.
  if (isJsonObject(value)) return value;
  if (typeof value !== 'string') throw wrongType(param, 'a string of JSON');
  if (value.trim() === '') return {};
  return readObjectText(value.toWellFormed()) ?? { _raw: value };
}

/** The name of a call in the history: other vendors allow characters that provider A refuses. */
export function toToolUseName(value: unknown, param: string): string {
  const name = requireString(value, param)
    .replace(/[^a-zA-Z0-9_-]/g, '_')
    .slice(0, TOOL_NAME_MAX_CHARS);
  if (name === '')
    throw new InvalidRequestError({ param, message: `\`${param}\` must name the function that was called.` });
  return name;
}

// Only a text with escaped surrogates is printed anew, its numbers exact: provider A refuses half a pair there too.
function readObjectText(text: string): RawJson | undefined {
  try {
    if (!isJsonObject(JSON.parse(text))) return undefined;
    if (!ESCAPED_SURROGATE.test(text)) return new RawJson(text);
    return new RawJson(printExactJson(parseExactJson(text), { text: 'well-formed' }));
  } catch {
    return undefined;
  }
}
