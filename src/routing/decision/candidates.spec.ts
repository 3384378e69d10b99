import { describe, expect, it } from 'vitest';
import { parseModelId } from '../../catalog/ids/parse-model-id.js';
import type { ServableModelId } from '../../catalog/ids/parsed-model-id.js';
import { readCatalogFile } from '../../catalog/reading/read-catalog-file.js';
import { inForceOf } from './in-force.js';
import type { Need } from '../question/request-asks.js';
import { findBesideTiers, findCandidates, type CandidateRules } from './candidates.js';
import { whyUnable, type RequestNeeds } from './request-needs.js';

const catalog = readCatalogFile();
const parse = (id: string) => parseModelId(id, catalog);
const priceOf = (id: string) => {
  const parsed = parse(id);
  return parsed.kind === 'chat' ? parsed.model.prices : undefined;
};

function servable(id: string): ServableModelId {
  const parsed = parse(id);
  if (parsed.kind !== 'chat' && parsed.kind !== 'marketplace') throw new Error(`${id} cannot serve`);
  return parsed;
}

const NOTHING: RequestNeeds = {
  surface: 'chat',
  asks: [],
  reasoning: { kind: 'absent' },
  promptBytes: 1_000,
  maxTokens: undefined,
};
const asking = (need: Need): RequestNeeds => ({ ...NOTHING, asks: [{ need, field: 'x' }] });
const OPEN: CandidateRules = {
  parse,
  priceOf,
  chineseModels: true,
  models: undefined,
  retention: { zeroRetention: false, agreed: new Set() },
  configured: new Set(['provider_a', 'provider_b', 'marketplace', 'hosted']),
  named: undefined,
  anchorModel: undefined,
  needs: NOTHING,
};
const TIERS = { big: 'vendora/claude-sonnet-5-5', medium: 'vendorb/gpt-4.1', small: 'openai/gpt-oss-120b' };

describe('whyUnable', () => {
  it.each<[Need, string[], string[]]>([
    ['images', ['gpt-4o', 'claude-haiku-4-5', 'somebody/model'], ['o3-mini', 'openai/gpt-oss-120b']],
    ['files', ['gpt-4o', 'google/gemma-4-31b-it'], ['o3-mini']],
    ['file_ids', ['gpt-4o', 'o3-mini'], ['claude-haiku-4-5', 'openai/gpt-oss-120b', 'somebody/model']],
    ['audio', ['somebody/model'], ['gpt-4o', 'claude-haiku-4-5', 'openai/gpt-oss-120b']],
    ['choices', ['gpt-4o', 'gpt-5.5'], ['claude-haiku-4-5', 'openai/gpt-oss-120b', 'somebody/model']],
    ['logprobs', ['gpt-4o', 'gpt-4.1'], ['o3', 'gpt-5', 'claude-haiku-4-5', 'openai/gpt-oss-120b']],
    ['custom_tools', ['gpt-5', 'gpt-5.5'], ['gpt-4o', 'o3', 'claude-haiku-4-5', 'somebody/model']],
    ['prediction', ['gpt-4o', 'claude-haiku-4-5'], ['gpt-5.5', 'o3']],
    ['verbosity', ['gpt-5.5', 'claude-haiku-4-5'], ['gpt-4o', 'o3']],
    ['free_text_tools', ['gpt-5', 'claude-haiku-4-5', 'somebody/model'], ['gpt-4o', 'o3']],
    ['file_urls', ['gpt-4o', 'claude-haiku-4-5'], ['openai/gpt-oss-120b', 'somebody/model']],
    ['provider_b', ['gpt-4o', 'gpt-5.5'], ['claude-haiku-4-5', 'openai/gpt-oss-120b', 'somebody/model']],
  ])('knows who can do %s', (need, able, unable) => {
    for (const id of able) expect(whyUnable(servable(id), asking(need)), id).toBeUndefined();
    for (const id of unable) expect(whyUnable(servable(id), asking(need)), id).toMatchObject({ field: 'x' });
  });

  it.each(['chat', 'responses'] as const)('names limits as they are called on %s', (surface) => {
    const needs = { ...NOTHING, surface, maxTokens: 10_000_000 };
    const field = surface === 'chat' ? 'max_tokens' : 'max_output_tokens';
    expect(whyUnable(servable('gpt-4o'), needs)).toMatchObject({ field });
  });

  it('gives log probabilities of a model that need not think where it was told not to', () => {
    const off: RequestNeeds = { ...asking('logprobs'), reasoning: { kind: 'off' } };
    expect(whyUnable(servable('gpt-5.5'), off)).toBeUndefined();
    expect(whyUnable(servable('gpt-5'), off)).toBeDefined();
    expect(whyUnable(servable('o3'), off)).toBeDefined();
  });
});

describe('findCandidates', () => {
  it('keeps the anchor beside the tiers, whatever it lacks', () => {
    const rules = { ...OPEN, anchorModel: 'vendora/claude-sonnet-5-5', needs: asking('choices') };
    const { tiers, anchor, lackingField } = findCandidates(TIERS, rules);
    expect(Object.keys(tiers)).toEqual(['medium']);
    expect(anchor?.publicId).toBe('vendora/claude-sonnet-5-5');
    expect(lackingField).toBe('x');
  });

  it('leaves out providers without an account, as long as another is left', () => {
    const configured = new Set(['provider_b'] as const);
    expect(Object.keys(findCandidates(TIERS, { ...OPEN, configured }).tiers)).toEqual(['medium']);
    const none = findCandidates(TIERS, { ...OPEN, configured: new Set() });
    expect(Object.keys(none.tiers)).toEqual(['big', 'medium', 'small']);
  });

  it('does not take an anchor away by an estimate', () => {
    const needs = { ...NOTHING, promptBytes: 540_000 };
    const tiers = { big: 'vendorb/gpt-4o', medium: 'vendorb/gpt-4.1-mini' };
    expect(Object.keys(findCandidates(tiers, { ...OPEN, needs }).tiers)).toEqual(['medium']);
    const anchored = { ...OPEN, needs, anchorModel: 'vendorb/gpt-4o' };
    expect(Object.keys(findCandidates(tiers, anchored).tiers)).toEqual(['big', 'medium']);
  });
});

