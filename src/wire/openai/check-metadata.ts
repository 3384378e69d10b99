import { isLongerThan } from '../../lib/is-longer-than.js';
import { wrongType } from './read-field.js';

export type Metadata = Readonly<Record<string, string>>;

const MAX_PAIRS = 16;
const MAX_KEY = 64;
const MAX_VALUE = 512;

/**
 * OpenAI's `metadata`: up to 16 pairs of texts, of 64 and 512 characters. No table holds a NUL or half a character.
 * @throws InvalidRequestError (400) naming the pair
 */
export function checkMetadata(metadata: object): Metadata {
  const pairs = Object.entries(metadata);
  if (pairs.length > MAX_PAIRS) throw wrongType('metadata', `at most ${MAX_PAIRS} pairs`);
  for (const [key, value] of pairs) {
    const wrongKey = faultOf(key, MAX_KEY);
    if (wrongKey !== undefined)
      throw wrongType(`metadata.${key.slice(0, MAX_KEY).toWellFormed()}…`, `under a key ${wrongKey}`);
    const wrongValue = faultOf(value, MAX_VALUE);
    if (wrongValue !== undefined) throw wrongType(`metadata.${key}`, `a string ${wrongValue}`);
  }
  return metadata as Metadata;
}

/** What a text must be and is not; undefined when it is all right. */
function faultOf(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string' || isLongerThan(value, max)) return `of at most ${max} characters`;
  if (value.includes('\u0000') || !value.isWellFormed())
    return 'without a NUL character and without half a character (a lone surrogate)';
  return undefined;
}
