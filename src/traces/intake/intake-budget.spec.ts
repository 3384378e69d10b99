import { describe, expect, it } from 'vitest';
import { IntakeBudget } from './intake-budget.js';

describe('IntakeBudget', () => {
  it('refuses what does not fit, until something is given back', () => {
    const budget = new IntakeBudget(100);
    const first = budget.take(60);
    expect(budget.take(50)).toBeUndefined();
    first?.resize(30);
    expect(budget.take(50)).toBeDefined();
    expect(budget.take(50)).toBeUndefined();
    first?.giveBack();
    expect(budget.take(50)).toBeDefined();
  });

  it('always lets one in', () => {
    expect(new IntakeBudget(100).take(1_000)).toBeDefined();
  });
});
