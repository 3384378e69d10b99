import { describe, expect, it } from 'vitest';
import { ByteBudget } from './byte-budget.js';

describe('ByteBudget', () => {
  it('refuses what does not fit, until something is given back', () => {
    const budget = new ByteBudget({ maxBytes: 100 });
    const first = budget.take(60, 'a');
    expect(budget.take(50, 'b')).toBeUndefined();
    first?.resize(30);
    expect(budget.take(50, 'b')).toBeDefined();
    expect(budget.take(50, 'b')).toBeUndefined();
    first?.giveBack();
    first?.giveBack();
    expect(budget.usedBytes).toBe(50);
    expect(budget.take(50, 'b')).toBeDefined();
  });

  it('always lets one in', () => {
    expect(new ByteBudget({ maxBytes: 100 }).take(1_000, 'a')).toBeDefined();
  });

  it('leaves room for others when one holder has had its part', () => {
    const budget = new ByteBudget({ maxBytes: 100, maxBytesEach: 70 });
    const shares = [budget.take(40, 'a'), budget.take(30, 'a')];
    expect(budget.take(1, 'a')).toBeUndefined();
    expect(budget.take(30, 'b')).toBeDefined();
    shares[0]?.giveBack();
    expect(budget.take(40, 'a')).toBeDefined();
  });

  it('gives nothing more to a share that was given back', () => {
    const budget = new ByteBudget({ maxBytes: 100 });
    const share = budget.take(10, 'a');
    share?.giveBack();
    share?.resize(50);
    expect(share?.grow(500)).toBe(true);
    expect(budget.usedBytes).toBe(0);
  });

  it('lets a share grow as far as there is room', () => {
    const budget = new ByteBudget({ maxBytes: 100, maxBytesEach: 70 });
    const share = budget.take(10, 'a');
    budget.take(20, 'b');
    expect(share?.grow(70)).toBe(true);
    expect(share?.grow(40)).toBe(true);
    expect(share?.grow(71)).toBe(false);
    expect(budget.usedBytes).toBe(90);
  });
});
