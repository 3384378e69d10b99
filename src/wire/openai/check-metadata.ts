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
    if (!isText(key, MAX_KEY))
      throw wrongType(
        `metadata.${key.slice(0, MAX_KEY).toWellFormed()}…`,
        `under a key of at most ${MAX_KEY} characters`,
      );
    if (!isText(value, MAX_VALUE))
      throw wrongType(`metadata.${key}`, `a string of at most ${MAX_VALUE} characters`);
  }
  return metadata as Metadata;
}

function isText(value: unknown, max: number): boolean {
  return (
    typeof value === 'string' &&
    !isLongerThan(value, max) &&
    !value.includes('\u0000') &&
    value.isWellFormed()
  );
}
