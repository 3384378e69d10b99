import { LRUCache } from 'lru-cache';

/** Characters of all texts together, and of one: a longer text seldom comes twice. */
const MOST_CHARACTERS = 2_000_000;
const LONGEST_TEXT = 8_000;

/** Remembers what was found out about texts that come again: the instructions of templates. Bounded. */
export class TextMemo<Value extends number | string | object> {
  private readonly values = new LRUCache<string, Value>({
    max: 4_096,
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (_, text) => text.length + 1,
  });

  /** What `findOut` says of the text, which must depend on nothing else. */
  recall(text: string, findOut: () => Value): Value {
    if (text.length > LONGEST_TEXT) return findOut();
    const known = this.values.get(text);
    if (known !== undefined) return known;
    const value = findOut();
    this.values.set(text, value);
    return value;
  }
}
