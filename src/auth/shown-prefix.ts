const SHOWN_RANDOM_CHARACTERS = 5;

/** The first characters of a key, by which people tell keys apart. @param keyPrefix what all keys begin with */
export function shownPrefix(key: string, keyPrefix: string): string {
  return key.slice(0, keyPrefix.length + SHOWN_RANDOM_CHARACTERS);
}
