import { randomFillSync } from 'node:crypto';

export type IdPrefix =
  | 'org'
  | 'prj'
  | 'key'
  | 'rtr'
  | 'grp'
  | 'rec'
  | 'end'
  | 'batch'
  | 'bpt'
  | 'upl'
  | 'call'
  | 'dec'
  | 'led'
  | 'atk'
  | 'req'
  | 'aud'
  | 'pay'
  | 'prc'
  | 'resp'
  | 'file'
  | 'alt'
  | 'ref';

/** What the random part and the time of an id are written with, in the order of its digits. */
export const ID_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** Two characters for ten bits: half as many strings on the way as by single ones. */
const PAIRS = Array.from(ID_ALPHABET, (first) => Array.from(ID_ALPHABET, (second) => first + second)).flat();
const PAIR_VALUES = PAIRS.length;
const RANDOM_CHARS = 13;
const TIME_PAIRS = 5;
/** Drawn from a pool, because a system call for each id is most of its cost. */
const pool = new Uint16Array(2_048);
let used = pool.length;
/** The last characters of an id count on within a millisecond. */
const COUNT_CHARS = 4;
const COUNTS = PAIR_VALUES ** 2;
let countedMs = -1;
let countedText = '';
let count = 0;
let encodedSecond = -1;
let secondText = '';

/**
 * A prefixed id that sorts by creation time: 10 characters of milliseconds and 13 of randomness (65 bits), base 32. Those that a
 * process makes one after the other for the same millisecond sort in that order: they have what chance gave the first one, counted on.
 */
export function newId(prefix: IdPrefix, nowMs: number = Date.now()): string {
  const ms = Math.floor(nowMs);
  if (ms === countedMs && count < COUNTS - 1) count += 1;
  else {
    countedMs = ms;
    countedText = encodeTime(ms) + randomChars(RANDOM_CHARS - COUNT_CHARS);
    // In the lower half: as many ids again are there for the millisecond.
    count = (randomBits() % (PAIR_VALUES / 2)) * PAIR_VALUES + (randomBits() % PAIR_VALUES);
  }
  return `${prefix}_${countedText}${pairOf(Math.floor(count / PAIR_VALUES))}${pairOf(count % PAIR_VALUES)}`;
}

/** What ids of that moment begin with, and every later one sorts behind. Times before 1970 have no ids. */
export function idFloor(prefix: IdPrefix, atMs: number): string {
  return `${prefix}_${encodeTime(Math.max(0, atMs))}`;
}

/** When an id was made, in milliseconds; `undefined` when the text does not begin like one. */
export function idTime(id: string): number | undefined {
  const time = /^[a-z]+_([0-9a-hjkmnp-tv-z]{10})/.exec(id)?.[1];
  if (time === undefined) return undefined;
  return Array.from(time).reduce(
    (ms, character) => ms * ID_ALPHABET.length + ID_ALPHABET.indexOf(character),
    0,
  );
}

/** Base-32 text of `length` characters, five random bits each. */
export function randomChars(length: number): string {
  let text = '';
  for (let missing = length; missing > 0; missing -= 2) {
    const bits = randomBits();
    text += missing === 1 ? ID_ALPHABET.charAt(bits % ID_ALPHABET.length) : pairOf(bits % PAIR_VALUES);
  }
  return text;
}

function randomBits(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bits = pool[used] ?? 0;
  used += 1;
  return bits;
}

/** All but the last two characters stay the same for 1,024 ms. */
function encodeTime(ms: number): string {
  const second = Math.floor(ms / PAIR_VALUES);
  if (second !== encodedSecond) {
    encodedSecond = second;
    secondText = encodePairs(second, TIME_PAIRS - 1);
  }
  return secondText + pairOf(Math.floor(ms) % PAIR_VALUES);
}

function encodePairs(value: number, pairs: number): string {
  let text = '';
  let rest = value;
  for (let index = 0; index < pairs; index += 1) {
    text = pairOf(rest % PAIR_VALUES) + text;
    rest = Math.floor(rest / PAIR_VALUES);
  }
  return text;
}

function pairOf(value: number): string {
  return PAIRS[value] ?? '';
}
