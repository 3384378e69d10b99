import type { Steps } from '../../../lib/steps.js';
import { DOLLARS_AT, INPUT_AT, OUTPUT_AT, REQUESTS_AT, ROW_BYTES, SECOND_AT } from './pack-format.js';
import { NumberList, SumsList } from './sums-list.js';

export interface Pack {
  readonly bytes: Buffer;
  /** Its sums count negative. */
  readonly isTakenAway: boolean;
}

/** Pairs in order, each once, with what was added up of it. */
export interface PairSums {
  readonly firsts: Int32Array;
  readonly seconds: Int32Array;
  readonly sums: SumsList;
}

/** Numbers are of three bytes: the upper ones of four. */
const NUMBERS = 2 ** 24;
const BITS_BEHIND = 8;
const FOUR_BYTES = 2 ** 32;
const PAIRS_A_STEP = 500;

/** Where a pack is being read. */
interface Head {
  readonly view: DataView;
  readonly sign: 1 | -1;
  at: number;
  /** Of the row there: in the order of packs; past the last one it is infinite. */
  key: number;
}

/**
 * Adds packs up, pair by pair: each is in order, so the least pair of what they come to next is all that there is of it. Pairs of which
 * nothing is left are left out. A step some hundred pairs.
 */
export function* addUpPacks(packs: readonly Pack[]): Steps<PairSums> {
  const heads = packs.map(headOf);
  const longest = packs.reduce((rows, { bytes }) => Math.max(rows, bytes.length / ROW_BYTES), 0);
  const sums = new SumsList(longest);
  const [firsts, seconds] = [new NumberList(longest), new NumberList(longest)];
  for (let pairs = 1, key = leastOf(heads); key !== Infinity; pairs += 1, key = leastOf(heads)) {
    if (openSumOf(heads, key, sums)) {
      // The nearest multiple: the second number may be negative, and is less than half of one.
      const first = Math.round(key / NUMBERS);
      firsts.push(first);
      seconds.push(key - first * NUMBERS);
    }
    if (pairs % PAIRS_A_STEP === 0) yield;
  }
  return { firsts: firsts.all(), seconds: seconds.all(), sums };
}

function headOf({ bytes, isTakenAway }: Pack): Head {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return { view, sign: isTakenAway ? -1 : 1, at: 0, key: keyAt(view, 0) };
}

function leastOf(heads: readonly Head[]): number {
  let least = Infinity;
  for (const { key } of heads) if (key < least) least = key;
  return least;
}

/** First and second number as one, which is ordered as both are. */
function keyAt(view: DataView, at: number): number {
  if (at >= view.byteLength) return Infinity;
  return (view.getInt32(at) >> BITS_BEHIND) * NUMBERS + (view.getInt32(at + SECOND_AT) >> BITS_BEHIND);
}

/** Adds up what all heads have of a pair, and goes on behind it. @returns whether anything is left */
function openSumOf(heads: readonly Head[], key: number, sums: SumsList): boolean {
  let [requests, input, output, high, low] = [0, 0, 0, 0, 0];
  for (const head of heads) {
    if (head.key !== key) continue;
    const { view, sign, at } = head;
    requests += sign * view.getInt32(at + REQUESTS_AT);
    input += sign * tokensAt(view, at + INPUT_AT);
    output += sign * tokensAt(view, at + OUTPUT_AT);
    high += sign * view.getInt32(at + DOLLARS_AT);
    low += sign * view.getUint32(at + DOLLARS_AT + LOW_AT);
    head.at = at + ROW_BYTES;
    head.key = keyAt(view, head.at);
  }
  if (requests === 0 && input === 0 && output === 0 && high * FOUR_BYTES + low === 0) return false;
  sums.add(sums.open(), requests, input, output, high, low);
  return true;
}

const LOW_AT = 4;

const tokensAt = (view: DataView, at: number): number =>
  view.getInt16(at) * FOUR_BYTES + view.getUint32(at + 2);
