/** What the characters of a text are, counted in one pass. */
export interface Signs {
  readonly sentences: number;
  readonly numbers: number;
  readonly distinctNumbers: number;
  /** Numbers of three digits and more. */
  readonly bigNumbers: number;
  readonly decimals: number;
  readonly fractions: number;
  readonly percents: number;
  readonly currencies: number;
  /** Operators, Greek letters, backslashes: notation of mathematics. */
  readonly mathSigns: number;
  /** Brackets, braces, semicolons, underscores. */
  readonly codeSigns: number;
  readonly quotes: number;
  readonly questions: number;
  readonly commas: number;
  readonly backslashes: number;
  readonly blanks: number;
  readonly lines: number;
  /** Lines that begin with a bullet or a number. */
  readonly items: number;
  /** Words with a capital that begin no sentence: names, mostly. */
  readonly names: number;
  /** Letters beyond ASCII. */
  readonly foreignLetters: number;
}

enum Kind {
  Letter,
  Capital,
  Digit,
  Space,
  Break,
  Stop,
  Question,
  Comma,
  Percent,
  Currency,
  Math,
  Backslash,
  Code,
  Underscore,
  Quote,
  Dash,
  Foreign,
  Other,
}

const KINDS = Kind.Other + 1;

/** Digits of a number that is compared with others; longer ones are only counted. */
const LONGEST_NUMBER = 12;
const BIG_NUMBER = 3;

export function countSigns(text: string): Signs {
  const counts = new Int32Array(KINDS);
  const seen: SeenNumbers = { count: 0, big: 0, decimals: 0, fractions: 0, distinct: new Set() };
  let [items, names, sentences] = [0, 0, 0];
  let startsLine = true;
  let startsSentence = true;
  let before = Kind.Space;
  for (let index = 0; index < text.length; index += 1) {
    const kind = kindAt(text, index);
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (startsLine && isItem(text, index, kind)) items += 1;
    if (kind === Kind.Capital && !startsSentence && before === Kind.Space) names += 1;
    if (kind === Kind.Digit) index = countNumber(seen, text, index) - 1;
    const closes = (kind === Kind.Stop || kind === Kind.Question) && isClosing(text, index);
    if (closes) sentences += 1;
    if (kind !== Kind.Space && kind !== Kind.Quote) startsSentence = closes || kind === Kind.Break;
    if (kind !== Kind.Space) startsLine = kind === Kind.Break;
    before = kind;
  }
  return Object.assign(signsOf(counts), numbersOf(seen), { items, names, sentences });
}

type CountedByKind = Omit<Signs, keyof ReturnType<typeof numbersOf> | 'items' | 'names' | 'sentences'>;

function signsOf(counts: Int32Array): CountedByKind {
  const of = (kind: Kind): number => counts[kind] ?? 0;
  return {
    percents: of(Kind.Percent),
    currencies: of(Kind.Currency),
    mathSigns: of(Kind.Math) + of(Kind.Backslash),
    codeSigns: of(Kind.Code) + of(Kind.Underscore),
    quotes: of(Kind.Quote),
    questions: of(Kind.Question),
    commas: of(Kind.Comma),
    backslashes: of(Kind.Backslash),
    blanks: of(Kind.Underscore),
    lines: 1 + of(Kind.Break),
    foreignLetters: of(Kind.Foreign),
  };
}

interface SeenNumbers {
  count: number;
  big: number;
  decimals: number;
  fractions: number;
  readonly distinct: Set<string>;
}

function numbersOf({ count, big, decimals, fractions, distinct }: SeenNumbers) {
  return { numbers: count, bigNumbers: big, decimals, fractions, distinctNumbers: distinct.size };
}

/** Where the number ends that begins at `start`. */
function countNumber(seen: SeenNumbers, text: string, start: number): number {
  const end = endOfNumber(text, start);
  seen.count += 1;
  if (end - start >= BIG_NUMBER) seen.big += 1;
  if (text.charCodeAt(end) === 0x2f && isDigit(text.charCodeAt(end + 1))) seen.fractions += 1;
  if (end - start > LONGEST_NUMBER) return end;
  const number = text.slice(start, end);
  seen.distinct.add(number);
  if (number.includes('.')) seen.decimals += 1;
  return end;
}
/** Points and commas between digits belong to the number. */
function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (isDigit(code)) continue;
    if ((code !== 0x2e && code !== 0x2c) || !isDigit(text.charCodeAt(end + 1))) break;
  }
  return end;
}

/** A bullet, or a number with a point or a bracket. */
function isItem(text: string, index: number, kind: Kind): boolean {
  if (kind === Kind.Digit) return /[.)]/.test(text[endOfNumber(text, index)] ?? '');
  if (text.charCodeAt(index + 1) !== 0x20) return false;
  return kind === Kind.Dash || text[index] === '*' || text[index] === '•';
}

/** A stop ends a sentence where white space or nothing follows; those of Chinese and Japanese always do. */
function isClosing(text: string, index: number): boolean {
  return text.charCodeAt(index) > 0x2fff || !(text.charCodeAt(index + 1) > 0x20);
}

const ASCII = Array.from({ length: 0x80 }, (_, code) => asciiKind(String.fromCharCode(code)));

function kindAt(text: string, index: number): Kind {
  const code = text.charCodeAt(index);
  return code < 0x80 ? (ASCII[code] ?? Kind.Other) : wideKind(code);
}

function asciiKind(sign: string): Kind {
  if (sign === '\n') return Kind.Break;
  if (sign <= ' ') return Kind.Space;
  if (sign >= '0' && sign <= '9') return Kind.Digit;
  if (sign >= 'A' && sign <= 'Z') return Kind.Capital;
  if (sign >= 'a' && sign <= 'z') return Kind.Letter;
  const kinds: [string, Kind][] = [
    ['.!', Kind.Stop],
    ['?', Kind.Question],
    [',', Kind.Comma],
    ['%', Kind.Percent],
    ['$', Kind.Currency],
    ['=+^<>|*', Kind.Math],
    ['\\', Kind.Backslash],
    ['{}[];', Kind.Code],
    ['_', Kind.Underscore],
    ['"\'`', Kind.Quote],
    ['-', Kind.Dash],
  ];
  return kinds.find(([signs]) => signs.includes(sign))?.[1] ?? Kind.Other;
}

function wideKind(code: number): Kind {
  if (code === 0x3002 || code === 0xff01) return Kind.Stop;
  if (code === 0xff1f) return Kind.Question;
  if (code === 0xff0c || code === 0x3001) return Kind.Comma;
  if (code === 0x20ac || code === 0xa3 || code === 0xa5) return Kind.Currency;
  if (code === 0xb2 || code === 0xb3 || code === 0xb1 || code === 0xd7 || code === 0xf7) return Kind.Math;
  if (code >= 0x2070 && code <= 0x22ff && (code < 0x20a0 || code > 0x20cf)) return Kind.Math;
  if (code < 0xc0 || (code >= 0x2000 && code <= 0x2bff)) return Kind.Other;
  if (code >= 0x3000 && code <= 0x303f) return Kind.Other;
  return code >= 0xff00 && code <= 0xffef ? Kind.Other : Kind.Foreign;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
