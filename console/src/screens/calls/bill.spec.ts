import { describe, expect, it } from 'vitest';
import { billOf } from './bill.js';
import { attempt } from '../../testing/example-calls.js';

const bill = (costs: readonly (number | null)[], billed_usd: number) =>
  billOf({ attempts: costs.map((cost_usd) => attempt({ cost_usd })), billed_usd });

describe('the bill of a call', () => {
  it.each([
    [[0.1, 0.2], 0.3, '0.3'],
    [[4e-8, 1e-12], 4.0001e-8, '0.000000040001'],
    [[0.000516, null], 0.000516, '0.000516'],
    [[], 0, '0'],
  ])('%j sum up exactly to %d', (costs, billed, sum) => {
    expect(bill(costs, billed)).toEqual({ sum, isSame: true, difference: '0' });
  });

  it('tells by how much it differs, to the last decimal', () => {
    expect(bill([0.1, 0.2], 0.300000000001)).toEqual({
      sum: '0.3',
      isSame: false,
      difference: '-0.000000000001',
    });
    expect(bill([0.3], 0)).toMatchObject({ isSame: false, difference: '0.3' });
  });

  it('leaves out attempts that were not billed', () => {
    const attempts = [attempt({ cost_usd: 5, billed: false }), attempt({ cost_usd: 0.25 })];
    expect(billOf({ attempts, billed_usd: 0.25 })).toMatchObject({ sum: '0.25', isSame: true });
  });
});
