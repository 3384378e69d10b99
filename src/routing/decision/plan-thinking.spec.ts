import { describe, expect, it } from 'vitest';
import { readCatalogFile } from '../../catalog/reading/read-catalog-file.js';
import type { CatalogModel } from '../../catalog/catalog-model.js';
import { parseModelId } from '../../catalog/ids/parse-model-id.js';
import type { ReasoningControl } from '../../wire/openai/read-reasoning-control.js';
import type { Tier } from './choose-tier.js';
import { isThinkingTurnedOff, mayHaveThought } from './plan-thinking.js';

const catalog = readCatalogFile();

function modelOf(id: string): CatalogModel {
  const parsed = parseModelId(id, catalog);
  if (parsed.kind !== 'chat') throw new Error(`${id} is no chat model`);
  return parsed.model;
}

const ABSENT: ReasoningControl = { kind: 'absent' };

describe('isThinkingTurnedOff', () => {
  it.each<[string, string, ReasoningControl, number | undefined, Tier, boolean]>([
    ['a reasoning model with little room', 'gpt-6.1-terra', ABSENT, 2_047, 'default', true],
    ['a reasoning model with enough room', 'gpt-6.1-terra', ABSENT, 2_048, 'default', false],
    ['a reasoning model without a limit', 'gpt-6.1-terra', ABSENT, undefined, 'strong', false],
    ['a reasoning model on the Small tier', 'openai/gpt-oss-120b', ABSENT, undefined, 'small', true],
    ['a model of provider A that thinks by default', 'claude-sonnet-5-5', ABSENT, 100, 'default', true],
    ['one that does not by default', 'claude-sonnet-4-6', ABSENT, 100, 'small', false],
    ['one that always thinks, for its lowest effort', 'claude-opus-5-5', ABSENT, 100, 'default', true],
    ['a model fixed by its id', 'moonshotai/Kimi-K2-Thinking', ABSENT, 100, 'small', false],
    ['a model that never thinks', 'gpt-4o', ABSENT, 100, 'small', false],
    [
      'a caller who asked for effort',
      'gpt-6.1-terra',
      { kind: 'graded', effort: 'high' },
      100,
      'small',
      false,
    ],
    ['a caller who turned it off himself', 'gpt-6.1-terra', { kind: 'off' }, 100, 'small', false],
  ])('%s', (_, id, control, maxTokens, tier, expected) => {
    expect(isThinkingTurnedOff({ model: modelOf(id), control, maxTokens, tier })).toBe(expected);
  });

  it('leaves a model outside the catalogue alone', () => {
    expect(isThinkingTurnedOff({ model: undefined, control: ABSENT, maxTokens: 1, tier: 'small' })).toBe(
      false,
    );
  });
});

describe('mayHaveThought', () => {
  it.each<[string, string, ReasoningControl, boolean]>([
    ['by default', 'gpt-6.1-terra', ABSENT, true],
    ['not when it was off', 'gpt-6.1-terra', { kind: 'off' }, false],
    ['not a model that never does', 'gpt-4o', { kind: 'on' }, false],
    ['when the caller turned it on', 'claude-sonnet-4-6', { kind: 'on' }, true],
    [
      'not by a grade that provider A is not told',
      'claude-sonnet-4-6',
      { kind: 'graded', effort: 'high' },
      false,
    ],
  ])('%s', (_, id, control, expected) => {
    expect(mayHaveThought(modelOf(id), control)).toBe(expected);
  });
});
