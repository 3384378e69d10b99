import { randomBytes } from 'node:crypto';

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
  | 'pay';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const POOL_BYTES = 4_096;
const RANDOM_CHARS = 13;
/** Characters of the alphabet. */
let pool = Buffer.alloc(0);
let used = 0;
let encodedMs = -1;
let encodedTime = '';

/**
 * A prefixed id that sorts by creation time: 10 characters of milliseconds and 13 of randomness (65 bits), base 32.
 * Randomness is drawn from a pool, because a system call for each id is most of its cost.
 */
export function newId(prefix: IdPrefix, nowMs: number = Date.now()): string {
  return `${prefix}_${encodeTime(nowMs)}${randomChars(RANDOM_CHARS)}`;
}

/** What ids of that moment begin with, and every later one sorts behind. Times before 1970 have no ids. */
export function idFloor(prefix: IdPrefix, atMs: number): string {
  return `${prefix}_${encodeTime(Math.max(0, atMs))}`;
}

/** Base-32 text of `length` characters, five random bits each. */
export function randomChars(length: number): string {
  if (used + length > pool.length) {
    pool = randomBytes(POOL_BYTES);
    for (const [index, byte] of pool.entries()) pool[index] = ALPHABET.charCodeAt(byte & 31);
    used = 0;
  }
  const text = pool.toString('latin1', used, used + length);
  used += length;
  return text;
}

/** A call draws several ids in one millisecond. */
function encodeTime(ms: number): string {
  if (ms === encodedMs) return encodedTime;
  let text = '';
  let rest = ms;
  for (let index = 0; index < 10; index += 1) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  encodedMs = ms;
  encodedTime = text;
  return text;
}
