import type { Steps } from '../../../lib/steps.js';
import type { PairSums } from '../packs/add-up-packs.js';
import { SumsList, type SumTexts } from '../packs/sums-list.js';
import { NONE, NOTHING_ID, OTHER, OTHER_ID } from '../usage-dimensions.js';
import { ROWS_A_TEXT, type UsageSums } from './usage-texts.js';

/** Keys of a dimension. */
export interface KnownKeys {
  /** Each once, in their order. `none` and `other` are among them. */
  readonly keys: readonly string[];
  /** Where the key of a number is among them. */
  readonly places: ReadonlyMap<number, number>;
}

/** A call's, or several ones', that are no facts yet. */
export interface FreshPair extends SumTexts {
  readonly first: string;
  readonly second: string;
}

export interface PairsToTell {
  readonly pairs: PairSums;
  readonly fresh: readonly FreshPair[];
  /** Those users that may be told apart. */
  readonly users: KnownKeys;
  /** Of the other dimension: all that there are. */
  readonly others: KnownKeys;
  readonly isUserFirst: boolean;
  readonly most: {
    /** As many users are told apart, the dearest; all others are `other`. */
    readonly users: number;
    /** Of more rows than these no line is made. */
    readonly rows: number;
  };
}

/** Rows in order. */
export interface ToldPairs {
  /** How many there are, as far as they were looked for. */
  readonly rows: number;
  /** As in `UsageTexts`; none where there are too many. */
  readonly texts: readonly string[];
  readonly sums: UsageSums;
  /** Of the first and the second grouping, by place. */
  readonly keys: readonly [readonly string[], readonly string[]];
}

const ROWS_A_STEP = 300;
const NUMBERS_A_STEP = 5_000;
const NOT_TOLD_APART = -1;

/**
 * Users who may be among so many dearest: nobody before whom there are as many already. What is no fact yet only adds to those who are
 * looked up for it, so there is room for what a name may share with no name (`none`, `other`).
 */
export function* dearestUsers({ firsts, sums }: PairSums, most: number): Steps<Set<number>> {
  const spent = new Map<number, number>();
  const list = new SumsList(firsts.length);
  for (let at = 0; at < firsts.length; at += 1) {
    const user = firsts[at] ?? NOTHING_ID;
    let place = spent.get(user);
    if (place === undefined) spent.set(user, (place = list.open()));
    list.addFrom(place, sums, at);
    if (at % ROWS_A_STEP === 0) yield;
  }
  const amounts = new Float64Array(list.length);
  for (let place = 0; place < amounts.length; place += 1) {
    amounts[place] = list.picoNearly(place);
    if (place % ROWS_A_STEP === 0) yield;
  }
  const least = amounts.toSorted()[amounts.length - most - UNNAMED] ?? -Infinity;
  const dearest = new Set<number>();
  for (const [user, place] of spent) {
    if ((amounts[place] ?? 0) >= least) dearest.add(user);
    if (place % ROWS_A_STEP === 0) yield;
  }
  return dearest;
}

/** Keys that several numbers may share. */
const UNNAMED = 2;

/**
 * The rows of a report of pairs, as the database tells those of others (`usageStatement`).
 * @returns undefined where what is counted is too much to be exact
 */
export function* tellPairs(told: PairsToTell): Steps<ToldPairs | undefined> {
  const { isUserFirst } = told;
  const fresh = new SumsList(told.fresh.length);
  for (const pair of told.fresh) fresh.addTexts(fresh.open(), pair);
  const [users, others] = [new Keys(told.users, NOT_TOLD_APART), new Keys(told.others)];
  const shownUsers = users.dearest(yield* whatUsersSpent(told, users), told.most.users);
  const placed = yield* placePairs(told, { users, others, shownUsers, shownOthers: others.all() });
  const row = new SumsList(1);
  const whole = new SumsList(1);
  row.open();
  whole.open();
  const texts: string[] = [];
  let lines: string[] = [];
  let rows = 0;
  const { firsts, seconds, pairs: inOrder } = placed;
  for (let start = 0, end = 0; start < inOrder.length; start = end) {
    const [first, second] = [firsts[inOrder[start] ?? 0] ?? 0, seconds[inOrder[start] ?? 0] ?? 0];
    row.empty(0);
    for (end = start; end < inOrder.length; end += 1) {
      const pair = inOrder[end] ?? 0;
      if (firsts[pair] !== first || seconds[pair] !== second) break;
      addPair(row, pair, told.pairs, fresh);
      if (end % ROWS_A_STEP === 0) yield;
    }
    if (row.isNothing(0)) continue;
    rows += 1;
    if (rows > told.most.rows) return { rows, texts: [], sums: NOTHING, keys: [[], []] };
    whole.addFrom(0, row, 0);
    const { requests, input_tokens: input, output_tokens: output, billed_usd: billed } = row.textsOf(0);
    lines.push(`0,${first},${second},${requests},${input},${output},${billed}`);
    if (lines.length < ROWS_A_TEXT) continue;
    texts.push(lines.join(','));
    lines = [];
    yield;
  }
  if (lines.length > 0) texts.push(lines.join(','));
  if (!whole.isSafe(0)) return undefined;
  const { billed_usd: cost, ...counted } = whole.textsOf(0);
  const keys = [shownUsers.keys, others.all().keys] as const;
  return {
    rows,
    texts,
    sums: { ...counted, cost_usd: cost },
    keys: isUserFirst ? keys : [keys[1], keys[0]],
  };
}

