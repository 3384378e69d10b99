import { describe, expect, it } from 'vitest';
import { isCheaper, tiersOf, type TierModels } from './router-rules.js';

const PRICES: Record<string, { input: bigint; output: bigint }> = {
  dear: { input: 10n, output: 50n },
  middling: { input: 2n, output: 10n },
  cheap: { input: 1n, output: 4n },
  'cheap in only': { input: 1n, output: 90n },
  free: { input: 0n, output: 0n },
};
const priceOf = (id: string) => PRICES[id];
const anchored = (anchorModel: string, tiers: TierModels = {}) => ({
  anchorModel,
  tiers: { big: anchorModel, ...tiers },
});
const auto = (tiers: TierModels) => ({ tiers });

describe('the tiers of a router', () => {
  it('that is not anchored are its own, whatever they cost', () => {
    const tiers = { big: 'cheap', medium: 'dear', small: 'nobody/knows' };
    const router = { anchorModel: undefined, tiers };
    expect(tiersOf({ router, autoRouter: auto({ big: 'free' }), priceOf })).toEqual(tiers);
  });

  it.each<[string, ReturnType<typeof anchored>, TierModels | undefined, TierModels]>([
    [
      "are the anchor and the auto router's",
      anchored('dear'),
      { big: 'middling', medium: 'middling', small: 'cheap' },
      { big: 'dear', medium: 'middling', small: 'cheap' },
    ],
    [
      "are the anchor alone when the auto router's are dearer",
      anchored('cheap'),
      { medium: 'middling', small: 'dear' },
      { big: 'cheap' },
    ],
    [
      'keep the one of two that is cheaper',
      anchored('middling'),
      { medium: 'dear', small: 'cheap' },
      { big: 'middling', small: 'cheap' },
    ],
    [
      'leave out the anchor itself',
      anchored('middling'),
      { medium: 'middling', small: 'free' },
      { big: 'middling', small: 'free' },
    ],
    [
      "leave the auto router's Big out, however cheap",
      anchored('dear'),
      { big: 'free', small: 'cheap' },
      { big: 'dear', small: 'cheap' },
    ],
    ['are the anchor alone without an auto router', anchored('dear'), undefined, { big: 'dear' }],
    ['leave out a model without a known price', anchored('dear'), { medium: 'org/unknown' }, { big: 'dear' }],
    [
      'are the anchor alone when its own price is not known',
      anchored('org/unknown'),
      { medium: 'free', small: 'cheap' },
      { big: 'org/unknown' },
    ],
    [
      "may be set, and then win over the auto router's",
      anchored('dear', { small: 'free' }),
      { medium: 'middling', small: 'cheap' },
      { big: 'dear', medium: 'middling', small: 'free' },
    ],
    [
      "are dropped when they were set and are dearer: the auto router's do not take their place",
      anchored('middling', { medium: 'dear' }),
      { medium: 'cheap' },
      { big: 'middling' },
    ],
    [
      'have the anchor as Big whatever was kept there',
      { anchorModel: 'middling', tiers: { big: 'dear' } },
      { small: 'cheap' },
      { big: 'middling', small: 'cheap' },
    ],
  ])('that is anchored %s', (_title, router, autoTiers, expected) => {
    const autoRouter = autoTiers === undefined ? undefined : auto(autoTiers);
    expect(tiersOf({ router, autoRouter, priceOf })).toEqual(expected);
  });
});

describe('a price is lower than another', () => {
  it.each([
    ['cheap', 'middling', true],
    ['middling', 'cheap', false],
    ['middling', 'middling', false],
    ['cheap in only', 'middling', false],
    ['middling', 'cheap in only', false],
    ['unknown', 'dear', false],
    ['free', 'unknown', false],
  ])('%s than %s: %s', (one, other, expected) => {
    expect(isCheaper(priceOf(one), priceOf(other))).toBe(expected);
  });

  it('when one half is lower and the other the same', () => {
    expect(isCheaper({ input: 1n, output: 5n }, { input: 1n, output: 6n })).toBe(true);
    expect(isCheaper({ input: 1n, output: 5n }, { input: 2n, output: 5n })).toBe(true);
  });
});
