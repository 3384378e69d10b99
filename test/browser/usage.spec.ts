import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AdminClient } from '../e2e/admin-client.js';
import { describeBrowser } from './support/describe-browser.js';
import { expectNoSidewaysScroll, expectNoViolations } from './support/expect-no-violations.js';
import { HOSTILE_TEXTS } from './support/hostile-texts.js';
import { seedCalls, type SeededCall } from './support/seed-calls.js';
import { DARK, NARROW, screenshot, startConsole, type TestConsole } from './support/start-console.js';

const HOUR = 3_600_000;
const MODELS = [
  'vendora/claude-sonnet-5-5',
  'vendorb/gpt-6.1-terra',
  'openai/gpt-oss-120b',
  HOSTILE_TEXTS.html,
];

/** Six days of calls, a few an hour, with costs that floats cannot add up. */
function callsOfDays(now: number, dearKey: string): SeededCall[] {
  return Array.from({ length: 6 * 24 }, (_, hour) =>
    MODELS.filter((_model, index) => (hour + index) % (index + 1) === 0).map((model, index) => ({
      at: new Date(now - hour * HOUR),
      model,
      costs: [`0.${String(index + 1)}0000000000${(hour % 9) + 1}`],
      ...(hour % 3 === 0 && { keyId: dearKey }),
    })),
  ).flat();
}

