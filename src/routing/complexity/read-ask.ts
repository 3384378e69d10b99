import { tokenize, type Token } from '../../lib/words/tokens.js';

/** Of a longer ask its beginning and its end are read: what it costs is bounded by that. */
const HEAD = 1_400;
const TAIL = 500;
const MOST_TOKENS = 400;

/** An ask in the pieces that the features are taken from. */
export interface Ask {
  /** Bounded, without its options. */
  readonly stem: string;
  /** Texts of a list of lettered options; empty when there is none. */
  readonly options: readonly string[];
  /** Of the stem. */
  readonly tokens: readonly Token[];
}

const OPTION = /^[ \t]{0,8}\(?[A-Ja-j][.):][ \t]+([^\n]*)/gm;
const LEAST_OPTIONS = 3;
/** A label that waits for the answer says nothing about the question. */
const ANSWER_LABEL = /\n[\p{L} ]{2,24}[:：]$/u;

/** What of a text is read: its beginning and its end. */
export function bounded(text: string): string {
  return text.length <= HEAD + TAIL + 1 ? text : `${text.slice(0, HEAD)}\n${text.slice(-TAIL)}`;
}

export function readAsk(text: string): Ask {
  const asked = bounded(text).trim().replace(ANSWER_LABEL, '');
  const matches = [...asked.matchAll(OPTION)];
  const hasOptions = matches.length >= LEAST_OPTIONS;
  const stem = hasOptions ? asked.slice(0, matches[0]?.index ?? 0).trim() : asked;
  return {
    stem,
    options: hasOptions ? matches.map((match) => match[1] ?? '') : [],
    tokens: tokenize(stem, MOST_TOKENS),
  };
}
