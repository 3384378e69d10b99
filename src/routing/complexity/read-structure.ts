import type { Token } from '../../lib/words/tokens.js';
import { ASK_WORD_CLASSES, askClassesOf } from './ask-lexicon.js';
import { showsThat } from './shows-that.js';
import { countSigns, type Signs } from './count-signs.js';
import type { Ask } from './read-ask.js';

const LONG_WORD = 9;
/** Shares are of at least so many words: one word of a class in a three-word ask says little. */
const LEAST_WORDS = 8;
const MOST_SENTENCE_WORDS = 60;
const MOST_NUMBERS_PER_SENTENCE = 6;
const MOST_COMMAS_PER_SENTENCE = 4;

interface Reading {
  readonly stem: string;
  readonly options: readonly string[];
  readonly signs: Signs;
  readonly words: Words;
  /** At least 1, to divide by. */
  readonly wordCount: number;
  readonly sentences: number;
  readonly optionCount: number;
}

/** What an ask looks like, in numbers that mean nearly the same in every language. */
const FORMS: Readonly<Record<string, (reading: Reading) => number>> = {
  length: ({ stem }) => log(stem.length),
  words: ({ words }) => log(words.count),
  sentences: ({ sentences }) => log(sentences),
  'words per sentence': ({ words, sentences }) => Math.min(MOST_SENTENCE_WORDS, words.count / sentences),
  'letters per word': ({ words, wordCount }) => words.letters / wordCount,
  'long words': ({ words, wordCount }) => words.long / wordCount,
  'single letters': ({ words }) => log(words.single),
  'distinct words': ({ words, wordCount }) => words.distinct.size / wordCount,
  numbers: ({ signs }) => log(signs.numbers),
  'numbers per sentence': ({ signs, sentences }) =>
    Math.min(MOST_NUMBERS_PER_SENTENCE, signs.numbers / sentences),
  'distinct numbers': ({ signs }) => log(signs.distinctNumbers),
  'big numbers': ({ signs }) => log(signs.bigNumbers),
  decimals: ({ signs }) => log(signs.decimals),
  fractions: ({ signs }) => log(signs.fractions),
  percents: ({ signs }) => log(signs.percents),
  currencies: ({ signs }) => log(signs.currencies),
  'math signs': ({ signs }) => log(signs.mathSigns),
  'code signs': ({ signs }) => log(signs.codeSigns),
  quotes: ({ signs }) => log(signs.quotes),
  questions: ({ signs }) => log(signs.questions),
  lines: ({ signs }) => log(signs.lines),
  items: ({ signs }) => log(signs.items),
  names: ({ signs }) => log(signs.names),
  'commas per sentence': ({ signs, sentences }) =>
    Math.min(MOST_COMMAS_PER_SENTENCE, signs.commas / sentences),
  'foreign letters': ({ signs, stem }) => signs.foreignLetters / Math.max(1, stem.length),
  backslash: ({ signs }) => flag(signs.backslashes > 0),
  blank: ({ signs }) => flag(signs.blanks > 0),
  options: ({ options }) => flag(options.length > 0),
  'option length': ({ options, optionCount }) =>
    log(options.reduce((sum, option) => sum + option.length, 0) / optionCount),
  'options with numbers': ({ options, optionCount }) =>
    options.filter((option) => /\d/.test(option)).length / optionCount,
  fence: ({ stem }) => flag(stem.includes('```')),
  'numbered statements': ({ stem }) => flag(/statement (?:1|2|i\b)/i.test(stem)),
  'ends in a question': ({ stem }) => flag(/[?？]["'”)]?$/.test(stem.slice(-2))),
  'ends bare': ({ stem }) => flag(/[\p{L}\p{N}]$/u.test(stem.slice(-2))),
  'starts in lower case': ({ stem }) => flag(/^\p{Ll}/u.test(stem)),
  definition: ({ stem }) => flag(/^\s{0,8}(?:def|class|import|from|public|function|#include) /m.test(stem)),
};

const READERS = Object.values(FORMS);

/** Names of the values, in their order: those of form, then for each class of words how many and which share. */
export const STRUCTURE_NAMES: readonly string[] = [
  ...Object.keys(FORMS),
  ...ASK_WORD_CLASSES.flatMap((name) => [`${name} words`, `share of ${name} words`]),
];

/** Writes the values of `STRUCTURE_NAMES`. */
export function readStructure({ stem, options, tokens }: Ask, values: Float64Array): void {
  const signs = countSigns(stem);
  const words = countWords(tokens);
  const reading: Reading = {
    stem,
    options,
    signs,
    words,
    wordCount: Math.max(1, words.count),
    sentences: Math.max(1, signs.sentences),
    optionCount: Math.max(1, options.length),
  };
  let place = 0;
  for (const read of READERS) values[place++] = read(reading);
  for (const count of words.classes) {
    values[place++] = log(count);
    values[place++] = count / Math.max(LEAST_WORDS, words.count);
  }
}

interface Words {
  count: number;
  letters: number;
  long: number;
  /** Words of one letter: variables. */
  single: number;
  readonly distinct: Set<Token>;
  /** In the order of `ASK_WORD_CLASSES`. */
  readonly classes: number[];
}

function countWords(tokens: readonly Token[]): Words {
  const classes = ASK_WORD_CLASSES.map(() => 0);
  const words: Words = { count: 0, letters: 0, long: 0, single: 0, distinct: new Set(), classes };
  for (const [place, token] of tokens.entries()) {
    if (!isWord(token)) continue;
    words.distinct.add(token);
    words.count += 1;
    words.letters += token.length;
    if (token.length >= LONG_WORD) words.long += 1;
    if (token.length === 1 && token !== 'a' && token !== 'i') words.single += 1;
    let bits = askClassesOf(token) | (showsThat(tokens, place) ? PROOF : 0);
    for (let index = 0; bits !== 0; index += 1, bits >>= 1)
      if ((bits & 1) === 1) classes[index] = (classes[index] ?? 0) + 1;
  }
  return words;
}

const PROOF = 1 << ASK_WORD_CLASSES.indexOf('proof');

function isWord(token: Token): boolean {
  const code = token.charCodeAt(0);
  return (code >= 0x61 && code <= 0x7a) || code >= 0xc0;
}

function log(count: number): number {
  return Math.log2(1 + count);
}

function flag(holds: boolean): number {
  return holds ? 1 : 0;
}
