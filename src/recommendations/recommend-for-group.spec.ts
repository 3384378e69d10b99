import { describe, expect, it } from 'vitest';
import type { ModelPrices } from '../catalog/catalog-model.js';
import { hasEvidenceChanged } from './has-evidence-changed.js';
import type { Evidence } from './evidence.js';
import { explainGroup } from './explain.js';
import { recommendForGroup, type GroupChange, type GroupSituation } from './recommend-for-group.js';

/** Pico-dollars a token. */
const PRICES: Record<string, ModelPrices> = {
  small: { input: 100_000n, output: 400_000n, tiers: [] },
  big: { input: 2_000_000n, output: 8_000_000n, tiers: [] },
};

function recommend(
  records: Record<string, [number, number]>,
  more: Partial<GroupSituation> = {},
): GroupChange | undefined {
  return recommendForGroup({
    records: Object.entries(records).map(([model, [succeeded, judged]]) => ({ model, succeeded, judged })),
    currentModel: 'big',
    tiers: {},
    stopped: new Set(),
    traffic: { calls: 1_000, inputTokens: 3_000_000n, outputTokens: 1_000_000n },
    allowed: () => true,
    prices: (model) => PRICES[model],
    ...more,
  });
}

describe('recommendForGroup', () => {
  it('proposes the cheaper model that is as good, with its evidence', () => {
    expect(recommend({ big: [20, 20], small: [49, 50] })).toEqual({
      currentModel: 'big',
      recommendedModel: 'small',
      tiers: undefined,
      evidence: {
        finding: 'as_good',
        recommended: {
          model: 'small',
          judged: 50,
          succeeded: 49,
          rate: 0.98,
          rate_low: 0.895,
          rate_high: 0.9965,
          usd_per_million_tokens: 0.175,
        },
        current: {
          model: 'big',
          judged: 20,
          succeeded: 20,
          rate: 1,
          rate_low: 0.8389,
          rate_high: 1,
          usd_per_million_tokens: 3.5,
        },
        best: { model: 'big', judged: 20, rate: 1 },
        success_difference: { points: -2, low: -10.5, high: 14.2 },
        price_difference_percent: -95,
        traffic: { days: 30, calls: 1_000, input_tokens: 3_000_000, output_tokens: 1_000_000 },
      },
      monthlySaving: 13_300_000_000_000n,
    });
  });

  it('shows a better, dearer model as what it costs', () => {
    const change = recommend({ big: [20, 20], small: [15, 20] }, { currentModel: 'small' });
    expect(change?.recommendedModel).toBe('big');
    expect(change?.monthlySaving).toBe(-13_300_000_000_000n);
    expect(change?.evidence.price_difference_percent).toBe(1_900);
  });

  it('speaks for a model when nothing of the current one was judged', () => {
    const change = recommend({ small: [10, 10] });
    expect(change?.recommendedModel).toBe('small');
    expect(change?.evidence.current).toMatchObject({
      model: 'big',
      judged: 0,
      rate: 0,
      rate_low: 0,
      rate_high: 1,
    });
  });

  it('promises nothing to a group without traffic', () => {
    const traffic = { calls: 0, inputTokens: 0n, outputTokens: 0n };
    expect(recommend({ big: [10, 10], small: [10, 10] }, { traffic })).toMatchObject({
      monthlySaving: 0n,
      evidence: { recommended: { usd_per_million_tokens: 0.175 } },
    });
  });

  it.each<[string, Record<string, [number, number]>, Partial<GroupSituation>]>([
    ['the cheapest serves already', { big: [10, 10], small: [10, 10] }, { currentModel: 'small' }],
    ['the cheaper one is out of range', { big: [100, 100], small: [96, 100] }, {}],
    ['records are thin', { big: [9, 9], small: [9, 9] }, {}],
    ['policy forbids it', { big: [10, 10], small: [10, 10] }, { allowed: (model) => model !== 'small' }],
    ['its cascade was stopped', { big: [10, 10], small: [10, 10] }, { stopped: new Set(['small']) }],
    ['the current model has no price', { small: [10, 10] }, { currentModel: 'unpriced' }],
    [
      'the current model is 3.5 points behind and cheap',
      { big: [200, 200], small: [193, 200] },
      { currentModel: 'small' },
    ],
  ])('proposes nothing when %s', (_title, records, more) => {
    expect(recommend(records, more)).toBeUndefined();
  });
});

const TIERS = { big: 'big', medium: 'medium', small: 'small' };

/** Of three tiers, what is recommended: finding, from where, to where. */
function inTiers(
  currentModel: string,
  records: Record<string, [number, number]>,
  more: Partial<GroupSituation> = {},
): string | undefined {
  const prices = (model: string) =>
    model === 'medium' ? { input: 1_000_000n, output: 4_000_000n, tiers: [] } : PRICES[model];
  const change = recommend(records, { currentModel, tiers: TIERS, prices, ...more });
  return change && `${change.evidence.finding} ${change.tiers?.current} ${change.tiers?.recommended}`;
}

