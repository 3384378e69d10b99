/** How templates read one UTF-16 unit. */
export const CharacterKind = {
  /** Space, comma and whatever else only separates words. */
  separating: 0,
  word: 1,
  digit: 2,
  /** A letter of a script that is written without spaces. */
  wholeWord: 3,
  /** Ends a clause. */
  breaking: 4,
  /** Ends a clause unless it stands inside a word or a number. */
  dot: 5,
  /** Part of a word, without a meaning of its own. */
  joining: 6,
} as const;

const UNITS = 65_536;
const UNKNOWN = 255;
const kinds = new Uint8Array(UNITS).fill(UNKNOWN);
const canonical = new Uint16Array(UNITS);

const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const BREAKING = /[:;?!\n\r"“”„«»<>()\[\]{}|#*=/\\`。：；？！「」『』（）【】《》〈〉؟؛।]/;
// Apostrophes, marks over letters, joiners, marks of direction.
const JOINING = /['’ʼ\p{M}\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u00ad]/u;

/** Each unit is looked at once in the life of a process. */
export function kindOf(code: number): number {
  const known = kinds[code] ?? CharacterKind.separating;
  return known === UNKNOWN ? learn(code) : known;
}

/** One code for a letter's cases and widths. Ask only after `kindOf`. */
export function canonicalCode(code: number): number {
  return canonical[code] ?? code;
}

function learn(code: number): number {
  const character = String.fromCharCode(code);
  const lower = character.normalize('NFKC').toLowerCase();
  canonical[code] = lower.length === 1 ? lower.charCodeAt(0) : code;
  const kind = judge(character, code);
  kinds[code] = kind;
  return kind;
}

function judge(character: string, code: number): number {
  if (/\p{Nd}/u.test(character)) return CharacterKind.digit;
  // Most letters beyond the first plane come from scripts that the pairs tell apart well enough.
  if (code >= 0xd800 && code <= 0xdfff) return CharacterKind.word;
  if (WITHOUT_SPACES.test(character)) return CharacterKind.wholeWord;
  if (JOINING.test(character)) return CharacterKind.joining;
  if (/[\p{L}\p{N}_]/u.test(character)) return CharacterKind.word;
  if (character === '.' || character === '．') return CharacterKind.dot;
  return BREAKING.test(character) ? CharacterKind.breaking : CharacterKind.separating;
}
