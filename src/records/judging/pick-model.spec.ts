import { describe, expect, it } from 'vitest';
import { pickModel, type PickInputs } from './pick-model.js';

const PRICES: Record<string, bigint> = { small: 1n, twin: 1n, medium: 5n, big: 20n };

/** Records by name: `[succeeded, judged]`. */
function pick(records: Record<string, [number, number]>, more: Partial<PickInputs> = {}): string | undefined {
  return pickModel({
    records: Object.entries(records).map(([model, [succeeded, judged]]) => ({ model, succeeded, judged })),
    allowed: () => true,
    price: (model) => PRICES[model],
    ...more,
  })?.record.model;
}

describe('pickModel', () => {
  it.each<[string, Record<string, [number, number]>, string | undefined]>([
    ['nothing was judged', {}, undefined],
    ['records are thin', { small: [9, 9], medium: [9, 9] }, undefined],
    ['only the dear model has ten', { small: [9, 9], big: [10, 10] }, 'big'],
    ['both are as good', { small: [10, 10], big: [10, 10] }, 'small'],
    ['the cheap one is exactly 3 points behind', { small: [97, 100], big: [100, 100] }, 'small'],
    ['the cheap one is a hair more than 3 points behind', { small: [193, 200], big: [200, 200] }, 'big'],
    [
      'the cheapest is out, the middle within',
      { small: [90, 100], medium: [98, 100], big: [100, 100] },
      'medium',
    ],
    ['every rate is low', { small: [30, 100], big: [32, 100] }, 'small'],
    ['a lone model reaches 90 %', { big: [9, 10] }, 'big'],
    ['a lone model misses 90 %', { big: [179, 200] }, undefined],
    ['a lone model beside a thin one misses 90 %', { big: [8, 10], small: [9, 9] }, undefined],
    ['the best has no price', { unpriced: [100, 100], small: [90, 100] }, 'small'],
    ['nothing has a price', { unpriced: [100, 100], secret: [100, 100] }, undefined],
    ['nothing ever succeeded', { small: [0, 10], big: [0, 10] }, 'small'],
  ])('when %s: %j', (_title, records, expected) => {
    expect(pick(records)).toBe(expected);
  });

  it.each<[string, Record<string, [number, number]>, Partial<PickInputs>, string | undefined]>([
    [
      'keeps an incumbent 3.5 points behind',
      { small: [193, 200], big: [200, 200] },
      { incumbent: 'small' },
      'small',
    ],
    [
      'drops an incumbent 4 points behind',
      { small: [96, 100], big: [100, 100] },
      { incumbent: 'small' },
      'big',
    ],
    [
      'leaves a dear incumbent for a cheaper one in range',
      { small: [97, 100], big: [100, 100] },
      { incumbent: 'big' },
      'small',
    ],
    [
      'keeps the incumbent at one price',
      { small: [99, 100], twin: [98, 100] },
      { incumbent: 'twin' },
      'twin',
    ],
    [
      'takes the better rate at one price without an incumbent',
      { small: [98, 100], twin: [99, 100] },
      {},
      'twin',
    ],
    ['takes the first name when all is equal', { twin: [98, 100], small: [98, 100] }, {}, 'small'],
    [
      'never picks a model whose cascade was stopped, incumbent or not',
      { small: [100, 100], big: [100, 100] },
      { incumbent: 'small', stopped: new Set(['small']) },
      'big',
    ],
    [
      'never picks what is not allowed, incumbent or not',
      { small: [100, 100], medium: [100, 100], big: [100, 100] },
      { incumbent: 'small', allowed: (model) => model !== 'small' },
      'medium',
    ],
    [
      'measures against the best allowed model',
      { small: [80, 100], medium: [82, 100], big: [100, 100] },
      { allowed: (model) => model !== 'big' },
      'small',
    ],
    [
      'does not return to a cheaper model that was left lately',
      { small: [100, 100], big: [100, 100] },
      { incumbent: 'big', leftLately: new Set(['small']) },
      'big',
    ],
    [
      'returns to a model left lately when the incumbent falls out',
      { small: [90, 100], big: [100, 100] },
      { incumbent: 'small', leftLately: new Set(['big']) },
      'big',
    ],
    [
      'does not bring back a lone model that lost its place a moment ago',
      { small: [90, 100] },
      { leftLately: new Set(['small']) },
      undefined,
    ],
    [
      'drops an incumbent whose record went thin',
      { small: [9, 9], big: [95, 100] },
      { incumbent: 'small' },
      'big',
    ],
    ['drops a lone incumbent under 90 %', { small: [89, 100] }, { incumbent: 'small' }, undefined],
  ])('%s', (_title, records, more, expected) => {
    expect(pick(records, more)).toBe(expected);
  });

  it('says against what it was measured', () => {
    const records = [
      { model: 'small', judged: 100, succeeded: 98 },
      { model: 'big', judged: 50, succeeded: 50 },
    ];
    const choice = pickModel({ records, allowed: () => true, price: (model) => PRICES[model] });
    expect(choice).toEqual({ record: records[0], best: records[1], price: 1n });
  });
});
