import { describe, expect, it } from 'vitest';
import { chooseDefault, chooseTier, type TierInputs } from './choose-tier.js';

const ALL = { big: 'BIG', medium: 'MEDIUM', small: 'SMALL' };
const BASE: TierInputs<string> = {
  tiers: ALL,
  kind: 'machine',
  quick: false,
  complexity: 0.3,
  threshold: 0.8,
};

describe('chooseTier', () => {
  it.each<[string, Partial<TierInputs<string>>, string, string]>([
    ['an ordinary machine task by Medium', {}, 'default', 'MEDIUM'],
    ['a quick machine task by Small', { quick: true }, 'small', 'SMALL'],
    [
      'a quick task without a Small model by Medium',
      { quick: true, tiers: { big: 'BIG', medium: 'MEDIUM' } },
      'default',
      'MEDIUM',
    ],
    ['a hard machine task by Big', { complexity: 0.81, quick: true }, 'strong', 'BIG'],
    ['a task at the threshold by Medium', { complexity: 0.8 }, 'default', 'MEDIUM'],
    [
      'a hard task without a Big model by Medium',
      { complexity: 1, tiers: { medium: 'MEDIUM', small: 'SMALL' } },
      'default',
      'MEDIUM',
    ],
    [
      'an ordinary task without Medium by the next higher',
      { tiers: { big: 'BIG', small: 'SMALL' } },
      'strong',
      'BIG',
    ],
    ['an ordinary task with Small alone by Small', { tiers: { small: 'SMALL' } }, 'small', 'SMALL'],
    ['a conversation by Big', { kind: 'conversation', quick: true }, 'strong', 'BIG'],
    [
      'a conversation without Big by Medium',
      { kind: 'conversation', tiers: { medium: 'MEDIUM', small: 'SMALL' } },
      'default',
      'MEDIUM',
    ],
    [
      'a conversation with Small alone by Small',
      { kind: 'conversation', tiers: { small: 'SMALL' } },
      'small',
      'SMALL',
    ],
    [
      'an assigned group by its model',
      { assigned: 'GROUP', record: 'RECORD', complexity: 1 },
      'group',
      'GROUP',
    ],
    ['a group with a record by the pick', { record: 'RECORD', quick: true }, 'group-record', 'RECORD'],
    [
      'a task whose Medium fails by Big',
      { failureOf: (model) => (model === 'MEDIUM' ? 'fails' : undefined) },
      'group-record',
      'BIG',
    ],
    [
      'a quick task whose Small fails by Medium',
      { quick: true, failureOf: (model) => (model === 'SMALL' ? 'fails' : undefined) },
      'group-record',
      'MEDIUM',
    ],
    [
      'a quick task whose Small and Medium fail by Big',
      { quick: true, failureOf: (model) => (model === 'BIG' ? undefined : 'fails') },
      'group-record',
      'BIG',
    ],
    ['a task that every model fails as ever', { failureOf: () => 'fails' }, 'default', 'MEDIUM'],
    [
      'a task whose Medium fails and whose Big cannot serve as ever',
      { tiers: { medium: 'MEDIUM', small: 'SMALL' }, failureOf: () => 'fails' },
      'default',
      'MEDIUM',
    ],
    [
      'a group by its pick, whatever fails in its tiers',
      { record: 'RECORD', failureOf: () => 'fails' },
      'group-record',
      'RECORD',
    ],
    [
      'a conversation by Big, whatever fails',
      { kind: 'conversation', failureOf: () => 'fails' },
      'strong',
      'BIG',
    ],
    [
      'a pinned session by its pin',
      { pinned: 'PIN', assigned: 'GROUP', kind: 'conversation' },
      'pinned',
      'PIN',
    ],
    [
      'a conversation never by group or record',
      { kind: 'conversation', assigned: 'GROUP', record: 'RECORD' },
      'strong',
      'BIG',
    ],
    [
      'a conversation under an anchor by the anchor, whatever it lacks',
      { kind: 'conversation', tiers: { medium: 'MEDIUM', small: 'SMALL' }, anchor: 'ANCHOR' },
      'strong',
      'ANCHOR',
    ],
    ['an ordinary machine task under an anchor by Medium', { anchor: 'ANCHOR' }, 'default', 'MEDIUM'],
    ['a task that no tier can serve by the anchor', { tiers: {}, anchor: 'ANCHOR' }, 'strong', 'ANCHOR'],
    [
      'a pinned session under an anchor by its pin',
      { kind: 'conversation', pinned: 'PIN', anchor: 'ANCHOR' },
      'pinned',
      'PIN',
    ],
  ])('serves %s', (_, inputs, tier, candidate) => {
    expect(chooseTier({ ...BASE, ...inputs })).toMatchObject({ tier, candidate });
  });

  it('serves nothing from an empty router', () => {
    expect(chooseTier({ ...BASE, tiers: {} })).toBeUndefined();
  });

  it('says why, and that a tier was passed over', () => {
    const choice = chooseTier({ ...BASE, kind: 'conversation', tiers: { medium: 'MEDIUM' } });
    expect(choice?.reason).toContain('person');
    expect(choice?.reason).toContain('big model is not set');
  });
});

describe('chooseDefault', () => {
  it.each<[string, TierInputs<string>['tiers'], string, string]>([
    ['the default model', ALL, 'fixed', 'MEDIUM'],
    ['without one the next higher, under its own label', { big: 'BIG', small: 'SMALL' }, 'strong', 'BIG'],
    ['or what is left, under its own label', { small: 'SMALL' }, 'small', 'SMALL'],
  ])('serves %s', (_, allowed, tier, candidate) => {
    expect(chooseDefault(allowed)).toMatchObject({ tier, candidate });
  });

  it('serves nothing where nothing is allowed', () => {
    expect(chooseDefault({})).toBeUndefined();
  });
});
