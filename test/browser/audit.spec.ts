import { afterAll, beforeAll, expect, it } from 'vitest';
import { AdminClient } from '../e2e/admin-client.js';
import { describeBrowser } from './support/describe-browser.js';
import { expectNoSidewaysScroll, expectNoViolations } from './support/expect-no-violations.js';
import { hostileNames } from './support/hostile-texts.js';
import { DARK, NARROW, screenshot, startConsole, type TestConsole } from './support/start-console.js';

describeBrowser('the audit log', () => {
  let gateway: TestConsole;
  let operator: AdminClient;
  let tokenId: string;
  beforeAll(async () => {
    gateway = await startConsole();
    operator = new AdminClient(gateway.application.url);
    const { organizationId, projectId } = gateway.tenant;
    const { id, token } = await operator.createToken(organizationId);
    tokenId = id;
    const organization = operator.withToken(token);
    for (const name of hostileNames(60)) await organization.patch(`/projects/${projectId}`, { name });
    await organization.patch(`/projects/${projectId}`, { permissions: { smart_routing: false } });
    await operator.post(`/organizations/${organizationId}/credits`, { amount_usd: '0.000000000001' });
  });
  afterAll(() => gateway.stop());

  const path = (query = ''): string => `/o/${gateway.tenant.organizationId}/audit${query}`;

  it('shows by keyboard alone what was before and after, also of the next one', async () => {
    const { page, watch } = await gateway.open({ path: path() });
    await page.getByRole('table', { name: 'Audit log' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/audit\/aud_\d+$/);
    const panel = page.getByRole('complementary');
    await panel.getByRole('region', { name: 'amount_usd, After' }).waitFor();
    expect(await panel.getByRole('region', { name: 'amount_usd, After' }).textContent()).toBe(
      '0.000000000001',
    );
    await expectNoViolations(page);
    await page.keyboard.press('j');
    await panel
      .getByRole('region', { name: /Before$/ })
      .first()
      .waitFor();
    expect(await panel.textContent()).toContain('smart_routing');
    await page.reload();
    await panel
      .getByRole('region', { name: /Before$/ })
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/audit$/);
    watch.expectNone();
  });

  it('is filtered with the names of the API, with back and reload', async () => {
    const { page, watch } = await gateway.open({ path: path() });
    const table = page.getByRole('table', { name: 'Audit log' });
    await table.waitFor();
    const rows = () => table.locator('tr[data-row]').count();
    const all = await rows();
    await page.getByLabel('Kind').selectOption('credit.add');
    await page.waitForURL(/\?kind=credit\.add$/);
    await expect.poll(rows).toBe(1);
    await page.getByLabel('Actor').fill(tokenId);
    await page.keyboard.press('Enter');
    await page.waitForURL(/actor=atk_.*kind=/);
    await page.getByText('No changes here').waitFor();
    await page.goBack();
    await expect.poll(rows).toBe(1);
    await page.reload();
    await expect.poll(rows).toBe(1);
    await page.goBack();
    await expect.poll(rows).toBe(all);
    await page.getByLabel('Reference').fill(gateway.tenant.projectId);
    await page.keyboard.press('Enter');
    await page.waitForURL(/reference=prj_/);
    await expect.poll(rows).toBe(all - 2);
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    expect((await file).suggestedFilename()).toBe(`audit-${gateway.tenant.organizationId}.csv`);
    watch.expectNone();
  });

  it.each([
    ['light', {}],
    ['narrow and dark', { ...NARROW, ...DARK }],
  ])('is usable %s', async (name, options) => {
    const { page, watch } = await gateway.open({ ...options, path: path() });
    const table = page.getByRole('table', { name: 'Audit log' });
    await table.waitFor();
    await expectNoSidewaysScroll(page);
    await table.locator('tr[data-row]').nth(3).click();
    await page.getByRole('complementary').waitFor();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    await screenshot(page, `audit ${name}`);
    expect(await page.title()).toBe('Audit log · Console');
    watch.expectNone();
  });
});
