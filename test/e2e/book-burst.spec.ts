import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { balanceOf } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import {
  arrivals,
  burst,
  codeOf,
  DEAR_USD,
  dearCall,
  holdDearCalls,
  refusalsOf,
  tally,
} from './book-support.js';
import { movements, seedPayingTenant } from './payments-support.js';
import { eventually } from './stream-call.js';

const CALLS = 80;
const RELOAD = { threshold_usd: 5, amount_usd: 50 };
const card = 'pm_sandbox_ok';

let service: TestApplication;
let replica: TestApplication;
beforeAll(async () => {
  service = await startTestApplication();
  replica = await startTestApplication({ database: service.database, provider: service.provider });
});
afterEach(() => service.provider.reset());
afterAll(async () => {
  await replica.stop();
  await service.stop();
});

const reloadsOf = async (organizationId: string): Promise<number> =>
  (await movements(service, organizationId, ['reload'])).length;

describe('a burst beside a reload', () => {
  it.each([
    ['in the threshold', '4'],
    ['at the last hundredth of a cent', '0.0001'],
    ['at nothing', '0'],
    ['just above the threshold', '6'],
  ])('is served whole, by one reload, when the balance is %s', async (_title, balanceUsd) => {
    const tenant = await seedPayingTenant(service, { balanceUsd, card, reload: RELOAD });
    const held = holdDearCalls(service);
    const calls = burst([service], tenant.apiKey, CALLS);
    await arrivals(service, CALLS);
    held.open();
    expect(await tally(calls.map(({ answer }) => answer))).toEqual({ served: CALLS, refused: {} });
    expect(await reloadsOf(tenant.organizationId)).toBe(1);
    expect((await balanceOf(service.dataSource, tenant.organizationId)).equalsLedger).toBe(true);
  });

  it('on two processes is served whole, by as many reloads as it takes, one after the other', async () => {
    const reload = { threshold_usd: 0.5, amount_usd: 1 };
    const tenant = await seedPayingTenant(service, { balanceUsd: '0', card, reload });
    const held = holdDearCalls(service);
    const calls = burst([service, replica], tenant.apiKey, CALLS);
    await arrivals(service, CALLS);
    // All are held at once, so that much must be there, and not much more.
    const needed = Math.ceil(CALLS * DEAR_USD) - 1;
    const reloads = await reloadsOf(tenant.organizationId);
    expect(reloads).toBeGreaterThanOrEqual(needed);
    expect(reloads).toBeLessThanOrEqual(needed + 3);
    held.open();
    expect(await tally(calls.map(({ answer }) => answer))).toEqual({ served: CALLS, refused: {} });
  });

  it('is 402 as far as the balance does not reach, without a card, without auto reload, with a declined card', async () => {
    const tenants = [
      await seedPayingTenant(service, { balanceUsd: '0.6', reload: RELOAD }),
      await seedPayingTenant(service, { balanceUsd: '0.6', card }),
      await seedPayingTenant(service, { balanceUsd: '0.6', card: 'pm_sandbox_declined', reload: RELOAD }),
    ];
    for (const tenant of tenants) {
      const held = holdDearCalls(service);
      const calls = burst([service, replica], tenant.apiKey, 20);
      const refused = refusalsOf(calls);
      await eventually(() => (refused() === 15 ? true : undefined), 'fifteen refusals');
      held.open();
      expect(await tally(calls.map(({ answer }) => answer))).toEqual({
        served: 5,
        refused: { '402 reserved_in_flight': 15 },
      });
      expect((await balanceOf(service.dataSource, tenant.organizationId)).balance).toBe('0.000000000000');
      const code = tenant === tenants[2] ? 'card_declined' : 'insufficient_balance';
      for (const one of [service, replica])
        await eventually(
          async () => ((await codeOf(dearCall(one, tenant.apiKey))) === code ? true : undefined),
          code,
        );
      expect(await reloadsOf(tenant.organizationId)).toBe(0);
      service.provider.reset();
    }
  });

  it('reloads beside a lone call that asks for more than is left above the threshold', async () => {
    const reload = { threshold_usd: 0.05, amount_usd: 1 };
    const tenant = await seedPayingTenant(service, { balanceUsd: '0.1', card, reload });
    const held = holdDearCalls(service);
    const answer = dearCall(service, tenant.apiKey);
    await eventually(
      async () => ((await reloadsOf(tenant.organizationId)) === 1 ? true : undefined),
      'the reload',
    );
    held.open();
    expect((await answer).status).toBe(200);
  });
});
