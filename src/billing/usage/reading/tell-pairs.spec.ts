import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../lib/steps.js';
import type { PairSums } from '../packs/add-up-packs.js';
import { SumsList } from '../packs/sums-list.js';
import { dearestUsers, tellPairs, type FreshPair, type KnownKeys, type PairsToTell } from './tell-pairs.js';

/** User, other, dollars; each one request of ten and five tokens. */
type Pair = readonly [first: number, second: number, dollars: string];

function pairsOf(pairs: readonly Pair[]): PairSums {
  const sums = new SumsList(pairs.length);
  for (const [, , billed] of pairs)
    sums.addTexts(sums.open(), { requests: '1', input_tokens: '10', output_tokens: '5', billed_usd: billed });
  return {
    firsts: Int32Array.from(pairs, ([first]) => first),
    seconds: Int32Array.from(pairs, ([, second]) => second),
    sums,
  };
}

const fresh = (first: string, second: string, billed: string): FreshPair => ({
  first,
  second,
  requests: '1',
  input_tokens: '10',
  output_tokens: '5',
  billed_usd: billed,
});

const known = (keys: readonly string[], numbers: Readonly<Record<number, string>>): KnownKeys => ({
  keys,
  places: new Map(Object.entries(numbers).map(([number, key]) => [Number(number), keys.indexOf(key)])),
});

const USERS = known(['ann', 'bob', 'eve', 'none', 'other'], { 1: 'bob', 2: 'ann', 3: 'eve' });
const MODELS = known(['a', 'b', 'none', 'other'], { 1: 'b', 2: 'a' });

/** Rows as `user model requests dollars`. */
function told(pairs: readonly Pair[], more: Partial<PairsToTell> = {}): string[] {
  const found = atOnce(
    tellPairs({
      pairs: pairsOf(pairs),
      fresh: [],
      users: USERS,
      others: MODELS,
      isUserFirst: true,
      most: { users: 10, rows: 100 },
      ...more,
    }),
  );
  const fields = found?.texts.flatMap((text) => text.split(',')) ?? [];
  return Array.from({ length: fields.length / 7 }, (_, row) => {
    const [, first, second, requests, , , billed] = fields.slice(row * 7);
    return `${found?.keys[0][Number(first)]} ${found?.keys[1][Number(second)]} ${requests} ${billed}`;
  });
}

