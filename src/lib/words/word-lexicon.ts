import { LONGEST_COPIED } from './tokens.js';

const UNSPACED = /^[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]+$/;
/** Stems are found by their first letters, so none is shorter. */
const STEM_HEAD = 3;
/** Words seen lately are remembered: most are little and come again. Longer ones are seldom words. */
const MOST_KNOWN = 16_384;
const LONGEST_KNOWN = 24;

/** A bit each for the classes that a word belongs to, in the order of the classes. */
export type WordClasses = number;

/**
 * Classes of words, each a list of words and stems parted by white space. A stem ends in `*` and stands for every word that
 * begins with it. Words of scripts that write no spaces are looked for inside of a run.
 */
export class WordLexicon {
  private readonly known = new Map<string, WordClasses>();
  private readonly whole = new Map<string, WordClasses>();
  private readonly stems = new Map<string, (readonly [string, WordClasses])[]>();
  private readonly unspaced = new Map<number, (readonly [string, WordClasses])[]>();

  constructor(lists: Readonly<Record<string, string>>) {
    for (const [index, list] of Object.values(lists).entries())
      for (const entry of list.split(/\s+/)) if (entry !== '') this.enter(entry, 1 << index);
  }

  /** The classes of a lower-case word, or of all that a run without spaces holds. */
  classesOf(word: string): WordClasses {
    if (word.length > LONGEST_KNOWN) return this.lookUp(word);
    let classes = this.known.get(word);
    if (classes === undefined) {
      classes = this.lookUp(word);
      if (this.known.size >= MOST_KNOWN) this.known.clear();
      this.known.set(ofItsOwn(word), classes);
    }
    return classes;
  }

  private lookUp(word: string): WordClasses {
    const first = word.charCodeAt(0);
    if (first >= 0x3040 && first <= 0xd7af) return this.classesWithin(word);
    let classes = this.whole.get(word) ?? 0;
    if (word.length < STEM_HEAD) return classes;
    for (const [stem, bit] of this.stems.get(word.slice(0, STEM_HEAD)) ?? [])
      if (word.startsWith(stem)) classes |= bit;
    return classes;
  }

  private classesWithin(run: string): WordClasses {
    let classes = 0;
    for (let start = 0; start < run.length; start += 1)
      for (const [word, bit] of this.unspaced.get(run.charCodeAt(start)) ?? [])
        if (run.startsWith(word, start)) classes |= bit;
    return classes;
  }

  private enter(entry: string, bit: WordClasses): void {
    if (UNSPACED.test(entry)) {
      append(this.unspaced, entry.charCodeAt(0), [entry, bit]);
    } else if (entry.endsWith('*')) {
      const stem = entry.slice(0, -1);
      append(this.stems, stem.slice(0, STEM_HEAD), [stem, bit]);
    } else {
      this.whole.set(entry, (this.whole.get(entry) ?? 0) | bit);
    }
  }
}

/** The word without the text that it was cut from, which it would keep in memory. */
function ofItsOwn(word: string): string {
  return word.length > LONGEST_COPIED ? Buffer.from(word, 'utf16le').toString('utf16le') : word;
}

function append<Key, Value>(table: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = table.get(key);
  if (known === undefined) table.set(key, [value]);
  else known.push(value);
}
