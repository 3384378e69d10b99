import { describe, expect, it } from 'vitest';
import { belongsToPortion, upstreamItemIds } from './upstream-item-ids.js';

const idFor = upstreamItemIds('portion-1');

describe('ids of requests at a provider', () => {
  it.each(['a', 'ünïcödé', ' ', '"\\\n', 'x'.repeat(64), '💥'.repeat(64)])(
    '%j becomes one that provider A takes',
    (customId) => {
      expect(idFor(customId)).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    },
  );

  it('are the same every time, and different for every request and portion', () => {
    const ids = ['a', 'b'].flatMap((id) =>
      ['portion-1', 'portion-2'].map((portion) => upstreamItemIds(portion)(id)),
    );
    expect(new Set(ids).size).toBe(4);
    expect(upstreamItemIds('portion-1')('a')).toBe(idFor('a'));
  });

  it('differ for ids that differ in a lone surrogate only', () => {
    expect(idFor('\ud800')).not.toBe(idFor('\ud801'));
  });

  it('tell their portion', () => {
    expect(belongsToPortion(idFor('a'), 'portion-1')).toBe(true);
    expect(belongsToPortion(idFor('a'), 'portion-2')).toBe(false);
    expect(belongsToPortion('a', 'portion-1')).toBe(false);
  });
});
