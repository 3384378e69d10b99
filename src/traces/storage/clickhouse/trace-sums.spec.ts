import { expect, it } from 'vitest';
import { emptySums, toSummaryMembers, versionOf } from './trace-sums.js';

const of = (lastDay: number, spanCount: number) => ({ ...emptySums(), lastDay, spanCount });

it.each([
  ['over more spans', versionOf(of(20_000, 3), 1), versionOf(of(20_000, 2), 9)],
  ['of a later day', versionOf(of(20_001, 1), 1), versionOf(of(20_000, 5_000_000), 1)],
  ['of more parts, over the same spans', versionOf(of(20_000, 3), 2), versionOf(of(20_000, 3), 1)],
])('the summary %s holds', (_title, holding, other) => {
  expect(holding).toBeGreaterThan(other);
});

it('shows the larger of what the caller and the gateway say, and no cost when nobody told one', () => {
  const sums = { ...of(20_000, 1), inputTokens: 5n, ownInputTokens: 9n, outputTokens: 3n };
  expect(toSummaryMembers(sums, 1)).toMatchObject({ input_tokens: '9', output_tokens: '3' });
  expect(toSummaryMembers(sums, 1)).not.toHaveProperty('cost_pico_usd');
  expect(toSummaryMembers({ ...sums, cost: 2n, ownCost: 1n }, 1)).toMatchObject({ cost_pico_usd: '2' });
});
