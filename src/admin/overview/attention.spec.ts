import { describe, expect, it } from 'vitest';
import { findAttention, type OverviewFigures } from './attention.js';

const QUIET: OverviewFigures = {
  balance: 100,
  payAsYouGo: false,
  autoReload: false,
  cardDeclinedAt: null,
  cost: 5,
  calls: 1_000,
  errors: 50,
  failedBatches: 0,
  openRecommendations: 0,
};

describe('what needs attention', () => {
  it.each<[string, Partial<OverviewFigures>, string[]]>([
    ['nothing, when all is well', {}, []],
    ['a balance that is used up', { balance: 0 }, ['balance_used_up']],
    ['no balance below zero that is paid as it goes', { balance: -3, payAsYouGo: true }, []],
    ['a balance of less than the period cost', { balance: 4 }, ['balance_low']],
    ['none that is topped up by itself', { balance: 4, autoReload: true }, []],
    [
      'one that would be, with a card that was declined',
      { balance: 4, autoReload: true, cardDeclinedAt: '2026-11-29T10:00:00.000Z' },
      ['card_declined', 'balance_low'],
    ],
    ['more than one failed call in twenty', { errors: 51 }, ['errors']],
    ['no rate of a few calls', { calls: 19, errors: 19 }, []],
    ['batches that failed', { failedBatches: 1 }, ['batches_failed']],
    ['recommendations that are open', { openRecommendations: 2 }, ['recommendations']],
    [
      'money before traffic',
      { openRecommendations: 1, errors: 1_000, balance: 0 },
      ['balance_used_up', 'errors', 'recommendations'],
    ],
  ])('is %s', (_name, figures, kinds) => {
    expect(findAttention({ ...QUIET, ...figures }).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('is said in words, with figures', () => {
    const found = findAttention({ ...QUIET, errors: 60, failedBatches: 2, openRecommendations: 1 });
    expect(found.map(({ message }) => message)).toEqual([
      '60 of 1000 calls failed.',
      '2 batches failed.',
      '1 recommendation waits for a decision.',
    ]);
  });
});
