import { TAG_SEPARATOR } from '../../billing/calls/attribution.js';
import { InvalidRequestError } from '../../lib/gateway-error.js';

export const MAX_TAGS = 10;
const TAG = /^[A-Za-z0-9_.:/-]{1,64}$/;
const RULE = '1 to 64 characters of A-Z, a-z, 0-9 and _ . : / -';
const MAX_SHOWN = 80;

/**
 * The tags of a header: blanks around commas are no part of them, and a repeated one counts once.
 * @param param how the caller knows the header
 * @throws InvalidRequestError (400)
 */
export function readTagHeader(text: string, param: string): readonly string[] {
  return checkTags(
    text.split(TAG_SEPARATOR).map((tag) => tag.trim()),
    param,
  );
}

/** The tags of a `tags` member, which is an array of texts; none where it is absent or null. @throws InvalidRequestError (400) */
export function readTagList(value: unknown, param: string): readonly string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw fault(param, 'must be an array of tags');
  return checkTags(value, param);
}

/** Two lists that count for one call, the first one's first. @throws InvalidRequestError (400) when they are too many together */
export function joinTags(
  first: readonly string[],
  second: readonly string[],
  param: string,
): readonly string[] {
  if (first.length === 0) return second;
  if (second.length === 0) return first;
  return atMostTen([...new Set([...first, ...second])], param);
}

function checkTags(tags: readonly unknown[], param: string): readonly string[] {
  const found = new Set<string>();
  for (const tag of tags) {
    if (tag === '') throw fault(param, `holds an empty tag: each is ${RULE}`);
    if (typeof tag !== 'string' || !TAG.test(tag))
      throw fault(param, `holds ${shown(tag)}, which is no tag: each is ${RULE}`);
    found.add(tag);
  }
  return atMostTen([...found], param);
}

function atMostTen(tags: readonly string[], param: string): readonly string[] {
  if (tags.length > MAX_TAGS) throw fault(param, `holds ${tags.length} tags, and a call takes ${MAX_TAGS}`);
  return tags;
}

function shown(tag: unknown): string {
  const text = JSON.stringify(tag);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

function fault(param: string, problem: string): InvalidRequestError {
  return new InvalidRequestError({ param, message: `\`${param}\` ${problem}.` });
}
