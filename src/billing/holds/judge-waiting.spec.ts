import { describe, expect, it } from 'vitest';
import { judgeWaiting, type WaitingInputs, type Wish } from './judge-waiting.js';

const call = (estimate: bigint, onCredit = false): Wish => ({ kind: 'call', estimate, onCredit });
const batch = (estimate: bigint): Wish => ({ kind: 'batch', estimate, onCredit: false });
const NOTHING: WaitingInputs = { balance: 100n, others: 0n, held: 0n, wishes: [], isSparing: false };

describe('who passes', () => {
  it.each<[string, Partial<WaitingInputs>, Wish[], number[]]>([
    ['calls while anything is left', {}, [call(60n), call(60n), call(60n)], [0, 1]],
    ['a call that asks for more than there is', {}, [call(500n)], [0]],
    ['no call at nothing', { balance: 0n }, [call(1n), call(0n)], []],
    ['no call when the others hold all', { others: 100n }, [call(1n)], []],
    ['no call when this process holds all', { held: 100n }, [call(1n)], []],
    ['a call on credit in any case', { balance: -5n }, [call(7n, true), call(7n)], [0]],
    ['a batch that takes the whole rest', {}, [batch(100n)], [0]],
    ['no batch that is too large by the smallest unit', {}, [batch(101n)], []],
    ['what fits behind a batch that does not', {}, [batch(101n), call(1n), batch(99n)], [1, 2]],
    ['a batch beside what calls hold', { held: 30n, others: 30n }, [batch(41n), batch(40n)], [1]],
    ['no batch for nothing at nothing', { balance: 0n }, [batch(0n)], []],
  ])('%s', (_title, inputs, wishes, expected) => {
    const { admitted } = judgeWaiting({ ...NOTHING, ...inputs, wishes });
    expect(admitted).toEqual(expected.map((at) => wishes[at]));
  });
});

describe('what a process may hold from then on', () => {
  it('is what it holds, what it admits, and a quarter of the rest', () => {
    expect(judgeWaiting({ ...NOTHING, held: 10n, others: 20n, wishes: [call(30n)] })).toMatchObject({
      granted: 50n,
      ahead: 10n,
      left: 40n,
    });
  });

  it('is nothing ahead when another process needs the rest, or when there is none', () => {
    expect(judgeWaiting({ ...NOTHING, held: 10n, isSparing: true })).toMatchObject({
      granted: 10n,
      ahead: 0n,
    });
    expect(judgeWaiting({ ...NOTHING, wishes: [call(120n)] })).toMatchObject({
      granted: 120n,
      ahead: 0n,
      left: -20n,
    });
  });
});
