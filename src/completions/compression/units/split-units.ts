import { classifyLines, type TextLine } from './classify-lines.js';
import { MAX_SENTENCES, splitSentences, type Sentence } from './split-sentences.js';

/** A piece of a text that is kept or dropped as a whole: a sentence, or a line that is not prose. */
export interface TextUnit extends Sentence {
  /** Number of its line, or of the lines that one sentence runs through; a line that keeps no unit goes with its break. */
  readonly line: number;
  /** Number of its paragraph: lines between blank lines. */
  readonly paragraph: number;
}

/** Tags are looked for at the ends of lines up to this length. */
const MAX_TAGGED_CHARACTERS = 4_000;
const LEADING_TAGS = /^\s*(?:<\/?[A-Za-z][^<>]{0,200}>\s*)+/;
const TRAILING_TAGS = /(?:<\/?[A-Za-z][^<>]{0,200}>\s*)+$/;
/** Shorter lines were not broken at a margin, longer ones not broken at all. */
const MIN_WRAPPED_CHARACTERS = 40;
const MAX_WRAPPED_CHARACTERS = 200;
const STARTS_ANEW = /^\s*(?:[-*•‣–]\s|\(?\d{1,3}[.)]\s|[^\s:]{1,30}(?: [^\s:]{1,30}){0,3}:\s)/;

/** Splits a text into units, in order and without gaps but line breaks. Linear in its length; nothing of a text with more than prose has. */
export function splitUnits(text: string): TextUnit[] {
  const lines = classifyLines(text);
  if (lines === undefined) return [];
  const units: TextUnit[] = [];
  let paragraph = 0;
  for (let index = 0; index < lines.length && units.length <= MAX_SENTENCES; index += 1) {
    const line = lines[index];
    if (line === undefined) break;
    if (line.kind === 'blank') paragraph += 1;
    const first = index;
    if (line.kind !== 'prose') {
      units.push({ start: line.start, end: line.end, isProtected: true, quoted: 0, line: first, paragraph });
      continue;
    }
    while (runsOn(text, lines[index], lines[index + 1])) index += 1;
    const end = lines[index]?.end ?? line.end;
    for (const { start, end: stop, isProtected, quoted } of readProse(text, line.start, end))
      units.push({ start, end: stop, isProtected, quoted, line: first, paragraph });
  }
  return units.length > MAX_SENTENCES ? [] : units;
}

/** True when a sentence goes on in the next line: text that was broken at a margin. */
function runsOn(text: string, line: TextLine | undefined, next: TextLine | undefined): boolean {
  if (line === undefined || next?.kind !== 'prose') return false;
  const length = line.end - line.start;
  if (length < MIN_WRAPPED_CHARACTERS || length > MAX_WRAPPED_CHARACTERS) return false;
  if (/[.!?:;。！？…]["'”’»)]*\s*$/.test(text.slice(line.end - 8, line.end))) return false;
  return !STARTS_ANEW.test(text.slice(next.start, Math.min(next.end, next.start + 150)));
}

/** The sentences of a line, and the tags at its ends apart from them. */
function readProse(text: string, start: number, end: number): Sentence[] {
  const whole = text.slice(start, end);
  const isTagged = whole.length <= MAX_TAGGED_CHARACTERS && whole.includes('<');
  const leading = isTagged ? (LEADING_TAGS.exec(whole)?.[0].length ?? 0) : 0;
  const trailing = isTagged ? (TRAILING_TAGS.exec(whole.slice(leading))?.[0].length ?? 0) : 0;
  const sentences = splitSentences(text, start + leading, end - trailing);
  if (leading > 0) sentences.unshift({ start, end: start + leading, isProtected: true, quoted: 0 });
  if (trailing > 0) sentences.push({ start: end - trailing, end, isProtected: true, quoted: 0 });
  return sentences;
}
