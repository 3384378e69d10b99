import { findInlineSpans, type InlineSpan } from './find-inline-spans.js';

export interface Sentence {
  readonly start: number;
  readonly end: number;
  /** Not prose, or not to be parted from what stands beside it: never dropped. */
  readonly isProtected: boolean;
  /** Length of the longest quotation in it. */
  readonly quoted: number;
}

/** A sentence without an end is cut here, so that no unit decides about a whole document. */
const MAX_SENTENCE_CHARACTERS = 400;
const MIN_SENTENCE_CHARACTERS = 3;
/** More than any prose has in a call: looking on is of no use. */
export const MAX_SENTENCES = 40_000;
/** An end of a sentence: its sign, what closes around it, then space or, in scripts without spaces, anything. */
const SENTENCE_END = /[.!?…।؟۔]+["'”’»)\]]*(?=\s)|[。！？]+[」』”’）]*/g;
const ABBREVIATION =
  /^["'(“]?(?:\p{Lu}|\p{Lu}\.\p{Lu}|Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|Lt|Gen|Col|Capt|No|Nr|Vol|Fig|Inc|Ltd|Jan|Feb|Aug|Sept|Oct|Nov|Dec|e\.g|i\.e|vs|cf|al|etc|approx|ca|bzw|z\.B|u\.a|d\.h|p\.ej|Sra?|Hr|Fr|т\.е|г)$/u;
const TAG = /<(\/?)[A-Za-z][\w:-]*(?:\s[^<>]{0,200})?(?<!\/)>/g;
const UNSPACED = /[\u3000-\u30ff\u3400-\u9fff\u0e00-\u0eff\u1780-\u17ff]/;

/** Splits a stretch of prose into sentences, in order and without gaps. Offsets are those of `text`. */
export function splitSentences(text: string, start: number, end: number): Sentence[] {
  const content = text.slice(start, end);
  const sentences: Sentence[] = [];
  const spans = findInlineSpans(content);
  let inside: InlineSpan[] = [];
  let span = 0;
  let from = 0;
  for (const match of content.matchAll(SENTENCE_END)) {
    let to = match.index + match[0].length;
    for (; (spans[span]?.start ?? Infinity) < match.index; span += 1)
      inside.push(...spans.slice(span, span + 1));
    // A stop inside a quotation ends nothing; one right before its closing mark ends both.
    if ((inside.at(-1)?.end ?? 0) > to) continue;
    while (to < content.length && isSpace(content.charCodeAt(to))) to += 1;
    if (sentences.length > MAX_SENTENCES) break;
    if (to - from < MIN_SENTENCE_CHARACTERS || isAbbreviation(content, match.index)) continue;
    addSentence(sentences, content, { from, to, inside });
    from = to;
    inside = [];
  }
  addSentence(sentences, content, { from, to: content.length, inside: [...inside, ...spans.slice(span)] });
  return sentences.map(({ start: first, end: last, isProtected, quoted }) => ({
    start: first + start,
    end: last + start,
    isProtected,
    quoted,
  }));
}

function addSentence(
  sentences: Sentence[],
  content: string,
  { from, to, inside }: { from: number; to: number; inside: readonly InlineSpan[] },
): void {
  const quoted = inside.reduce(
    (most, { kind, start, end }) => (kind === 'quote' ? Math.max(most, end - start) : most),
    0,
  );
  const isProtected =
    inside.some(({ kind }) => kind === 'json') || hasOpenTag(content.slice(from, Math.min(to, from + 4_000)));
  let start = from;
  while (!isProtected && quoted === 0 && to - start > MAX_SENTENCE_CHARACTERS) {
    const cut = cutBefore(content, start, to);
    sentences.push({ start, end: cut, isProtected, quoted });
    start = cut;
  }
  if (to > start) sentences.push({ start, end: to, isProtected, quoted });
}

/** A tag that is opened and not closed in a sentence, or the other way round, holds other sentences. */
function hasOpenTag(sentence: string): boolean {
  if (!sentence.includes('<')) return false;
  let open = 0;
  for (const [, slash] of sentence.matchAll(TAG)) open += slash === '/' ? -1 : 1;
  return open !== 0;
}

/** "Dr. Who", "e.g. this", "J. Smith": a known short word before the stop, or one letter. */
function isAbbreviation(content: string, stop: number): boolean {
  if (content[stop] !== '.') return false;
  let start = stop;
  while (start > 0 && stop - start < 8 && !isSpace(content.charCodeAt(start - 1))) start -= 1;
  return ABBREVIATION.test(content.slice(start, stop));
}

/** A space near the limit; within a word only where words are not spaced, and never between the halves of a character. */
function cutBefore(content: string, from: number, to: number): number {
  const limit = from + MAX_SENTENCE_CHARACTERS;
  for (let index = limit; index > from + MAX_SENTENCE_CHARACTERS / 2; index -= 1)
    if (isSpace(content.charCodeAt(index - 1))) return index;
  if (UNSPACED.test(content.slice(limit - 20, limit))) {
    const code = content.charCodeAt(limit);
    return code >= 0xdc00 && code <= 0xdfff ? limit - 1 : limit;
  }
  for (let index = limit; index < to; index += 1) if (isSpace(content.charCodeAt(index))) return index + 1;
  return to;
}

function isSpace(code: number): boolean {
  return code <= 0x20 || code === 0xa0 || code === 0x3000;
}
