import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { AdminClient } from './admin-client.js';
import { GatewayProcess } from './process-gateway.js';
import { eachOnItsOwnSite } from './process-site.js';

/** A busy machine takes its time to load everything. */
const LOADING_MS = 90_000;
const ADMIN_TOKEN = 'svc_operator_for_tests_only';

let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
});
afterEach(() => receiver.reset());
afterAll(() => receiver.close());
const site = eachOnItsOwnSite();

function start(role: 'api' | 'all'): GatewayProcess {
  return GatewayProcess.start(
    {
      DATABASE_URL: site.database.url,
      ADMIN_TOKEN,
      ROLE: role,
      SIMULATOR: 'on',
      ALLOW_PRIVATE_ENDPOINTS: 'true',
    },
    site.directory.path,
  );
}

const told = () => receiver.of('ledger_difference');

describe('a process that is killed', () => {
  it(
    'between the fact and the post leaves the post to the next, and within a post it is made again',
    async () => {
      const first = start('api');
      const { url } = await first.welcome();
      const operator = new AdminClient(url, ADMIN_TOKEN);
      const organizationId = await operator.createOrganization();
      const path = `/organizations/${organizationId}`;
      await operator.put(`${path}/alerts`, { url: receiver.url, events: ['ledger_difference'] });
      await site.db.query('UPDATE balances SET balance_usd = 7 WHERE organization_id = $1', [organizationId]);
      await operator.get(`${path}/ledger/check`);
      first.signal('SIGKILL');
      await first.exited;
      expect(told()).toEqual([]);

      // The second one dies while the address has not answered yet.
      receiver.answers.push(() => undefined);
      const second = start('all');
      await expect.poll(() => told().length, { timeout: LOADING_MS }).toBe(1);
      second.signal('SIGKILL');
      await second.exited;
      await site.db.query('UPDATE alerts SET next_try_at = now() WHERE next_try_at IS NOT NULL');
      const third = start('all');
      await expect.poll(() => told().length, { timeout: LOADING_MS }).toBe(2);
      const { body } = await new AdminClient((await third.welcome()).url, ADMIN_TOKEN).get(
        `${path}/alerts/deliveries`,
      );
      expect(body.data).toMatchObject([{ event: 'ledger_difference', status: 'delivered', attempts: 2 }]);
      expect(told()[1]).toEqual(told()[0]);
    },
    3 * LOADING_MS,
  );
});
