import { describe, expect, it } from 'vitest';
import { AccountPool, TRIAL_MS, type PooledAccount } from './account-pool.js';

const account = (name: string, weight = 1, models?: readonly string[]): PooledAccount => ({
  name,
  weight,
  models,
});

function poolOf(...accounts: PooledAccount[]) {
  const clock = { now: 0 };
  const due: string[] = [];
  const pool = new AccountPool(
    accounts,
    () => clock.now,
    ({ name }) => due.push(name),
  );
  const picks = (count: number, wish = {}) => Array.from({ length: count }, () => pool.pick(wish)?.name);
  const countsOf = (names: readonly (string | undefined)[]) =>
    Object.fromEntries(accounts.map(({ name }) => [name, names.filter((one) => one === name).length]));
  return { pool, clock, due, picks, countsOf };
}

const out = (forMs = 30_000) => ({ forMs, reason: 'rate_limited' as const });

describe('AccountPool', () => {
  it('shares calls by weight', () => {
    const { picks, countsOf } = poolOf(account('a', 3), account('b'));
    expect(countsOf(picks(256))).toEqual({ a: 192, b: 64 });
  });

  it('keeps a session with its account, and spreads sessions by weight', () => {
    const { pool, countsOf } = poolOf(account('a'), account('b'), account('c', 2));
    const sessions = Array.from({ length: 2_000 }, (_, at) => `session-${at}`);
    const first = sessions.map((sticky) => pool.pick({ sticky })?.name);
    expect(sessions.map((sticky) => pool.pick({ sticky })?.name)).toEqual(first);
    const counts = countsOf(first);
    expect(Math.abs((counts['c'] ?? 0) - 1_000)).toBeLessThan(120);
    expect(Math.abs((counts['a'] ?? 0) - 500)).toBeLessThan(120);
  });

  it('moves the sessions of an account that is out, and no others, and back when it heals', () => {
    const { pool } = poolOf(account('a'), account('b'), account('c'));
    const sessions = Array.from({ length: 300 }, (_, at) => `s${at}`);
    const homes = sessions.map((sticky) => pool.pick({ sticky })?.name);
    pool.leaveOut('b', out());
    const moved = sessions.map((sticky) => pool.pick({ sticky })?.name);
    expect(moved.every((name, at) => (homes[at] === 'b' ? name !== 'b' : name === homes[at]))).toBe(true);
    expect(new Set(moved.filter((_, at) => homes[at] === 'b'))).toEqual(new Set(['a', 'c']));
    expect(pool.heal('b')).toBe(true);
    expect(sessions.map((sticky) => pool.pick({ sticky })?.name)).toEqual(homes);
  });

  it('asks the one that is back soonest when all are out', () => {
    const { pool, picks } = poolOf(account('a'), account('b'), account('c'));
    pool.leaveOut('a', out(30_000));
    pool.leaveOut('b', out(5_000));
    pool.leaveOut('c', out(600_000));
    expect(pool.areAllOut).toBe(true);
    expect(new Set(picks(20))).toEqual(new Set(['b']));
    expect(pool.pick({ not: ['b'] })?.name).toBe('a');
  });

  it('shares the calls of a model by weight over those that serve it, also while one of them is out', () => {
    const { pool, picks, countsOf } = poolOf(
      account('a', 1, ['small']),
      account('b', 3),
      account('c', 1, ['small', 'big']),
      account('d', 5, ['other']),
    );
    expect(countsOf(picks(256, { model: 'big' }))).toEqual({ a: 0, b: 192, c: 64, d: 0 });
    pool.leaveOut('b', out());
    const { a = 0, c = 0, ...none } = countsOf(picks(256, { model: 'small' }));
    expect([a + c, none]).toEqual([256, { b: 0, d: 0 }]);
    expect(Math.abs(a - c)).toBeLessThan(4);
    pool.heal('b');
    expect(countsOf(picks(256, { model: 'big' }))).toEqual({ a: 0, b: 192, c: 64, d: 0 });
    expect(pool.pick({ model: 'none of these' })?.name).toBe('b');
  });

  it('leaves to a call in need an account whose time is over, and none that is still to be left alone', () => {
    const { pool, clock } = poolOf(account('a'), account('b'));
    pool.leaveOut('a', out(1_000));
    expect(pool.hasOther({ not: ['b'] })).toBe(false);
    clock.now = 1_000;
    expect(pool.hasOther({ not: ['b'] })).toBe(true);
    expect(pool.pick({ not: ['b'] })?.name).toBe('a');
    expect(pool.hasOther({ not: ['a', 'b'] })).toBe(false);
  });

  it('lets one call at a time try an account whose time is over, and only when that was granted', () => {
    const { pool, clock, due, picks, countsOf } = poolOf(account('a'), account('b'));
    pool.leaveOut('a', out(1_000));
    expect(countsOf(picks(50))).toEqual({ a: 0, b: 50 });
    expect(due).toEqual([]);
    clock.now = 1_000;
    expect(countsOf(picks(50))).toEqual({ a: 0, b: 50 });
    expect(due).toEqual(['a']);
    pool.settleTrial('a', 'granted');
    expect(countsOf(picks(50))).toEqual({ a: 1, b: 49 });
    expect(pool.stateOf('a').state).toBe('probing');
    pool.heal('a');
    expect(countsOf(picks(50))).toEqual({ a: 25, b: 25 });
  });

  it('asks for a trial again when nothing was heard of one', () => {
    const { pool, clock, due, picks } = poolOf(account('a'), account('b'));
    pool.leaveOut('a', out(1_000));
    clock.now = 1_000;
    picks(2);
    pool.settleTrial('a', 'granted');
    expect(picks(2)).toContain('a');
    clock.now += TRIAL_MS - 1;
    picks(2);
    expect(due).toEqual(['a']);
    clock.now += 1;
    picks(2);
    expect(due).toEqual(['a', 'a']);
  });

  it('keeps what it knows of a trial when its own word comes back to it', () => {
    const { pool, picks } = poolOf(account('a'), account('b'));
    pool.leaveOut('a', out(0));
    picks(2);
    pool.leaveOut('a', out(-5));
    pool.settleTrial('a', 'granted');
    expect(picks(2)).toContain('a');
  });

  it('asks again a second later when the trial went to another process, or told nothing', () => {
    const { pool, clock, due, picks } = poolOf(account('a'), account('b'));
    pool.leaveOut('a', out(1_000));
    clock.now = 1_000;
    picks(4);
    pool.settleTrial('a', 'none');
    picks(4);
    expect(due).toEqual(['a']);
    clock.now = 2_000;
    picks(4);
    expect(due).toEqual(['a', 'a']);
  });

  it('tells of an outage once, however many calls hear of it, and of one that grows', () => {
    const { pool, clock } = poolOf(account('a'), account('b'));
    expect(pool.leaveOut('a', out(30_000))).toBe(true);
    clock.now = 200;
    expect(pool.leaveOut('a', out(30_000))).toBe(false);
    expect(pool.leaveOut('a', out(1_000))).toBe(false);
    expect(pool.stateOf('a').untilMs).toBe(30_200);
    expect(pool.leaveOut('a', { forMs: 600_000, reason: 'unauthorized' })).toBe(true);
    expect(pool.stateOf('a')).toEqual({ state: 'out', reason: 'unauthorized', untilMs: 600_200 });
  });

  it('gives a model to accounts that serve it alone', () => {
    const { pool, picks, countsOf } = poolOf(account('a', 1, ['x']), account('b', 1, ['y']), account('c'));
    expect(countsOf(picks(200, { model: 'x' }))).toMatchObject({ b: 0 });
    expect(new Set(picks(200, { model: 'x' }))).toEqual(new Set(['a', 'c']));
    pool.leaveOut('c', out());
    expect(new Set(picks(20, { model: 'x' }))).toEqual(new Set(['a']));
    expect(pool.pick({ model: 'x', not: ['a', 'c'] })).toBeUndefined();
    expect(pool.hasOther({ model: 'y', not: ['b'] })).toBe(false);
  });

  it('asks a lone account whatever it said', () => {
    const { pool } = poolOf(account('default'));
    pool.leaveOut('default', out(600_000));
    expect(pool.pick({})?.name).toBe('default');
    expect(pool.pick({ not: ['default'] })).toBeUndefined();
  });
});
