import { describe, expect, it } from 'vitest';
import { ThinkingMakers } from './thinking-makers.js';

describe('the makers of thinking', () => {
  it('tell the thinking of another model, and nothing of what they never saw', () => {
    const makers = new ThinkingMakers();
    makers.remember('c2ln', 'one');
    expect(makers.isForeign('c2ln', 'two')).toBe(true);
    expect(makers.isForeign('c2ln', 'one')).toBe(false);
    expect(makers.isForeign('b3Ro', 'two')).toBe(false);
  });

  it('learn of what they never saw by what a model says to it', () => {
    const makers = new ThinkingMakers();
    const unproven = makers.unproven('b3Ro') ?? '';
    makers.refusedBy(unproven, 'one');
    expect(makers.isForeign('b3Ro', 'one')).toBe(true);
    expect(makers.isForeign('b3Ro', 'two')).toBe(false);
    makers.taken(unproven, 'two');
    expect(makers.isForeign('b3Ro', 'two')).toBe(false);
    expect(makers.isForeign('b3Ro', 'three')).toBe(true);
    expect(makers.unproven('b3Ro')).toBeUndefined();
    makers.refusedBy(unproven, 'two');
    expect(makers.isForeign('b3Ro', 'two')).toBe(false);
  });

  it('forget the oldest instead of growing', () => {
    const makers = new ThinkingMakers();
    for (let count = 0; count <= 20_000; count += 1) makers.remember(`proof-${count}`, 'one');
    expect(makers.isForeign('proof-0', 'two')).toBe(false);
    expect(makers.isForeign('proof-1', 'two')).toBe(true);
  });
});