const NOTHING: UsageSums = { requests: '0', input_tokens: '0', output_tokens: '0', cost_usd: '0' };

/** Pairs behind these are calls that are no facts yet. */
function addPair(row: SumsList, at: number, { firsts, sums }: PairSums, fresh: SumsList): void {
  if (at < firsts.length) row.addFrom(0, sums, at);
  else row.addFrom(0, fresh, at - firsts.length);
}

/** Of each pair the places of its first and its second key, as the rows have them. */
interface PlacedPairs {
  readonly firsts: Int32Array;
  readonly seconds: Int32Array;
  /** The numbers of pairs in the order of both. */
  readonly pairs: Int32Array;
}

interface PairKeys {
  readonly users: Keys;
  readonly others: Keys;
  readonly shownUsers: PlacedKeys;
  readonly shownOthers: PlacedKeys;
}

function* placePairs(
  { pairs, fresh, isUserFirst }: PairsToTell,
  { users, others, shownUsers, shownOthers }: PairKeys,
): Steps<PlacedPairs> {
  const count = pairs.firsts.length + fresh.length;
  const [ofUsers, ofOthers] = [new Int32Array(count), new Int32Array(count)];
  const place = (at: number, user: number, other: number): void => {
    ofUsers[at] = shownUsers.places[user] ?? shownUsers.otherPlace;
    ofOthers[at] = shownOthers.places[other] ?? shownOthers.otherPlace;
  };
  for (let at = 0; at < pairs.firsts.length; at += 1) {
    place(at, users.of(pairs.firsts[at]), others.of(pairs.seconds[at]));
    if (at % ROWS_A_STEP === 0) yield;
  }
  for (const [at, pair] of fresh.entries())
    place(pairs.firsts.length + at, users.named(pair.first), others.named(pair.second));
  const [first, second] = isUserFirst ? [shownUsers, shownOthers] : [shownOthers, shownUsers];
  const [firsts, seconds] = isUserFirst ? [ofUsers, ofOthers] : [ofOthers, ofUsers];
  const bySecond = yield* inOrderOf(seconds, second.keys.length);
  return { firsts, seconds, pairs: yield* inOrderOf(firsts, first.keys.length, bySecond) };
}

/** Numbers of pairs in the order of their places, by counting; of the same place in the order that they were in. */
function* inOrderOf(places: Int32Array, count: number, before?: Int32Array): Steps<Int32Array> {
  const ends = new Int32Array(count + 1);
  for (let at = 0; at < places.length; at += 1) {
    const behind = (places[at] ?? 0) + 1;
    ends[behind] = (ends[behind] ?? 0) + 1;
    if (at % NUMBERS_A_STEP === 0) yield;
  }
  for (let place = 1; place < ends.length; place += 1)
    ends[place] = (ends[place] ?? 0) + (ends[place - 1] ?? 0);
  const ordered = new Int32Array(places.length);
  for (let at = 0; at < places.length; at += 1) {
    const pair = before === undefined ? at : (before[at] ?? 0);
    const place = places[pair] ?? 0;
    const to = ends[place] ?? 0;
    ordered[to] = pair;
    ends[place] = to + 1;
    if (at % NUMBERS_A_STEP === 0) yield;
  }
  return ordered;
}

