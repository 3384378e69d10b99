import { describe, expect, it } from 'vitest';
import type { Overview, Status } from '../../api/types.js';
import { attentionOf } from './needs.js';
import { overviewOf, statusOf } from '../../testing/answers.js';
import type { TwoDays } from './days.js';

const none = { calls: 0, errors: 0, cost: '0' };
const quiet: TwoDays = { hours: [], today: none, yesterday: none, yesterdayUntilNow: none };

const needs = (
  overview: Partial<Overview>,
  { days = {}, status = {} }: { days?: Partial<TwoDays>; status?: Partial<Status> } = {},
) =>
  attentionOf({
    overview: overviewOf(overview),
    days: { ...quiet, ...days },
    status: statusOf(status),
  }).map(({ tone, text, screen }) => [tone, text, screen]);

describe('what needs attention', () => {
  const { organization } = overviewOf({});

  it('is nothing where all is well', () => {
    expect(needs({})).toEqual([]);
  });

  it('is a balance that is used up, or is less than a day cost', () => {
    expect(needs({ organization: { ...organization, balance_usd: 0 } })).toEqual([
      ['bad', expect.stringContaining('used up'), 'money'],
    ]);
    const low = { ...organization, balance_usd: 1 };
    expect(needs({ organization: low }, { days: { yesterday: { ...none, cost: '1.1' } } })).toEqual([
      ['warn', expect.stringContaining('less than'), 'money'],
    ]);
    expect(needs({ organization: { ...low, balance_usd: -5, pay_as_you_go: true } })).toEqual([]);
  });

  it('is what failed, what was declined and what is not there, the worst first', () => {
    const card = {
      payment_method: 'pm_1',
      provider: 'sandbox' as const,
      brand: null,
      last4: null,
      exp_month: null,
      exp_year: null,
      saved_at: null,
      declined_at: '2026-11-29T10:00:00Z',
    };
    expect(
      needs(
        { organization: { ...organization, card }, recommendations_open: 2 },
        {
          days: { today: { calls: 8, errors: 2, cost: '0' } },
          status: {
            queue: { kind: 'redis', state: 'down' },
            providers: [{ provider: 'hosted', configured: false, simulated: true }],
          },
        },
      ),
    ).toEqual([
      ['bad', expect.stringContaining('declined'), 'money'],
      ['bad', expect.stringContaining('queue'), 'settings'],
      ['warn', '2 of today’s 8 calls failed (25%).', 'calls'],
      ['info', 'Hosted is not configured: its models are refused.', 'settings'],
      ['info', expect.stringContaining('simulated'), 'settings'],
      ['info', '2 recommendations wait.', 'groups'],
    ]);
  });
});