describeBrowser('the screen of the usage', () => {
  let gateway: TestConsole;
  let operator: AdminClient;
  let spent: string;
  beforeAll(async () => {
    gateway = await startConsole();
    operator = new AdminClient(gateway.application.url);
    const { dataSource } = gateway.application;
    const { body } = await operator.post(`/projects/${gateway.tenant.projectId}/keys`, { name: 'Dear bot' });
    const { tenant } = gateway;
    const calls = callsOfDays(Date.now() - HOUR, body.id as string);
    await seedCalls({ dataSource, tenant, areCharged: true }, calls);
    const [row] = await dataSource.query<{ spend: string }[]>(
      `SELECT trim_scale(-sum(amount_usd))::text AS spend FROM ledger_entries WHERE organization_id = $1 AND kind = 'usage'`,
      [gateway.tenant.organizationId],
    );
    spent = row?.spend ?? '';
  });
  afterAll(() => gateway.stop());

  const path = (query = ''): string => `/p/${gateway.tenant.projectId}/usage${query}`;

  it('sums to the ledger to the last decimal in every grouping, and says so', async () => {
    const { page, watch } = await gateway.open({ path: path() });
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/usage')) requests.push(request.url());
    });
    const total = page.getByRole('region', { name: 'Total' });
    for (const group of [
      'Hour',
      'Model',
      'Key',
      'User',
      'Session',
      'Provider',
      'Status',
      'Project',
      'Surface',
      'Day',
    ]) {
      await page.getByRole('combobox', { name: 'Group by' }).selectOption({ label: group });
      await page.getByRole('table', { name: 'Usage' }).getByRole('button', { name: group }).waitFor();
      await expect.poll(() => total.textContent()).toContain(`sum to $${spent}: exactly the total`);
    }
    expect(requests.length).toBeLessThan(18);
    await total.getByRole('button', { name: 'Check against the ledger' }).click();
    await total.getByText(`the ledger took $${spent}`).waitFor();
    watch.expectNone();
  });

  it('groups each group by a second one, with back and reload, and sums to the ledger all the same', async () => {
    const { page, watch } = await gateway.open({ path: path('?group_by=key') });
    const table = page.getByRole('table', { name: 'Usage' });
    const total = page.getByRole('region', { name: 'Total' });
    const thenBy = page.getByRole('combobox', { name: 'Then by' });
    await table.waitFor();
    await thenBy.focus();
    await thenBy.selectOption({ label: 'Model' });
    await page.waitForURL('**/usage?group_by=key%2Cmodel');
    await table.getByRole('button', { name: 'Model' }).waitFor();
    await expect.poll(() => total.textContent()).toContain(`sum to $${spent}: exactly the total`);
    await table.getByRole('link', { name: 'Dear bot' }).first().waitFor();
    await page.getByRole('figure', { name: 'Cost by key and model' }).waitFor();
    await expectNoViolations(page);
    await screenshot(page, 'usage by key and model');
    const file = page.waitForEvent('download');
    await page
      .getByRole('region', { name: 'Usage' })
      .getByRole('button', { name: 'Download CSV' })
      .last()
      .click();
    const csv = await readFile(await (await file).path(), 'utf8');
    expect(csv.split('\r\n')[0]).toBe('key,model,requests,input_tokens,output_tokens,cost_usd');

    await page.getByRole('combobox', { name: 'Group by' }).selectOption({ label: 'Day' });
    await page.waitForURL('**/usage?group_by=day%2Cmodel');
    await page.getByRole('figure', { name: 'Cost over time by model' }).waitFor();
    await expect.poll(() => total.textContent()).toContain(`sum to $${spent}: exactly the total`);
    await page.reload();
    await table.waitFor();
    expect(await thenBy.inputValue()).toBe('model');
    await page.goBack();
    await page.waitForURL('**/usage?group_by=key%2Cmodel');
    await table.locator('tr[data-row]').first().getByRole('link').click();
    await page.waitForURL(/\/calls\?from=.*key=key_.*model=/);
    watch.expectNone();
  });

  it('sums all projects of the organization, and leads to the calls of each', async () => {
    const { organizationId } = gateway.tenant;
    const { body } = await operator.post(`/organizations/${organizationId}/projects`, { name: 'Second' });
    const { body: key } = await operator.post(`/projects/${body.id}/keys`, { name: 'Of the second' });
    const second = { ...gateway.tenant, projectId: body.id as string, keyId: key.id as string };
    const { dataSource } = gateway.application;
    await seedCalls({ dataSource, tenant: second, areCharged: true }, [
      { at: new Date(Date.now() - HOUR), model: MODELS[0]!, costs: ['0.000000000001'] },
    ]);
    const { page, watch } = await gateway.open({ path: path() });
    await page.getByRole('combobox', { name: 'Usage of' }).selectOption({ label: 'All projects' });
    await page.waitForURL('**/usage?of=organization');
    await page.getByRole('combobox', { name: 'Group by' }).selectOption({ label: 'Project' });
    const table = page.getByRole('table', { name: 'Usage' });
    await table.getByRole('link', { name: 'Second' }).waitFor();
    expect(await table.locator('tr[data-row]').count()).toBe(2);
    await expect
      .poll(() => table.locator('tr[data-row]').filter({ hasText: 'Second' }).textContent())
      .toContain('$0.000000000001');
    expect(await page.getByRole('button', { name: 'Check against the ledger' }).count()).toBe(0);
    await expectNoViolations(page);
    await page.reload();
    await table.getByRole('link', { name: 'Second' }).click();
    await page.waitForURL(`**/p/${body.id}/calls?from=*`);
    watch.expectNone();
  });

  it('shows charts as tables, by keyboard alone', async () => {
    const { page, watch } = await gateway.open({ path: path(), timezoneId: 'Europe/Berlin' });
    await page.getByText('Days and hours are those of Europe/Berlin.').waitFor();
    const chart = page.getByRole('figure', { name: 'Cost over time by model' });
    await chart.getByRole('button', { name: 'Show as table' }).focus();
    await page.keyboard.press('Enter');
    const table = page.getByRole('table', { name: 'Cost over time by model' });
    await table.waitFor();
    await expectNoViolations(page);
    expect(await table.getByRole('rowheader').first().textContent()).toMatch(/^\d{4}-\d\d-\d\d$/);
    const file = page.waitForEvent('download');
    await chart.getByRole('button', { name: 'Download CSV' }).click();
    const text = await readFile(await (await file).path(), 'utf8');
    expect(text.split('\r\n')[0]).toBe('day,model,requests,input_tokens,output_tokens,cost_usd');
    watch.expectNone();
  });

  it('has days of zones that are not whole hours from UTC', async () => {
    const { page, watch } = await gateway.open({ path: path(), timezoneId: 'Asia/Kathmandu' });
    // Browsers call it by its older spelling too.
    await page.getByText(/Days and hours are those of Asia\/Kath?mandu\./).waitFor();
    const total = page.getByRole('region', { name: 'Total' });
    await expect.poll(() => total.textContent()).toContain(`sum to $${spent}: exactly the total`);
    watch.expectNone();
  });

  it("finds yesterday's dearest key in three steps, and its calls", async () => {
    const { page, watch } = await gateway.open({ path: path() });
    await page.getByRole('combobox', { name: 'Group by' }).selectOption({ label: 'Key' });
    await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Yesterday' });
    const table = page.getByRole('table', { name: 'Usage' });
    await expect.poll(() => table.locator('tr[data-row]').count()).toBe(2);
    const costs = await table.locator('tr[data-row] .money').allTextContents();
    expect(Number(costs[0]?.slice(1))).toBeGreaterThan(Number(costs[1]?.slice(1)));
    await table.getByRole('link', { name: 'Dear bot' }).click();
    await page.waitForURL(/\/calls\?from=.*key=key_.*to=/);
    await page.goBack();
    await table.waitFor();
    expect(await page.getByRole('combobox', { name: 'Group by' }).inputValue()).toBe('key');
    await page.reload();
    await table.waitFor();
    await page.goBack();
    await page.waitForURL(/group_by=key$/);
    watch.expectNone();
  });

  it('says what would fill it, and errors in the words of the API', async () => {
    const { page, watch } = await gateway.open({ path: path('?from=2020-01-01&to=2020-01-05') });
    await page.getByText('Nothing was used in this period').waitFor();
    await expectNoViolations(page);
    watch.expectNone();
    await page.goto(`${gateway.url}/console${path('?from=2020-01-05&to=2020-01-01')}`);
    await page.getByRole('alert').first().waitFor();
    expect(await page.getByRole('alert').first().textContent()).toContain('`from` must not be after `to`');
    watch.expectOnly(/status of 400/);
  });

  it.each([
    ['by day, light', '', {}],
    ['by model, dark', '?group_by=model', DARK],
    ['by key, narrow', '?group_by=key', NARROW],
    ['by day, in forced colors', '', { forcedColors: 'active' as const }],
    ['by key and model, narrow and dark', '?group_by=key,model', { ...NARROW, ...DARK }],
  ])('is usable %s', async (name, query, options) => {
    const { page, watch } = await gateway.open({ ...options, path: path(query) });
    await page.getByRole('table', { name: 'Usage' }).waitFor();
    await page.locator('.u-wrap').first().waitFor();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    await screenshot(page, `usage ${name}`);
    watch.expectNone();
  });
});