function* whatUsersSpent({ pairs, fresh }: PairsToTell, users: Keys): Steps<SumsList> {
  const spent = new SumsList(users.count);
  for (let key = 0; key < users.count; key += 1) spent.open();
  for (let at = 0; at < pairs.firsts.length; at += 1) {
    const user = users.of(pairs.firsts[at]);
    if (user !== NOT_TOLD_APART) spent.addFrom(user, pairs.sums, at);
    if (at % ROWS_A_STEP === 0) yield;
  }
  for (const pair of fresh) spent.addTexts(users.named(pair.first), pair);
  return spent;
}

/** Keys with their places in the answer. */
interface PlacedKeys {
  readonly keys: readonly string[];
  /** By the number of a key among all. */
  readonly places: readonly (number | undefined)[];
  /** Of who is not told apart. */
  readonly otherPlace: number;
}

/** Keys by their number among all, in order. */
class Keys {
  private readonly byKey: ReadonlyMap<string, number>;

  /** @param unknown what a number counts as that is not known */
  constructor(
    private readonly known: KnownKeys,
    private readonly unknown?: number,
  ) {
    this.byKey = new Map(known.keys.map((key, index) => [key, index]));
  }

  get count(): number {
    return this.known.keys.length;
  }

  named(key: string): number {
    return this.byKey.get(key === '' ? NONE : key) ?? NOT_TOLD_APART;
  }

  of(number = NOTHING_ID): number {
    const place = this.known.places.get(number);
    if (place !== undefined) return place;
    if (number === OTHER_ID) return this.named(OTHER);
    return number === NOTHING_ID ? this.named(NONE) : (this.unknown ?? this.named(NONE));
  }

  /** Those under which the most was spent, and `other`. */
  dearest(spent: SumsList, most: number): PlacedKeys {
    const present = Array.from({ length: this.count }, (_, index) => index).filter(
      (index) => !spent.isNothing(index),
    );
    const other = this.named(OTHER);
    return this.placed(new Set([...dearestOf(spent, present, most), other]), other);
  }

  all(): PlacedKeys {
    return this.placed(new Set(this.known.keys.keys()), this.named(OTHER));
  }

  private placed(shown: ReadonlySet<number>, other: number): PlacedKeys {
    const inOrder = [...shown].sort(ascending);
    const places: (number | undefined)[] = [];
    for (const [place, index] of inOrder.entries()) places[index] = place;
    return {
      keys: inOrder.map((index) => this.known.keys[index] ?? NONE),
      places,
      otherPlace: places[other] ?? 0,
    };
  }
}

const ascending = (one: number, other: number): number => one - other;

/** So many of them, by what was spent, by requests, and by their order: without sorting more than numbers. */
function dearestOf(spent: SumsList, keys: readonly number[], most: number): number[] {
  const bySpent = greatest(keys, most, (key) => spent.picoNearly(key));
  // Beyond that, what is the same as doubles may differ.
  const isExact = bySpent.tied.every((key) => Number.isSafeInteger(spent.picoNearly(key)));
  const { sure, tied, left } = isExact
    ? greatest(bySpent.tied, bySpent.left, (key) => spent.requestsOf(key))
    : {
        sure: [],
        tied: bySpent.tied.toSorted((one, other) => compareSpent(spent, one, other)),
        left: bySpent.left,
      };
  return [...bySpent.sure, ...sure, ...tied.slice(0, left)];
}

interface Greatest {
  readonly sure: readonly number[];
  /** Of these, alike, there are more than are left to be taken. */
  readonly tied: readonly number[];
  readonly left: number;
}

function greatest(keys: readonly number[], most: number, valueOf: (key: number) => number): Greatest {
  if (keys.length <= most) return { sure: keys, tied: [], left: 0 };
  const values = Float64Array.from(keys, valueOf);
  const least = most === 0 ? Infinity : (values.toSorted()[values.length - most] ?? Infinity);
  const sure = keys.filter((_, at) => (values[at] ?? 0) > least);
  return { sure, tied: keys.filter((_, at) => values[at] === least), left: most - sure.length };
}

function compareSpent(spent: SumsList, one: number, other: number): number {
  const [picoOfOne, picoOfOther] = [spent.picoNearly(one), spent.picoNearly(other)];
  if (picoOfOne !== picoOfOther) return picoOfOther - picoOfOne;
  const [exactOfOne, exactOfOther] = [spent.picoOf(one), spent.picoOf(other)];
  if (exactOfOne !== exactOfOther) return exactOfOne < exactOfOther ? 1 : -1;
  return spent.requestsOf(other) - spent.requestsOf(one) || one - other;
}
