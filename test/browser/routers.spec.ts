import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AdminClient } from '../e2e/admin-client.js';
import { insertCall, insertGroup, insertJudged } from '../e2e/records-support.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { describeBrowser } from './support/describe-browser.js';
import { expectNoSidewaysScroll, expectNoViolations } from './support/expect-no-violations.js';
import { hostileNames } from './support/hostile-texts.js';
import { DARK, NARROW, screenshot, startConsole, type TestConsole } from './support/start-console.js';

const CHEAP = 'openai/gpt-oss-120b';
const QUICK =
  'Classify the sentiment of the following review as positive, negative or neutral. Answer with one word only. Review: The battery died after two days.';

describeBrowser('the screen of the routers', () => {
  let gateway: TestConsole;
  let operator: AdminClient;
  let tenant: Tenant;
  beforeAll(async () => {
    gateway = await startConsole();
    operator = new AdminClient(gateway.application.url);
  });
  beforeEach(async () => {
    tenant = await seedTenant(gateway.application.dataSource);
  });
  afterAll(() => gateway.stop());

  const list = (): string => `/p/${tenant.projectId}/routers`;
  const row = (): string => `${list()}/${tenant.routerId ?? ''}`;
  const saved = async () => (await operator.get(`/routers/${tenant.routerId ?? ''}`)).body as Saved;
  interface Saved {
    readonly name: string;
    readonly threshold: number | null;
    readonly tiers: {
      readonly big: string | null;
      readonly medium: string | null;
      readonly small: string | null;
    };
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const tier = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

  it('edits, tests, saves and restores a router by keyboard alone', async () => {
    const { page, watch } = await gateway.open({ path: list() });
    await page.getByRole('table', { name: 'Routers' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${row()}`);
    await page.getByRole('region', { name: 'Test' }).getByRole('textbox', { name: 'Request' }).focus();
    await page.keyboard.type(QUICK);
    const status = page.getByRole('region', { name: 'Test' }).getByRole('status');
    await expect.poll(() => status.textContent()).toMatch(/small.*gpt-oss-120b.*\$0\.\d+/);

    await tier(page, 'Small').focus();
    await page.keyboard.type('gpt-oss-20');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('slider', { name: 'Threshold' }).focus();
    // It is asked for a moment after the last key: what is faded by then, and what is not, is not yet what stays.
    const decided = page.waitForResponse(
      (answer) =>
        answer.url().endsWith('/routers/preview') &&
        answer.request().postData()?.includes('"threshold":0.99') === true,
    );
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await decided;
    await expect.poll(() => status.textContent()).toMatch(/Draft.*gpt-oss-20b.*Saved.*gpt-oss-120b/);
    // What is older than the draft is faded until the next answer.
    await expect.poll(() => page.locator('.is-old').count()).toBe(0);
    await expectNoViolations(page);
    await screenshot(page, 'routers-draft');
    await button(page, 'Save').focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await saved()).threshold).toBe(0.99);
    expect((await saved()).tiers.small).toBe('openai/gpt-oss-20b');

    const versions = page.getByRole('region', { name: 'Versions' });
    await versions.getByText('version 2').waitFor();
    expect(await versions.textContent()).toMatch(/Small: openai\/gpt-oss-120b → openai\/gpt-oss-20b/);
    await versions.getByRole('button', { name: 'Restore', exact: true }).focus();
    await page.keyboard.press('Enter');
    const asks = page.getByRole('dialog', { name: 'Restore version 1?' });
    await expectNoViolations(page);
    await asks.getByRole('button', { name: 'Restore' }).focus();
    await page.keyboard.press('Enter');
    await asks.waitFor({ state: 'detached' });
    expect(await saved()).toMatchObject({ threshold: null, tiers: { small: CHEAP } });
    watch.expectNone();
  });

  it('that is opened by a link asks for what needs nothing of the list beside it', async () => {
    const { page } = await gateway.open({ path: row() });
    await page.getByRole('region', { name: 'Versions' }).getByText('in force').waitFor();
    // Ends it: what a page that stands asks for news is not meant.
    await page.goto('about:blank');
    const asked: string[] = [];
    let areBeside = (): void => undefined;
    const beside = new Promise<void>((resolve) => (areBeside = resolve));
    await page.route('**/api/v1/admin/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      const name = pathname.split('/').at(-1) ?? '';
      asked.push(name);
      if (name === tenant.routerId) areBeside();
      // Were they asked for after it, the list would never come.
      if (name === 'routers') await beside;
      await route.continue();
    });
    await page.goto(`${gateway.url}/console${row()}`);
    await page.getByRole('region', { name: 'Versions' }).getByText('in force').waitFor();
    const ofScreen = asked.filter((name) => !['organizations', 'projects'].includes(name));
    expect(ofScreen.sort()).toEqual(['routers', tenant.routerId]);
  });

  it('lets two operators go on from either version when one router is edited twice', async () => {
    const [first, second] = [await gateway.open({ path: row() }), await gateway.open({ path: row() })];
    await tier(first.page, 'Big').fill('vendora/claude-opus-5-5');
    await first.page.keyboard.press('Enter');
    await second.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Theirs');
    await first.page.getByRole('slider', { name: 'Threshold' }).fill('0.3');
    await button(second.page, 'Save').click();
    await expect.poll(async () => (await saved()).name).toBe('Theirs');

    await button(first.page, 'Save').click();
    const alert = first.page.getByRole('alert').filter({ hasText: 'Somebody saved' });
    await expect.poll(() => alert.textContent()).toMatch(/version 1.*version 2, by the operator/);
    expect(await first.page.getByRole('slider', { name: 'Threshold' }).inputValue()).toBe('0.3');
    expect(await first.page.getByRole('table', { name: /Somebody saved/ }).textContent()).toMatch(
      /version 1.*version 2.*Your draft.*Name.*Default router.*Theirs.*Threshold.*none.*none.*0\.3/,
    );
    await expectNoViolations(first.page);
    await screenshot(first.page, 'routers-stale');
    expect((await saved()).threshold).toBeNull();
    await button(first.page, 'Continue with my draft').click();
    // Begun before the other saves again, so that it is out of date whenever the page reads anew.
    await second.page.getByRole('slider', { name: 'Threshold' }).fill('0.9');
    await button(first.page, 'Save').click();
    await expect.poll(async () => (await saved()).threshold).toBe(0.3);
    expect((await saved()).name).toBe('Theirs');
    first.watch.expectOnly(/status of 412/);

    await button(second.page, 'Save').click();
    await button(second.page, 'Take the saved version').click();
    expect(await second.page.getByRole('slider', { name: 'Threshold' }).inputValue()).toBe('0.3');
    second.watch.expectOnly(/status of 412/);
  });

  it('keeps a draft over a reload, and says what is wrong beside the field', async () => {
    const { page, watch } = await gateway.open({ path: row() });
    await tier(page, 'Medium').fill('no such model');
    await tier(page, 'Big').focus();
    await page.reload();
    await expect.poll(() => tier(page, 'Medium').inputValue()).toBe('no such model');
    await button(page, 'Save').click();
    await expect.poll(() => tier(page, 'Medium').getAttribute('aria-invalid')).toBe('true');
    expect((await saved()).tiers.medium).toBe('vendorb/gpt-6.1-terra');
    watch.expectOnly(/status of 400/);
    await button(page, 'Discard').click();
    expect(await tier(page, 'Medium').inputValue()).toBe('vendorb/gpt-6.1-terra');
  });

  it('decides a body of a call as calls are decided, and says what is wrong with it', async () => {
    const { page, watch } = await gateway.open({ path: row() });
    const typed = page.getByRole('textbox', { name: 'Request' });
    const status = page.getByRole('region', { name: 'Test' }).getByRole('status');
    await typed.fill('{"messages":[{"role":"user","content":"Hello, who are you?"}]}');
    await expect.poll(() => status.textContent()).toMatch(/strong.*claude-sonnet-5-5/);
    await typed.fill('{"messages":"none"}');
    await expect.poll(() => typed.getAttribute('aria-invalid')).toBe('true');
    watch.expectOnly(/status of 400/);
  });

  it('asks when typing pauses, not at each letter', async () => {
    const { page } = await gateway.open({ path: row() });
    const typed = page.getByRole('textbox', { name: 'Request' });
    await typed.waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    // As fast as nobody types, so that no letter is followed by a pause on a slow machine.
    await typed.evaluate((field: { value: string; dispatchEvent(event: Event): boolean }, text) => {
      for (let length = 1; length <= text.length; length += 1) {
        field.value = text.slice(0, length);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }, 'Translate into French: good morning');
    await expect
      .poll(() => page.getByRole('region', { name: 'Test' }).getByRole('status').textContent())
      .toMatch(/\$0\.\d+/);
    expect(asked.filter((url) => url.endsWith('/routers/preview')).length).toBeLessThan(6);
  });

  it('approves and dismisses what the record speaks for', async () => {
    const { dataSource } = gateway.application;
    await operator.patch(`/projects/${tenant.projectId}`, { permissions: { automatic_updates: false } });
    const groupId = await insertGroup(dataSource, tenant, { name: 'Label tickets' });
    const big = 'vendora/claude-sonnet-5-5';
    await insertCall(dataSource, tenant, { groupId, servedModel: big, routerId: tenant.routerId ?? '' });
    await insertJudged(dataSource, tenant, { groupId, model: big, succeeded: 20, judged: 20 });
    await insertJudged(dataSource, tenant, { groupId, model: CHEAP, succeeded: 49, judged: 50 });
    const { page, watch } = await gateway.open({ path: row() });
    const region = page.getByRole('region', { name: 'Recommendations' });
    await region.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    expect(await region.textContent()).toMatch(/98%.*interval.*Saving a month\$0\.\d+/s);
    await region.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect.poll(() => region.getByRole('button').count()).toBe(0);
    const groups = await operator.get(`/projects/${tenant.projectId}/groups`);
    expect(groups.body.data).toEqual([expect.objectContaining({ assigned_model: CHEAP })]);
    watch.expectNone();
  });

  it('creates a router, makes it serve auto, and deletes it', async () => {
    const { page, watch } = await gateway.open({ path: list() });
    await button(page, 'Create router').click();
    await page.keyboard.type('Cheap one');
    await tier(page, 'Big').fill(CHEAP);
    await page.keyboard.press('Enter');
    await button(page, 'Create').click();
    await page.getByRole('heading', { name: 'Router Cheap one' }).waitFor();
    await button(page, 'Make auto router').click();
    await button(page, 'Make auto router').waitFor({ state: 'detached' });
    await button(page, 'Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(`**${list()}`);
    await expect
      .poll(() => page.getByRole('table', { name: 'Routers' }).getByText('Cheap one').count())
      .toBe(0);
    watch.expectNone();
  });

  it('is usable at 320 px, in the dark and in forced colours, with hostile names, back and reload', async () => {
    for (const name of hostileNames(60))
      await operator.post(`/projects/${tenant.projectId}/routers`, { name, tiers: { big: CHEAP } });
    const { page, watch } = await gateway.open({ path: `${list()}?sort=name`, ...NARROW, ...DARK });
    await page.getByRole('table', { name: 'Routers' }).waitFor();
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'Default router' }).click();
    await page.waitForURL(`**${row()}?sort=name`);
    await button(page, 'Save').waitFor();
    await page.getByRole('textbox', { name: 'Request' }).fill('Translate into French: good morning');
    await expect
      .poll(() => page.getByRole('region', { name: 'Test' }).getByRole('status').textContent())
      .toMatch(/\$0\.\d+/);
    await expectNoSidewaysScroll(page);
    await expectNoViolations(page);
    await page.reload();
    await button(page, 'Save').waitFor();
    await screenshot(page, 'routers-narrow-dark');
    await page.goBack();
    await page.waitForURL(`**${list()}?sort=name`);
    expect(await page.title()).toBe('Routers · Console');
    watch.expectNone();
    const forced = await gateway.open({ path: row(), forcedColors: 'active' });
    await button(forced.page, 'Save').waitFor();
    await expectNoViolations(forced.page);
  });
});