describe('the tier of a group', () => {
  it.each<[string, string | undefined, string, Record<string, [number, number]>, Partial<GroupSituation>?]>([
    [
      'Medium is as good',
      'as_good big medium',
      'big',
      { big: [40, 40], medium: [39, 40], small: [5, 20] },
      {},
    ],
    ['Medium is 3 points behind', 'as_good big medium', 'big', { big: [100, 100], medium: [97, 100] }],
    ['Medium is 4 points behind', undefined, 'big', { big: [100, 100], medium: [96, 100] }],
    ['Medium fails against Big', 'better medium big', 'medium', { big: [19, 20], medium: [12, 20] }],
    ['Small is as good as Medium', 'as_good medium small', 'medium', { medium: [19, 20], small: [19, 20] }],
    ['Small fails against Medium', 'better small medium', 'small', { medium: [19, 20], small: [10, 20] }],
    ['Medium alone was judged and is good', undefined, 'medium', { medium: [20, 20] }],
    ['Medium alone was judged and fails', 'fails medium big', 'medium', { medium: [6, 20] }],
    ['Medium alone may be good enough', undefined, 'medium', { medium: [16, 20] }],
    ['19 failures are too few', undefined, 'medium', { medium: [0, 19] }],
    [
      'Medium fails and too little of Big was judged',
      'fails medium big',
      'medium',
      { medium: [6, 20], big: [9, 9] },
    ],
    ['Medium and Big fail alike', undefined, 'medium', { medium: [6, 20], big: [6, 20] }],
    ['Small alone fails', 'fails small medium', 'small', { small: [6, 20] }],
    [
      'Small fails and Medium was judged to fail',
      'better small medium',
      'small',
      { small: [2, 20], medium: [12, 20] },
    ],
    ['Big fails: there is nothing above', undefined, 'big', { big: [6, 20] }],
    ['what fails is of no tier', undefined, 'other', { other: [6, 20] }],
    [
      'policy forbids what is above',
      undefined,
      'medium',
      { medium: [6, 20] },
      { allowed: (m) => m !== 'big' },
    ],
    [
      'the tiers above have the same model',
      undefined,
      'medium',
      { medium: [6, 20] },
      { tiers: { big: 'medium', medium: 'medium' } },
    ],
    [
      'too little of Big, which serves, was judged',
      'alone big medium',
      'big',
      { big: [9, 9], medium: [20, 20] },
    ],
  ])('%s: %s', (_title, expected, current, records, more) => {
    expect(inTiers(current, records, more)).toBe(expected);
  });

  it('is explained in a sentence', () => {
    const explain = (current: string, records: Record<string, [number, number]>): string => {
      const change = recommend(records, { currentModel: current, tiers: { big: 'big', small: 'small' } });
      return change === undefined ? '' : explainGroup(change);
    };
    expect(explain('big', { big: [20, 20], small: [49, 50] })).toBe(
      'Small (small) is as good as the best within 3 points, and cheaper than Big (big): 49 of 50 judged tasks succeeded (98%, 95% interval 89.5 to 99.7%) against 20 of 20 judged tasks succeeded (100%, 95% interval 83.9 to 100%).',
    );
    expect(explain('small', { small: [6, 20] })).toBe(
      'Small (small) fails: 6 of 20 judged tasks succeeded (30%, 95% interval 14.5 to 51.9%), surely under 90%. Big (big) is the next higher tier (nothing of it was judged yet).',
    );
  });
});

function evidenceOf(records: Record<string, [number, number]>, more?: Partial<GroupSituation>): Evidence {
  const change = recommend(records, more);
  if (change === undefined) throw new Error('no recommendation');
  return change.evidence;
}

describe('hasEvidenceChanged', () => {
  const dismissed = evidenceOf({ big: [100, 100], small: [98, 100] });

  it.each<[string, Evidence, boolean]>([
    ['nothing moved', dismissed, false],
    ['more of the same was judged', evidenceOf({ big: [200, 200], small: [196, 200] }), false],
    ['a rate moved by 2 points', evidenceOf({ big: [100, 100], small: [100, 100] }), false],
    ['a rate moved by 3 points', evidenceOf({ big: [97, 100], small: [98, 100] }), true],
    ['nothing of the current model is known any more', evidenceOf({ small: [98, 100] }), true],
    [
      'another model serves now',
      evidenceOf(
        { big: [100, 100], small: [98, 100], other: [100, 100] },
        {
          currentModel: 'other',
          prices: (model) => PRICES[model === 'other' ? 'big' : model],
        },
      ),
      true,
    ],
    [
      'the price fell',
      evidenceOf(
        { big: [100, 100], small: [98, 100] },
        {
          prices: (model) =>
            model === 'big' ? { input: 200_000n, output: 800_000n, tiers: [] } : PRICES[model],
        },
      ),
      true,
    ],
  ])('when %s', (_title, now, changed) => {
    expect(hasEvidenceChanged(dismissed, now)).toBe(changed);
  });
});
