import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AdminClient } from '../e2e/admin-client.js';
import { seedTenant } from '../support/seed.js';
import { describeBrowser } from './support/describe-browser.js';
import { expectNoSidewaysScroll, expectNoViolations } from './support/expect-no-violations.js';
import { HOSTILE_TEXTS } from './support/hostile-texts.js';
import { DARK, NARROW, screenshot, startConsole, type TestConsole } from './support/start-console.js';

describeBrowser('the playground', () => {
  let gateway: TestConsole;
  let operator: AdminClient;
  beforeAll(async () => {
    // Slow enough that an answer can be stopped.
    gateway = await startConsole({ pace: 6 });
    operator = new AdminClient(gateway.application.url);
  });
  afterAll(() => gateway.stop());

  const path = (projectId = gateway.tenant.projectId): string => `/p/${projectId}/playground`;
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
  const receipt = (page: Page) => page.getByRole('region', { name: 'Receipt' });
  const idOf = async (page: Page): Promise<string> =>
    (
      (await receipt(page)
        .getByRole('link', { name: /^Call call_/ })
        .textContent()) ?? ''
    ).replace('Call ', '');

  it('sends a call, streams its answer and shows its receipt, by keyboard alone', async () => {
    const { page, watch } = await gateway.open({ path: path() });
    await field(page, 'System').focus();
    await page.keyboard.type('Be short.');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Hello, who are you?');
    await button(page, 'Send').focus();
    await page.keyboard.press('Enter');
    await receipt(page).getByText('Why this model').waitFor();
    expect(await page.getByRole('region', { name: 'Answer' }).first().textContent()).toContain('Answered.');
    const call = (await operator.get(`/calls/${await idOf(page)}`)).body;
    expect(call).toMatchObject({ key_name: 'Console', status: 200, stream: true });
    const shown = (await receipt(page).textContent()) ?? '';
    for (const told of [call.served_model, call.tier, call.reasons[0]]) expect(shown).toContain(told);
    expect(Number(/\$(\d+\.\d+)/.exec(shown)?.[1])).toBe(call.billed_usd);
    await expectNoViolations(page);
    await screenshot(page, 'playground');
    await receipt(page)
      .getByRole('link', { name: /^Call call_/ })
      .focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/calls/${call.id}`);
    watch.expectNone();
  });

  it('stops an answer, which is billed up to there', async () => {
    const { page, watch } = await gateway.open({ path: path() });
    await field(page, 'Message').fill('Hello, who are you, and what do you do all day?');
    await button(page, 'Send').click();
    await page.getByRole('region', { name: 'Text of the answer' }).waitFor();
    await button(page, 'Stop').click();
    await expect
      .poll(() => page.getByRole('region', { name: 'Answer', exact: true }).textContent())
      .toContain('Stopped.');
    await receipt(page).getByText('Why this model').waitFor();
    expect(await field(page, 'Message').inputValue()).toContain('all day');
    expect((await operator.get(`/calls/${await idOf(page)}`)).body).toMatchObject({ status: 499 });
    watch.expectOnly(/status of 404/);
  });

  it('says errors in the words of the API beside their fields, and loses nothing that was typed', async () => {
    const { page, watch } = await gateway.open({ path: path() });
    const model = page.getByRole('combobox', { name: 'Model', exact: true });
    await model.fill('claude-nothing-9');
    await field(page, 'Message').fill('Hi');
    await button(page, 'Send').click();
    await expect.poll(() => model.getAttribute('aria-invalid')).toBe('true');
    watch.expectOnly(/status of 4\d\d/);
    await page.reload();
    await expect.poll(() => model.inputValue()).toBe('claude-nothing-9');
    expect(await field(page, 'Message').inputValue()).toBe('Hi');
  });

  it('has the simulated providers fail, and the receipt says what was asked instead and why', async () => {
    const { page, watch } = await gateway.open({ path: path() });
    const faults = page.getByRole('region', { name: 'Simulated faults' });
    await faults.getByRole('button', { name: 'Show faults' }).focus();
    await page.keyboard.press('Enter');
    await faults.getByText('None in force').waitFor();
    await field(page, 'Faults').fill('nothing');
    await button(page, 'Set faults').click();
    await expect.poll(() => field(page, 'Faults').getAttribute('aria-invalid')).toBe('true');
    expect(await faults.getByRole('alert').textContent()).toContain('pattern=act@share');
    await expectNoViolations(page);
    watch.expectOnly(/status of 400/);
    await page.reload();
    await faults.getByRole('button', { name: 'Show faults' }).click();
    await expect.poll(() => field(page, 'Faults').inputValue()).toBe('nothing');
    await operator.patch(`/routers/${gateway.tenant.routerId}`, { fallback: { on: ['outage'] } });
    const { body: router } = await operator.get(`/routers/${gateway.tenant.routerId}`);
    const first = router.in_force.big.model as string;
    await field(page, 'Faults').fill(`${first}=529`);
    await button(page, 'Set faults').click();
    await faults.getByRole('status').getByText(`${first}=529`).waitFor();
    await field(page, 'Message').fill('Hello, who are you?');
    await button(page, 'Send').click();
    const steps = receipt(page).getByRole('list', { name: 'What happened, step by step' });
    await steps.waitFor();
    const told = await steps.getByRole('listitem').allTextContents();
    expect(told[0]).toMatch(/Asked first:.*overloaded.*\(529\)/s);
    expect(told[0]).toContain(first);
    expect(told.at(-1)).toMatch(/another model that may serve.*it answered\./s);
    await expectNoViolations(page);
    await screenshot(page, 'playground-faults');
    await button(page, 'Clear faults').click();
    await faults.getByText('None in force').waitFor();
    await receipt(page)
      .getByRole('link', { name: /^Call call_/ })
      .click();
    const attempts = page.getByRole('region', { name: 'Attempts' });
    await attempts.getByText('overloaded').waitFor();
    expect(await attempts.getByRole('table').textContent()).toContain('outage-fallback');
    await expectNoViolations(page);
    await screenshot(page, 'call-around-a-failure');
    watch.expectNone();
  });

  it('says that there is no money for it', async () => {
    const poor = await seedTenant(gateway.application.dataSource, { balanceUsd: '0' });
    const { page, watch } = await gateway.open({ path: path(poor.projectId) });
    await field(page, 'Message').fill('Hi');
    await button(page, 'Send').click();
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/credit|balance/i);
    expect(await receipt(page).count()).toBe(0);
    watch.expectOnly(/status of 402/);
  });

  it('copies a command and code that carry a placeholder in place of the key', async () => {
    const { page } = await gateway.open({ path: path(), permissions: ['clipboard-read', 'clipboard-write'] });
    const copied = async (name: string): Promise<string> => {
      await button(page, name).click();
      await page.getByRole('status').getByText('Copied').first().waitFor();
      return page.evaluate<string>('navigator.clipboard.readText()');
    };
    const hostile = Object.values(HOSTILE_TEXTS).join(' ').slice(0, 600);
    await field(page, 'Message').fill(`It's $(touch nothing) ${hostile}`);
    const command = await copied('Copy as curl');
    expect(command).toContain(`${gateway.url}/api/v1/openai/chat/completions`);
    const env = { ...process.env, GATEWAY_KEY: gateway.tenant.apiKey };
    const answer = await promisify(execFile)('sh', ['-c', command.replace(/^curl/, 'curl -sS')], { env });
    expect(JSON.parse(answer.stdout)).toMatchObject({ object: 'chat.completion' });
    const code = await copied('Copy as code');
    expect(code).toContain("import OpenAI from 'openai'");
    expect(code).toContain('process.env.GATEWAY_KEY');
    for (const secret of ['svc_live_', 'svc_admin']) expect(command + code).not.toContain(secret);
  });

  it('is usable at 320 px, in the dark and in forced colours, and shows a hostile answer as text', async () => {
    const { page, watch } = await gateway.open({ path: path(), ...NARROW, ...DARK });
    await field(page, 'Message').fill(HOSTILE_TEXTS.html + HOSTILE_TEXTS.markdown + HOSTILE_TEXTS.long);
    await button(page, 'Send').click();
    await receipt(page).getByText('Why this model').waitFor();
    await expectNoSidewaysScroll(page);
    await expectNoViolations(page);
    expect(await page.title()).toBe('Playground · Console');
    await screenshot(page, 'playground-narrow-dark');
    watch.expectNone();
    const forced = await gateway.open({ path: path(), forcedColors: 'active' });
    await button(forced.page, 'Send').waitFor();
    await expectNoViolations(forced.page);
  });
});
