/** A token ends where the class of its characters changes; numbers are written as `0`, line ends as one line feed. */
export type Token = string;

enum Unit {
  Space,
  Break,
  Letter,
  Digit,
  Sign,
}

/** Lower-case words, `0` for each number, single signs and line ends of `text`, at most `most` of them. */
export function tokenize(text: string, most: number): Token[] {
  const lower = text.toLowerCase();
  const tokens: Token[] = [];
  let index = 0;
  while (index < lower.length && tokens.length < most) {
    const unit = unitOf(lower.charCodeAt(index));
    let end = index + 1;
    if (unit !== Unit.Sign) while (end < lower.length && continues(lower, end, unit)) end += 1;
    if (unit === Unit.Letter || unit === Unit.Sign) tokens.push(pooled(lower, index, end));
    else if (unit === Unit.Digit) tokens.push('0');
    else if (unit === Unit.Break) tokens.push('\n');
    index = end;
  }
  return tokens;
}

/** Words seen lately, each at the place of its hash: a power of two. */
const pool = new Array<Token>(8_192).fill('');
/** The engine copies so many characters out of a text; a longer word would keep all of the text in memory. */
export const LONGEST_COPIED = 12;

/**
 * `text.slice(start, end)`, as the very string that was made for it before where that was seen lately. Most words come again, and
 * a string that is known brings its hash when it is looked up; a new one is hashed anew.
 */
function pooled(text: string, start: number, end: number): Token {
  if (end - start > LONGEST_COPIED) return text.slice(start, end);
  let hash = 0;
  for (let index = start; index < end; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  const place = (hash ^ (hash >>> 13)) & (pool.length - 1);
  const known = pool[place] ?? '';
  if (known.length === end - start && text.startsWith(known, start)) return known;
  return (pool[place] = text.slice(start, end));
}

function continues(text: string, index: number, unit: Unit): boolean {
  const code = text.charCodeAt(index);
  // An apostrophe inside of a word belongs to it: "i'm", "j'ai".
  if (unit === Unit.Letter && code === 0x27) return unitOf(text.charCodeAt(index + 1)) === Unit.Letter;
  const next = unitOf(code);
  return next === unit || (unit === Unit.Break && next === Unit.Space);
}

function unitOf(code: number): Unit {
  if (code >= 0x61 && code <= 0x7a) return Unit.Letter;
  if (code === 0x0a || code === 0x0d) return Unit.Break;
  if (code <= 0x20 || code === 0xa0 || code === 0x3000) return Unit.Space;
  if (code >= 0x30 && code <= 0x39) return Unit.Digit;
  if (code < 0x80) return Unit.Sign;
  if (code < 0xc0 || code === 0xd7 || code === 0xf7) return Unit.Sign;
  const punctuation =
    (code >= 0x2000 && code <= 0x2bff) ||
    (code >= 0x3001 && code <= 0x303f) ||
    (code >= 0xff00 && code <= 0xff0f);
  return punctuation || code === 0xff1a || code === 0xff1f ? Unit.Sign : Unit.Letter;
}

/**
 * Runs of a script that writes no spaces, as pairs of neighbouring characters: a whole sentence is no word that is seen twice.
 * Other tokens stay.
 */
export function pairUnspaced(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(isUnspacedRun)) return tokens;
  return tokens.flatMap((token) => (isUnspacedRun(token) ? pairsOf(token) : [token]));
}

function isUnspacedRun(token: Token): boolean {
  const code = token.charCodeAt(0);
  return token.length > 2 && code >= 0x3040 && code <= 0x9fff;
}

function pairsOf(run: Token): Token[] {
  return Array.from({ length: run.length - 1 }, (_, index) => run.slice(index, index + 2));
}