describe('findBesideTiers', () => {
  const find = (id: string, rules: Partial<CandidateRules>, tiers: object = TIERS) => {
    const all = { ...OPEN, ...rules };
    return findBesideTiers(id, all, findCandidates(tiers, all))?.publicId;
  };

  it.each<[string, string, string, boolean]>([
    ['one that is dearer', 'vendorb/gpt-5.4', 'vendorb/gpt-5-nano', false],
    ['one that is cheaper in one price', 'vendorb/gpt-5', 'vendorb/gpt-4o', true],
    ['one that is cheaper', 'vendorb/gpt-5-nano', 'vendorb/gpt-5.4', true],
    ['one that costs the same', 'vendorb/gpt-5.1', 'vendorb/gpt-5', true],
    ['the anchor itself', 'vendorb/gpt-5', 'vendorb/gpt-5', true],
    ['one whose price nobody knows', 'somebody/model', 'vendora/claude-opus-4-5', false],
    ['any, where the price of the anchor is not known', 'vendorb/gpt-5-nano', 'somebody/model', false],
  ])('under an anchor: %s', (_what, id, anchorModel, serves) => {
    expect(find(id, { anchorModel }) === id).toBe(serves);
  });

  it('holds pins, groups and records to what holds for tiers', () => {
    expect(find('vendorb/gpt-4o', {})).toBe('vendorb/gpt-4o');
    expect(find('vendorb/gpt-4o', { needs: { ...NOTHING, maxTokens: 20_000 } })).toBeUndefined();
    expect(find('vendorb/gpt-4o', { needs: { ...NOTHING, promptBytes: 600_000 } })).toBeUndefined();
    expect(
      find('vendorb/gpt-4o', { needs: { ...NOTHING, promptBytes: 600_000 } }, { big: 'vendorb/gpt-4o-mini' }),
    ).toBe('vendorb/gpt-4o');
    expect(find('vendorb/gpt-4o', { configured: new Set(['provider_a']) })).toBeUndefined();
    expect(find('Qwen/Qwen3.7-Max', { chineseModels: false })).toBeUndefined();
    expect(find('openai/gpt-oss-120b', { needs: asking('choices') })).toBeUndefined();
  });
});

describe('inForceOf', () => {
  const at = (inputs: Partial<Parameters<typeof inForceOf>[0]>) =>
    inForceOf({
      router: { anchorModel: undefined, tiers: TIERS },
      autoRouter: undefined,
      policy: OPEN,
      priceOf,
      ...inputs,
    });

  it('shows the models that serve', () => {
    expect(at({})).toEqual({
      big: { model: 'vendora/claude-sonnet-5-5', reason: null },
      medium: { model: 'vendorb/gpt-4.1', reason: null },
      small: { model: 'openai/gpt-oss-120b', reason: null },
    });
  });

  it.each<[string, Partial<Parameters<typeof inForceOf>[0]>, 'big' | 'medium' | 'small', RegExp]>([
    ['nothing set', { router: { anchorModel: undefined, tiers: {} } }, 'big', /no model is set/i],
    [
      'the toggle',
      {
        router: { anchorModel: undefined, tiers: { big: 'Qwen/Qwen3.7-Max' } },
        policy: { ...OPEN, chineseModels: false },
      },
      'big',
      /Qwen3\.7-Max.*Chinese/,
    ],
    [
      'zero retention',
      { policy: { ...OPEN, retention: { zeroRetention: true, agreed: new Set() } } },
      'medium',
      /gpt-4\.1.*zero retention/,
    ],
    [
      'no account',
      { policy: { ...OPEN, configured: new Set(['provider_a'] as const) } },
      'small',
      /gpt-oss-120b.*no account/,
    ],
    [
      'the ceiling',
      { router: { anchorModel: 'vendorb/gpt-5-nano', tiers: { medium: 'vendorb/gpt-4.1' } } },
      'medium',
      /gpt-4\.1 is not known to be cheaper/,
    ],
    [
      'the ceiling above the auto router',
      { router: { anchorModel: 'vendorb/gpt-5-nano', tiers: {} }, autoRouter: { tiers: TIERS } },
      'medium',
      /gpt-4\.1 is not known to be cheaper/,
    ],
    [
      'no auto router',
      { router: { anchorModel: 'vendorb/gpt-5-nano', tiers: {} } },
      'small',
      /no auto router/,
    ],
    [
      'an auto router without the tier',
      { router: { anchorModel: 'vendorb/gpt-5.5', tiers: {} }, autoRouter: { tiers: { big: 'x/y' } } },
      'small',
      /has none either/,
    ],
  ])('says why a tier gives none: %s', (_why, inputs, tier, reason) => {
    expect(at(inputs)[tier]).toEqual({ model: null, reason: expect.stringMatching(reason) as string });
  });

  it('shows what an empty tier of an anchored router follows', () => {
    const inForce = at({
      router: { anchorModel: 'vendorb/gpt-5.5', tiers: {} },
      autoRouter: { tiers: TIERS },
    });
    expect(inForce).toMatchObject({
      big: { model: 'vendorb/gpt-5.5' },
      medium: { model: 'vendorb/gpt-4.1' },
    });
  });
});
