import { describe, expect, it } from 'vitest';
import { PICO_PER_USD } from '../lib/money.js';
import { judgeAdmission } from './judge-admission.js';

const RICH = { balance: 10n * PICO_PER_USD, held: 0n, estimate: 1_000n, ageMs: 10, payAsYouGo: false };

describe('judging an admission from memory', () => {
  it.each([
    ['a fresh, plentiful balance', {}, 'admit'],
    ['a plentiful balance over a second old', { ageMs: 1_500 }, 'admit-and-refresh'],
    ['a balance never read', { ageMs: Number.POSITIVE_INFINITY }, 'ask-first'],
    ['a low balance read a moment ago', { balance: 10n, ageMs: 50 }, 'admit'],
    ['a low balance read a while ago', { balance: 10n, ageMs: 150 }, 'ask-first'],
    ['an empty balance read a while ago', { balance: 0n, ageMs: 150 }, 'ask-first'],
    ['a balance that holds eat up', { held: 10n * PICO_PER_USD, ageMs: 150 }, 'ask-first'],
    ['a large estimate', { estimate: PICO_PER_USD, ageMs: 150 }, 'ask-first'],
    ['pay as you go without any balance', { balance: -5n, payAsYouGo: true, ageMs: 60_000 }, 'admit'],
    [
      'pay as you go that was never read',
      { balance: -5n, payAsYouGo: true, ageMs: Number.POSITIVE_INFINITY },
      'admit-and-refresh',
    ],
  ])('of %s', (_name, change, expected) => {
    expect(judgeAdmission({ ...RICH, ...change })).toBe(expected);
  });
});