describe('rows of pairs', () => {
  it('are in the order of keys, not of numbers', () => {
    const pairs: Pair[] = [
      [1, 1, '1'],
      [1, 2, '2'],
      [2, 1, '3'],
    ];
    expect(told(pairs)).toEqual(['ann b 1 3', 'bob a 1 2', 'bob b 1 1']);
    expect(told(pairs, { isUserFirst: false })).toEqual(['a bob 1 2', 'b ann 1 3', 'b bob 1 1']);
  });

  it('tell the dearest users apart, of those who spent the same who called more often, then who is named first', () => {
    const pairs: Pair[] = [
      [1, 1, '2'],
      [2, 1, '2'],
      [3, 1, '1'],
      [3, 2, '1'],
    ];
    const ofOne = told(pairs, { most: { users: 1, rows: 100 } });
    expect(ofOne).toEqual(['eve a 1 1', 'eve b 1 1', 'other b 2 4']);
    const ofTwo = told(pairs, { most: { users: 2, rows: 100 } });
    expect(ofTwo).toEqual(['ann b 1 2', 'eve a 1 1', 'eve b 1 1', 'other b 1 2']);
  });

  it('know who spent a last decimal more where doubles do not, and who is named first of those who are alike in all', () => {
    const most = { users: 1, rows: 100 };
    const nearly: Pair[] = [
      [1, 1, '18014398509.481985000001'],
      [2, 1, '18014398509.481985000000'],
    ];
    expect(told(nearly, { most })).toEqual([
      'bob b 1 18014398509.481985000001',
      'other b 1 18014398509.481985',
    ]);
    const alike: Pair[] = [
      [1, 1, '0'],
      [2, 1, '0'],
      [3, 1, '0'],
    ];
    expect(told(alike, { most })).toEqual(['ann b 1 0', 'other b 2 0']);
    expect(told(alike, { most: { users: 2, rows: 100 } })).toEqual(['ann b 1 0', 'bob b 1 0', 'other b 1 0']);
  });

  it('put whoever is not told apart into one row with users beyond the bound and those called `other`', () => {
    const users = known(['ann', 'none', 'other'], { 2: 'ann', 4: 'other' });
    const pairs: Pair[] = [
      [-1, 1, '1'],
      [2, 1, '5'],
      [4, 1, '1'],
      [9, 1, '1'],
    ];
    expect(told(pairs, { users })).toEqual(['ann b 1 5', 'other b 3 3']);
  });

  it('put those without a user into one row with a user called `none`, and calls that are no facts yet to theirs', () => {
    const users = known(['ann', 'none', 'other', 'zoe'], { 2: 'ann', 5: 'none' });
    const pairs: Pair[] = [
      [0, 1, '1'],
      [2, 0, '5'],
      [5, 1, '1'],
    ];
    const late = [fresh('', 'b', '1'), fresh('ann', '', '0.5'), fresh('zoe', 'a', '0.25')];
    expect(told(pairs, { users, fresh: late })).toEqual(['ann none 2 5.5', 'none b 3 3', 'zoe a 1 0.25']);
  });

  it('rank users by what they spent with their calls that are no facts yet', () => {
    const pairs: Pair[] = [
      [1, 1, '1'],
      [2, 1, '1.1'],
    ];
    expect(told(pairs, { most: { users: 1, rows: 9 }, fresh: [fresh('bob', 'b', '0.2')] })).toEqual([
      'bob b 2 1.2',
      'other b 1 1.1',
    ]);
  });

  it('sum to the whole, each pair once', () => {
    const pairs = pairsOf([
      [1, 1, '0.000000000001'],
      [2, 1, '9007199254.740993'],
      [3, 2, '9007199254.740993'],
    ]);
    const found = atOnce(
      tellPairs({
        pairs,
        fresh: [],
        users: USERS,
        others: MODELS,
        isUserFirst: true,
        most: { users: 1, rows: 9 },
      }),
    );
    expect(found?.sums).toEqual({
      requests: '3',
      input_tokens: '30',
      output_tokens: '15',
      cost_usd: '18014398509.481986000001',
    });
  });

  it('are counted and not made where there are more than are asked for', () => {
    const pairs: Pair[] = [
      [1, 1, '1'],
      [1, 2, '1'],
      [2, 1, '1'],
    ];
    const more = { fresh: [], users: USERS, others: MODELS, isUserFirst: true, most: { users: 10, rows: 2 } };
    expect(atOnce(tellPairs({ pairs: pairsOf(pairs), ...more }))).toMatchObject({ rows: 3, texts: [] });
  });

  it('are left to the sums where what is counted is too much for a double', () => {
    const pairs = pairsOf([[1, 1, '1']]);
    pairs.sums.add(0, 2 ** 53, 0, 0, 0, 0);
    const most = { users: 10, rows: 2 };
    const all = { pairs, fresh: [], users: USERS, others: MODELS, isUserFirst: true, most };
    expect(atOnce(tellPairs(all))).toBeUndefined();
  });
});

describe('users who are looked up', () => {
  const pairs = pairsOf(
    Array.from({ length: 40 }, (_, index): Pair => [1 + (index >> 1), index % 2, `${1 + (index >> 3)}`]),
  );

  it('are those before whom there are not as many, with room for two names that others may share', () => {
    // 20 users, of which 16 to 4 spent 10, 8, 6, 4 and 2 dollars, four of each.
    expect([...atOnce(dearestUsers(pairs, 6))]).toEqual([13, 14, 15, 16, 17, 18, 19, 20]);
    expect([...atOnce(dearestUsers(pairs, 7))]).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
  });

  it('are all where there are few', () => {
    expect(atOnce(dearestUsers(pairs, 100)).size).toBe(20);
  });
});
