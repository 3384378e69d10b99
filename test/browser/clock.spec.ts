import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeBrowser } from './support/describe-browser.js';
import { seedCalls } from './support/seed-calls.js';
import { signIn, startConsole, type TestConsole } from './support/start-console.js';
import { ADMIN_TOKEN } from '../support/start-application.js';

const HOUR = 3_600_000;

describeBrowser('a browser whose clock is off', () => {
  let gateway: TestConsole;
  beforeAll(async () => {
    gateway = await startConsole();
    const { tenant, application } = gateway;
    await seedCalls({ dataSource: application.dataSource, tenant }, [{ at: new Date(Date.now() - 60_000) }]);
  });
  afterAll(() => gateway.stop());

  it.each([
    ['ahead', 5 * HOUR],
    ['behind', -5 * HOUR],
  ])('shows what was a moment ago as that, five hours %s', async (_title, off) => {
    const { page, watch } = await gateway.open({ token: null });
    await page.clock.install({ time: Date.now() + off });
    await page.reload();
    await signIn(page, ADMIN_TOKEN);
    const calls = `${gateway.url}/console/p/${gateway.tenant.projectId}/calls`;
    await page.goto(calls);
    const row = page.getByRole('table', { name: 'Calls' }).locator('tr[data-row]').first();
    expect(await row.locator('time').first().textContent()).toMatch(/minutes? ago|seconds? ago/);
    await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Last hour' });
    await page.waitForURL('**/calls?from=*');
    await row.waitFor();
    const from = Date.parse(new URL(page.url()).searchParams.get('from') ?? '');
    expect(Math.abs(Date.now() - HOUR - from)).toBeLessThan(10 * 60_000);
    watch.expectNone();
  });
});
