import { describe, expect, it } from 'vitest';
import type { ModelPrices } from '../catalog/catalog-model.js';
import { hasEvidenceChanged } from './has-evidence-changed.js';
import {
  recommendModel,
  type Evidence,
  type GroupSituation,
  type RecommendedChange,
} from './recommend-model.js';

/** Pico-dollars a token. */
const PRICES: Record<string, ModelPrices> = {
  small: { input: 100_000n, output: 400_000n, tiers: [] },
  big: { input: 2_000_000n, output: 8_000_000n, tiers: [] },
};

function recommend(
  records: Record<string, [number, number]>,
  more: Partial<GroupSituation> = {},
): RecommendedChange | undefined {
  return recommendModel({
    records: Object.entries(records).map(([model, [succeeded, judged]]) => ({ model, succeeded, judged })),
    currentModel: 'big',
    stopped: new Set(),
    traffic: { calls: 1_000, inputTokens: 3_000_000n, outputTokens: 1_000_000n },
    allowed: () => true,
    prices: (model) => PRICES[model],
    ...more,
  });
}

describe('recommendModel', () => {
  it('proposes the cheaper model that is as good, with its evidence', () => {
    expect(recommend({ big: [20, 20], small: [49, 50] })).toEqual({
      currentModel: 'big',
      recommendedModel: 'small',
      evidence: {
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
