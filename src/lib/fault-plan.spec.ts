import { describe, expect, it } from 'vitest';
import { InvalidFaultPlanError, parseFaultPlan } from './fault-plan.js';

describe('parseFaultPlan', () => {
  it('reads statuses, delays and cuts with their shares', () => {
    expect(parseFaultPlan('vendora/*=529@0.2, gpt-4o=delay:3s@0.1,*=cut:5@0.01')).toEqual([
      {
        pattern: 'vendora/*',
        account: undefined,
        act: { kind: 'status', status: 529, retryAfterMs: undefined },
        share: 0.2,
      },
      { pattern: 'gpt-4o', account: undefined, act: { kind: 'delay', delayMs: 3_000 }, share: 0.1 },
      { pattern: '*', account: undefined, act: { kind: 'cut', events: 5 }, share: 0.01 },
    ]);
  });

  it('reads an account, a Retry-After and an empty quota; without a share it meets all', () => {
    expect(parseFaultPlan('Meta-Llama/Llama-3.3-70B-Instruct#backup=429:20s,*#main=quota')).toEqual([
      {
        pattern: 'meta-llama/llama-3.3-70b-instruct',
        account: 'backup',
        act: { kind: 'status', status: 429, retryAfterMs: 20_000 },
        share: 1,
      },
      { pattern: '*', account: 'main', act: { kind: 'quota' }, share: 1 },
    ]);
  });

  it('takes an empty text for the empty plan', () => {
    expect(parseFaultPlan(' , ')).toEqual([]);
  });

  it.each([
    ['gpt-4o', 'pattern=act@share'],
    ['=529', 'pattern=act@share'],
    ['gpt-*=529', 'a pattern is'],
    ['*/x=529', 'a pattern is'],
    ['*=200', 'a status from 400 to 599'],
    ['*=600', 'a status from 400 to 599'],
    ['*=explode', 'a status from 400 to 599'],
    ['*=529@0', 'share'],
    ['*=529@1.1', 'share'],
    ['*=529@1.1.1', 'share'],
    ['*=delay', 'delay takes'],
    ['*=delay:3', 'delay takes'],
    ['*=delay:11m', 'delay takes'],
    ['*=cut', 'cut takes'],
    ['*=cut:-1', 'cut takes'],
    ['*=cut:1.5', 'cut takes'],
    ['*=quota:1', 'quota takes nothing'],
    ['*=429:soon', 'Retry-After'],
  ])('refuses %s and says why', (text, why) => {
    expect(() => parseFaultPlan(`gpt-4o=529,${text}`)).toThrow(InvalidFaultPlanError);
    expect(() => parseFaultPlan(text)).toThrow(why);
  });
});
