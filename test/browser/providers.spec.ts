import { request } from 'undici';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { AdminClient } from '../e2e/admin-client.js';
import { describeBrowser } from './support/describe-browser.js';
import { expectNoSidewaysScroll, expectNoViolations } from './support/expect-no-violations.js';
import { DARK, NARROW, screenshot, startConsole, type TestConsole } from './support/start-console.js';

const CLAUDE = 'vendora/claude-haiku-4-5';
const LONG_NAME = 'b'.repeat(64);

describeBrowser('the screen of the providers', () => {
  let gateway: TestConsole;
  let operator: AdminClient;
  beforeAll(async () => {
    gateway = await startConsole({
      environment: {
        PROVIDER_A_API_KEYS: 'main=sk-a-main@3,backup=sk-a-backup',
        PROVIDER_B_API_KEYS: `main=sk-b-main,${LONG_NAME}=sk-b-long`,
      },
    });
    operator = new AdminClient(gateway.application.url);
  });
  afterEach(async () => {
    await operator.delete('/simulator/faults');
    await gateway.application.dataSource.query('DELETE FROM provider_outages');
  });
  afterAll(() => gateway.stop());

  const rowOf = (page: Page, ...texts: readonly string[]) =>
    texts.reduce(
      (rows, hasText) => rows.filter({ hasText }),
      page.getByRole('table', { name: 'Providers' }).getByRole('row'),
    );

  async function call(): Promise<void> {
    const answer = await request(`${gateway.application.url}/api/v1/route/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.tenant.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: CLAUDE, messages: [{ role: 'user', content: 'Hi' }] }),
    });
    await answer.body.dump();
    expect(answer.statusCode).toBe(200);
  }

  it('shows which account is out, why and until when, and leads to the calls that went around it', async () => {
    await operator.put('/simulator/faults', { faults: 'vendora/*#main=quota' });
    // The wheel gives the larger part to `main`: one of these meets it.
    for (let made = 0; made < 4; made += 1) await call();
    const { page, watch } = await gateway.open({ path: '/providers' });
    const out = rowOf(page, 'Provider A', 'main');
    await out.getByText('Out', { exact: true }).waitFor();
    const { body } = await operator.get('/providers');
    const { out_until: until, reason } = (body.data as Record<string, string>[]).find(
      ({ provider, name }) => provider === 'provider_a' && name === 'main',
    )!;
    expect(reason).toBe('out_of_quota');
    await out.getByText('Nothing is left of its quota').waitFor();
    const shown = Date.parse((await out.locator('time').getAttribute('datetime')) ?? '');
    expect(Math.abs(shown - Date.parse(until!))).toBeLessThan(5_000);
    await rowOf(page, 'Provider A', 'backup').getByText('Healthy').waitFor();
    await expectNoViolations(page);
    await screenshot(page, 'providers');
    await page.getByRole('link', { name: 'Calls that went around a failure' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/calls?retry=outage-fallback');
    const calls = page.getByRole('table', { name: 'Calls' }).locator('tr[data-row]');
    await expect.poll(() => calls.count()).toBeGreaterThan(0);
    expect(await calls.first().textContent()).toContain('2 attempts');
    watch.expectNone();
  });

  it('is sorted by its headers and worked by keyboard, with back and reload', async () => {
    const { page, watch } = await gateway.open({ path: '/providers' });
    const header = page.getByRole('columnheader', { name: 'Weight' });
    await header.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/providers?sort=weight');
    await page.reload();
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending');
    await page.goBack();
    await page.waitForURL('**/providers');
    await expect.poll(() => header.getAttribute('aria-sort')).toBeNull();
    await page.keyboard.press('j');
    expect(await page.evaluate('document.activeElement.dataset.row')).toBe('provider_a/main');
    expect(await page.title()).toBe('Providers · Console');
    watch.expectNone();
  });

  it('tells an organization why it sees none, and asks for nothing that is refused', async () => {
    const { token } = await operator.createToken(gateway.tenant.organizationId);
    const { page, watch } = await gateway.open({ path: '/providers', token });
    await page.getByText('Shown to the operator alone').waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    await expectNoViolations(page);
    watch.expectNone();
  });

  it.each([
    ['narrow', NARROW],
    ['dark', DARK],
    ['in forced colours', { forcedColors: 'active' as const }],
  ])('is usable %s', async (name, options) => {
    const { page, watch } = await gateway.open({ path: '/providers', ...options });
    await rowOf(page, LONG_NAME).waitFor();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    await screenshot(page, `providers ${name}`);
    watch.expectNone();
  });
});
