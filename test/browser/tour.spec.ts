import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { request } from 'undici';
import { AdminClient } from '../e2e/admin-client.js';
import { insertGroup, insertJudged } from '../e2e/records-support.js';
import { describeBrowser } from './support/describe-browser.js';
import { seedCalls } from './support/seed-calls.js';
import { screenshot, startConsole, type TestConsole } from './support/start-console.js';

const HOUR = 3_600_000;
const BIG = 'vendora/claude-sonnet-5-5';
const CHEAP = 'openai/gpt-oss-120b';
const ASKS = [
  'Hi! Can you help me plan a weekend in Lisbon?',
  'Classify the sentiment of the review as positive or negative. Answer with one word.\n\nReview: The battery died after two days.',
  'Prove that there are infinitely many primes of the form 4k + 3.',
  'Extract the due date as JSON {"date": string}.\n\nInvoice: Payment is due on 4 June 2026.',
];

/** What an operator comes for, in the steps that it takes; the pictures of the documentation are made on the way. */
describeBrowser('an operator finds', () => {
  let gateway: TestConsole;
  let operator: AdminClient;
  beforeAll(async () => {
    gateway = await startConsole({
      environment: { PROVIDER_A_API_KEYS: 'main=sk-a-main@3,backup=sk-a-backup' },
    });
    operator = new AdminClient(gateway.application.url);
    const { tenant, application } = gateway;
    const { dataSource } = application;
    await seedCalls(
      { dataSource, tenant, areCharged: true },
      Array.from({ length: 160 }, (_, index) => ({
        at: new Date(Date.now() - 2 * HOUR - index * (HOUR / 2)),
        model: [BIG, 'vendorb/gpt-6.1-terra', CHEAP, CHEAP][index % 4]!,
        costs: [['0.0124', '0.0051', '0.00021', '0.00034'][index % 4]!],
        status: index % 23 === 5 ? 503 : 200,
      })),
    );
    for (const content of ASKS) await call(content);
    await operator.patch(`/projects/${tenant.projectId}`, { permissions: { automatic_updates: false } });
    const groupId = await insertGroup(application.dataSource, tenant, {
      name: 'Label the tickets of a shop',
    });
    const [served] = await seedCalls({ dataSource, tenant }, [
      { at: new Date(Date.now() - 3 * HOUR), model: BIG },
    ]);
    await application.dataSource.query('UPDATE calls SET group_id = $1, router_id = $2 WHERE id = $3', [
      groupId,
      tenant.routerId,
      served,
    ]);
    await insertJudged(application.dataSource, tenant, { groupId, model: BIG, succeeded: 20, judged: 20 });
    await insertJudged(application.dataSource, tenant, { groupId, model: CHEAP, succeeded: 49, judged: 50 });
  });
  afterAll(() => gateway.stop());

  async function call(content: string): Promise<void> {
    const answer = await request(`${gateway.application.url}/api/v1/openai/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.tenant.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'auto', messages: [{ role: 'user', content }] }),
    });
    await answer.body.dump();
    expect(answer.statusCode).toBe(200);
  }

  const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();
  const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  it('why a call cost what it cost, in two steps', async () => {
    const { page, watch } = await gateway.open();
    await region(page, 'Today and yesterday').waitFor();
    await screenshot(page, 'overview');
    await follow(page, 'Calls');
    await page.getByRole('table', { name: 'Calls' }).locator('tr[data-row]').first().click();
    await page.getByRole('table', { name: 'Attempts' }).waitFor();
    expect(await region(page, 'Why this model').textContent()).toMatch(/\w/);
    const { body } = await operator.get(`/calls/${page.url().split('/').at(-1)?.split('?')[0]}`);
    expect(await page.getByRole('complementary').textContent()).toContain(`$${body.billed_usd}`);
    await screenshot(page, 'calls');
    watch.expectNone();
  });

  it('how to make a cheaper model serve one task group, in two steps', async () => {
    const { page, watch } = await gateway.open();
    await follow(page, 'Task groups');
    const proposed = region(page, 'Recommendations');
    const approve = proposed.getByRole('button', { name: 'Approve', exact: true }).first();
    await approve.waitFor();
    await screenshot(page, 'groups');
    await approve.click();
    await expect
      .poll(async () => (await operator.get(`/projects/${gateway.tenant.projectId}/groups`)).body.data)
      .toContainEqual(expect.objectContaining({ assigned_model: CHEAP }));
    watch.expectNone();
  });

  it('which key spent most yesterday, in one step', async () => {
    const { page, watch } = await gateway.open();
    await page.getByRole('link', { name: 'Yesterday’s dearest keys' }).click();
    await page.getByRole('table', { name: 'Usage' }).waitFor();
    expect(new URL(page.url()).searchParams.get('group_by')).toBe('key');
    await follow(page, 'Usage');
    await page.getByRole('heading', { name: 'Cost over time by model' }).waitFor();
    await expect.poll(() => page.locator('canvas').count()).toBeGreaterThan(0);
    await screenshot(page, 'usage');
    watch.expectNone();
  });

  it('which user spent most yesterday, in one step', async () => {
    const { page, watch } = await gateway.open();
    await page.getByRole('link', { name: 'Yesterday’s dearest users' }).click();
    await page.getByRole('table', { name: 'Usage' }).waitFor();
    expect(new URL(page.url()).searchParams.get('group_by')).toBe('user');
    watch.expectNone();
  });

  it('what a changed router would decide, before it is saved', async () => {
    const { page, watch } = await gateway.open({ viewport: { width: 1280, height: 1_250 } });
    await follow(page, 'Routers');
    await page.getByRole('table', { name: 'Routers' }).locator('tr[data-row]').first().click();
    const test = region(page, 'Test');
    await test.getByRole('textbox', { name: 'Request' }).fill(ASKS[1]!);
    await expect.poll(() => test.getByRole('status').textContent()).toMatch(/gpt-oss-120b/);
    await screenshot(page, 'router');
    watch.expectNone();
  });

  it('which account is out, and the calls that went around it, in two steps', async () => {
    await operator.put('/simulator/faults', { faults: 'vendora/*#main=quota' });
    for (let made = 0; made < 4; made += 1) await call(ASKS[0]!);
    await operator.delete('/simulator/faults');
    const { page, watch } = await gateway.open();
    await follow(page, 'Providers');
    await page.getByRole('table', { name: 'Providers' }).getByText('Out', { exact: true }).waitFor();
    await screenshot(page, 'providers');
    await follow(page, 'Calls that went around a failure');
    await page.getByRole('table', { name: 'Calls' }).locator('tr[data-row]').first().click();
    await page.getByRole('list', { name: 'What happened, step by step' }).waitFor();
    watch.expectNone();
  });
});
