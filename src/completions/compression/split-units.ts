/** A piece of a text that is kept or dropped as a whole: a sentence, or a line that is not prose. */
export interface TextUnit {
  readonly start: number;
  readonly end: number;
  /** Code, JSON, tables, tags, quotes, headings: never dropped. */
  readonly isProtected: boolean;
  /** Number of its line; a line that keeps none of its units goes with its line break. */
  readonly line: number;
  /** Number of its paragraph: lines between blank lines. */
  readonly paragraph: number;
}

/** A sentence without an end is cut here, so that no unit decides about a whole document. */
const MAX_UNIT_CHARACTERS = 400;
const FENCE = /^\s*(?:```|~~~)/;
const TAG_LINE = /^\s*(?:<\/?[A-Za-z][^<>]{0,200}>\s*)+$/;
const TABLE_LINE = /\|.*\||\t.*\t/;
const QUOTE_LINE = /^\s*>/;
const HEADING = /^\s*#{1,6}\s|^\s*[^\s.!?。！？]{1,40}(?: [^\s.!?。！？]{1,40}){0,5}[:：]\s*$/;
const INDENTED_CODE = /^(?: {4,}|\t+)\S.*(?:[;{}()=]|=>)/;
const JSON_START = /^\s*[[{]\s*(?:["\]}[{]|$)/;
const JSON_LINE = /^\s*(?:"[^"\n]{1,80}"\s*:|[\]}]+,?\s*$)/;
const CODE_LINE =
  /^\s*(?:[{}]+[;,]?|(?:def|class|import|from|return|function|const|let|var|public|private|static|void|if|for|while|else|elif|#include|SELECT|INSERT|UPDATE|DELETE|CREATE)\b.*[;{:(]|.*[;{])\s*$/;
/** An end of a sentence: its sign, what closes around it, then space or, in scripts without spaces, anything. */
const SENTENCE_END = /[.!?…]+["'”’»)\]]*(?=\s)|[。！？]+[」』”’）]*/g;

/** More pieces than any prose has in what a call may send: such a text is not prose. */
const MAX_UNITS = 20_000;

/** Splits a text into units, in order and without gaps but line breaks. Linear in its length; nothing of a text with too many. */
export function splitUnits(text: string): TextUnit[] {
  const units: TextUnit[] = [];
  let line = 0;
  let paragraph = 0;
  let fenced = false;
  let jsonDepth = 0;
  for (let start = 0; start < text.length; line += 1) {
    if (units.length > MAX_UNITS) return [];
    const lineBreak = text.indexOf('\n', start);
    const end = lineBreak < 0 ? text.length : lineBreak;
    const content = text.slice(start, end);
    if (content.trim() === '' && !fenced) paragraph += 1;
    const isFence = FENCE.test(content);
    if (!fenced && !isFence && (jsonDepth > 0 || JSON_START.test(content) || JSON_LINE.test(content)))
      jsonDepth = Math.max(0, jsonDepth + balance(content));
    const isProtected = fenced || isFence || isNoProse(content) || jsonDepth > 0;
    if (isFence) fenced = !fenced;
    if (isProtected) units.push({ start, end, isProtected, line, paragraph });
    else addSentences(units, { text, start, end, line, paragraph });
    start = end + 1;
  }
  return units;
}

function isNoProse(content: string): boolean {
  return (
    content.trim() === '' ||
    TAG_LINE.test(content) ||
    TABLE_LINE.test(content) ||
    QUOTE_LINE.test(content) ||
    HEADING.test(content) ||
    INDENTED_CODE.test(content) ||
    JSON_START.test(content) ||
    JSON_LINE.test(content) ||
    CODE_LINE.test(content)
  );
}

/** How many brackets a line leaves open. */
function balance(content: string): number {
  let open = 0;
  let inText = false;
  for (let index = 0; index < content.length; index += 1) {
    const character = content[index];
    if (character === '\\') index += 1;
    else if (character === '"') inText = !inText;
    else if (!inText && (character === '{' || character === '[')) open += 1;
    else if (!inText && (character === '}' || character === ']')) open -= 1;
  }
  return open;
}

function addSentences(
  units: TextUnit[],
  {
    text,
    start,
    end,
    line,
    paragraph,
  }: { text: string; start: number; end: number; line: number; paragraph: number },
): void {
  const content = text.slice(start, end);
  let from = 0;
  const add = (to: number): void => {
    while (to - from > MAX_UNIT_CHARACTERS) {
      const cut = cutBefore(content, from + MAX_UNIT_CHARACTERS, from);
      units.push({ start: start + from, end: start + cut, isProtected: false, line, paragraph });
      from = cut;
    }
    if (to > from) units.push({ start: start + from, end: start + to, isProtected: false, line, paragraph });
    from = to;
  };
  for (const match of content.matchAll(SENTENCE_END)) {
    let to = match.index + match[0].length;
    while (to < content.length && isSpace(content.charCodeAt(to))) to += 1;
    if (isAbbreviation(content, match.index) || to - from < 3) continue;
    add(to);
  }
  add(content.length);
}

/** "Dr. Who", "e.g. this", "J. Smith": a short word before the stop, or one letter. */
function isAbbreviation(content: string, stop: number): boolean {
  if (content[stop] !== '.') return false;
  let start = stop;
  while (start > 0 && stop - start < 5 && !isSpace(content.charCodeAt(start - 1))) start -= 1;
  return /^(?:[A-Z]|[A-Z][a-z]{1,2}|e\.g|i\.e|vs|cf|No|St|Mr|Mrs|etc|approx|ca|bzw|z\.B|u\.a)$/.test(
    content.slice(start, stop),
  );
}

/** A space near the limit, or the limit itself, never between the halves of a character. */
function cutBefore(content: string, limit: number, from: number): number {
  const space = content.lastIndexOf(' ', limit);
  if (space > from + MAX_UNIT_CHARACTERS / 2) return space + 1;
  const code = content.charCodeAt(limit);
  return code >= 0xdc00 && code <= 0xdfff ? limit - 1 : limit;
}

function isSpace(code: number): boolean {
  return code <= 0x20 || code === 0xa0 || code === 0x3000;
}
