import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedTenant } from '../support/seed.js';
import { AdminClient } from '../e2e/admin-client.js';
import { describeBrowser } from './support/describe-browser.js';
import { expectNoSidewaysScroll, expectNoViolations } from './support/expect-no-violations.js';
import { seedCalls } from './support/seed-calls.js';
import { DARK, NARROW, screenshot, startConsole, type TestConsole } from './support/start-console.js';

const HOUR = 3_600_000;

describeBrowser('the overview', () => {
  let gateway: TestConsole;
  let operator: AdminClient;
  beforeAll(async () => {
    gateway = await startConsole();
    operator = new AdminClient(gateway.application.url);
    const now = Date.now();
    const calls = Array.from({ length: 47 }, (_, hour) => ({
      at: new Date(now - hour * HOUR),
      model: 'vendora/claude-sonnet-5-5',
      costs: [`0.0${(hour % 7) + 1}000000001`],
      status: hour % 9 === 0 ? 502 : 200,
    }));
    const { application, tenant } = gateway;
    await seedCalls({ dataSource: application.dataSource, tenant, areCharged: true }, calls);
  });
  afterAll(() => gateway.stop());

  it.each([
    ['light', {}],
    ['narrow and dark', { ...NARROW, ...DARK }],
    ['in forced colors', { forcedColors: 'active' as const }],
  ])('is usable %s', async (name, options) => {
    const { page, watch } = await gateway.open(options);
    await page.getByText('Providers are simulated').waitFor();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    await screenshot(page, `overview ${name}`);
    watch.expectNone();
  });

  it('says in two requests what matters, and leads on by keyboard alone', async () => {
    const { page, watch } = await gateway.open({ token: null });
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/api.*\/(overview|status|usage|calls|recommendations)/.test(pathname)) asked.push(pathname);
    });
    await page.getByLabel('Admin token').fill(operator.bearer);
    await page.keyboard.press('Enter');
    const attention = page.getByRole('region', { name: 'What needs attention' });
    await attention.getByText('Providers are simulated').waitFor();
    expect(asked.sort()).toEqual([
      `/api/v1/admin/projects/${gateway.tenant.projectId}/overview`,
      '/api/v1/admin/status',
    ]);
    const days = page.getByRole('region', { name: 'Today and yesterday' });
    await days.getByRole('button', { name: 'Show as table' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'By hour' }).waitFor();
    await expectNoViolations(page);
    await page.getByRole('link', { name: 'Yesterday’s dearest keys' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
    const groupBy = page.getByRole('combobox', { name: 'Group by' });
    expect(await groupBy.inputValue()).toBe('key');
    expect(await page.getByRole('combobox', { name: 'Period' }).inputValue()).toBe('yesterday');
    await page.goBack();
    await attention.getByRole('link', { name: 'Show them' }).click();
    await page.waitForURL(/calls\?from=.*status=error/);
    watch.expectNone();
  });

  it('shows another project and another organization when they are chosen, and stays', async () => {
    const { organizationId } = gateway.tenant;
    await operator.createProject(organizationId, 'Quiet');
    const other = await operator.createOrganization('Others');
    await operator.createProject(other, 'Theirs');
    const { page, watch } = await gateway.open();
    const projects = page.getByRole('combobox', { name: 'Project' });
    const organizations = page.getByRole('combobox', { name: 'Organization' });
    await organizations.selectOption(organizationId);
    await projects.selectOption({ label: 'Test' });
    await page.getByRole('region', { name: 'Today and yesterday' }).waitFor();
    await projects.selectOption({ label: 'Quiet' });
    await page.getByText('No call was ever made in this project.').waitFor();
    await organizations.selectOption(other);
    await expect.poll(() => projects.locator('option').allTextContents()).toContain('Theirs');
    expect(new URL(page.url()).pathname.replace(/\/$/, '')).toBe('/console');
    watch.expectNone();
  });

  it('says how to begin where nothing was called yet, with a command to copy', async () => {
    const fresh = await seedTenant(gateway.application.dataSource, { balanceUsd: '0.000000000001' });
    const { token } = await operator.createToken(fresh.organizationId);
    const { page, watch } = await gateway.open({ token });
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.waitFor();
    expect(await steps.getByRole('region', { name: 'Command' }).textContent()).toContain(gateway.url);
    await expectNoViolations(page);
    await steps.getByRole('link', { name: 'keys of this project' }).click();
    await page.waitForURL(`**/p/${fresh.projectId}/keys`);
    watch.expectNone();
  });

  it('says a balance that is used up', async () => {
    const fresh = await seedTenant(gateway.application.dataSource, { balanceUsd: '0.01' });
    await seedCalls({ dataSource: gateway.application.dataSource, tenant: fresh, areCharged: true }, [
      { at: new Date(), model: 'a', costs: ['0.02'] },
    ]);
    const { token } = await operator.createToken(fresh.organizationId);
    const { page, watch } = await gateway.open({ token });
    await page.getByText('The balance is used up').waitFor();
    expect(await page.getByRole('region', { name: 'Balance' }).textContent()).toContain('-$0.01');
    watch.expectNone();
  });
});
