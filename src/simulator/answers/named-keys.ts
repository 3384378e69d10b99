import { isRecord } from '../json-value.js';

const MAX_TEXT_CHARS = 20_000;
const MAX_KEYS = 40;
/** A key as JSON writes it. */
const WRITTEN_KEY = /["'`“]([\p{L}_][\p{L}\p{N}_ -]{0,63})["'`”]\s*:/gu;
/** `keys name, age and "home town"`; the names end with the sentence. */
const LIST =
  /\b(?:keys?|fields?|propert(?:y|ies)|attributes?|members?)\b(?:\s+(?:are|is|named|called|of))*\s*:?\s*([^.;\n{}()]+)/giu;
const QUOTED = /["'`“]([\p{L}_][\p{L}\p{N}_ -]{0,63})["'`”]/gu;
const PLAIN = /^[\p{L}_][\p{L}\p{N}_-]{0,63}$/u;
/** `{name, age}` */
const BRACES = /\{\s*([\p{L}_][\p{L}\p{N}_]*(?:\s*,\s*[\p{L}_][\p{L}\p{N}_]*)*)\s*\}/u;
/** What follows a list of names: "as strings", "for each". */
const AFTER_LIST = /\s+(?:as|for|with|where|which|that|in|from|only|each|to)\b.*$/iu;

/**
 * The JSON object that a prompt describes without a schema: an example of it, keys as JSON writes them, or keys named in a
 * sentence. `undefined` when it names none.
 */
export function describedObject(text: string): Record<string, unknown> | undefined {
  const looked = text.slice(0, MAX_TEXT_CHARS);
  const example = exampleIn(looked);
  if (example !== undefined) return example;
  const keys = [
    ...[...looked.matchAll(WRITTEN_KEY)].map(([, key]) => key ?? ''),
    ...(BRACES.exec(looked)?.[1]?.split(',') ?? []).map((key) => key.trim()),
  ];
  const named =
    keys.length > 0 ? keys : [...looked.matchAll(LIST)].flatMap(([, list]) => namesIn(list ?? ''));
  const distinct = [...new Set(named)].slice(0, MAX_KEYS);
  return distinct.length === 0 ? undefined : Object.fromEntries(distinct.map((key) => [key, 'simulated']));
}

function exampleIn(text: string): Record<string, unknown> | undefined {
  const start = text.search(/\{\s*"/);
  const end = text.lastIndexOf('}');
  if (start < 0 || end < start) return undefined;
  try {
    const value: unknown = JSON.parse(text.slice(start, end + 1));
    return isRecord(value) && Object.keys(value).length > 0 ? value : undefined;
  } catch {
    return undefined;
  }
}

function namesIn(list: string): string[] {
  const quoted = [...list.matchAll(QUOTED)].map(([, name]) => name ?? '');
  if (quoted.length > 0) return quoted;
  const words = list.replace(AFTER_LIST, '').split(/\s*(?:,|\band\b|\bor\b|&)\s*/u);
  const names = words.map((word) => word.trim()).filter((word) => word !== '');
  return names.every((name) => PLAIN.test(name)) ? names : names.filter((name) => PLAIN.test(name)).slice(1);
}
