import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AdminClient } from '../e2e/admin-client.js';
import { insertCall, insertGroup, insertJudged } from '../e2e/records-support.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { describeBrowser } from './support/describe-browser.js';
import { expectNoSidewaysScroll, expectNoViolations } from './support/expect-no-violations.js';
import { hostileNames } from './support/hostile-texts.js';
import { DARK, NARROW, screenshot, startConsole, type TestConsole } from './support/start-console.js';

const BIG = 'vendora/claude-sonnet-5-5';
const CHEAP = 'openai/gpt-oss-120b';

describeBrowser('the screen of the task groups', () => {
  let gateway: TestConsole;
  let operator: AdminClient;
  let tenant: Tenant;
  let groupId: string;
  beforeAll(async () => {
    gateway = await startConsole();
    operator = new AdminClient(gateway.application.url);
  });
  /** A group that Big serves, and whose record speaks for a cheaper model. */
  beforeEach(async () => {
    const { dataSource } = gateway.application;
    tenant = await seedTenant(dataSource);
    await operator.patch(`/projects/${tenant.projectId}`, { permissions: { automatic_updates: false } });
    groupId = await insertGroup(dataSource, tenant, { name: 'Label tickets' });
    await insertCall(dataSource, tenant, { groupId, servedModel: BIG, routerId: tenant.routerId ?? '' });
    await insertJudged(dataSource, tenant, { groupId, model: BIG, succeeded: 20, judged: 20 });
    await insertJudged(dataSource, tenant, { groupId, model: CHEAP, succeeded: 49, judged: 50 });
  });
  afterAll(() => gateway.stop());

  const list = (): string => `/p/${tenant.projectId}/groups`;
  const assigned = async (): Promise<unknown> =>
    (await operator.get(`/projects/${tenant.projectId}/groups`)).body.data[0].assigned_model;
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const picker = (page: Page) => page.getByRole('combobox', { name: 'Assigned model', exact: true });

  const options = (page: Page) => page.getByRole('listbox').getByRole('option');

  it('assigns a cheaper model in the list, and takes it back, by keyboard alone', async () => {
    const { page, watch } = await gateway.open({ path: list() });
    await picker(page).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => options(page).count()).toBeGreaterThan(20);
    await page.keyboard.type('oss 120');
    await expect.poll(() => options(page).count()).toBe(1);
    await expectNoViolations(page);
    await screenshot(page, 'groups-assigning');
    await page.keyboard.press('Enter');
    await expect.poll(assigned).toBe(CHEAP);
    await page
      .getByRole('status')
      .getByText(`Label tickets: every call goes to ${CHEAP} from now on.`)
      .waitFor();
    await expectNoViolations(page);
    await button(page, 'Undo').focus();
    await page.keyboard.press('Enter');
    await expect.poll(assigned).toBeNull();
    await picker(page).fill(CHEAP);
    await page.keyboard.press('Tab');
    await expect.poll(assigned).toBe(CHEAP);
    await picker(page).fill('');
    await page.keyboard.press('Enter');
    await expect.poll(assigned).toBeNull();
    watch.expectNone();
  });

  it('opens a group with its records, assigns by one press there, and leads to its calls', async () => {
    const { page, watch } = await gateway.open({ path: `${list()}?sort=-requests` });
    await page.getByRole('table', { name: 'Task groups' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${list()}/${groupId}?sort=-requests`);
    const records = page.getByRole('table', { name: 'Records' });
    expect(await records.textContent()).toMatch(/98% \(89\.5% to 99\.7%\).*50/);
    await expectNoViolations(page);
    await screenshot(page, 'groups-open');
    await records
      .getByRole('row', { name: CHEAP })
      .getByRole('button', { name: 'Assign', exact: true })
      .click();
    await expect.poll(assigned).toBe(CHEAP);
    await button(page, 'Unassign').click();
    await expect.poll(assigned).toBeNull();
    await page.reload();
    await page.getByRole('link', { name: 'Calls of this group' }).click();
    await page.waitForURL(new RegExp(`/calls\\?from=.*&group=${groupId}`));
    await page.goBack();
    await records.waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(`**${list()}?sort=-requests`);
    watch.expectNone();
  });

  it('says in the words of the API what cannot be assigned, and keeps it beside', async () => {
    const { page, watch } = await gateway.open({ path: `${list()}/${groupId}` });
    await picker(page).fill('no/such-model at all');
    await page.keyboard.press('Enter');
    await expect.poll(() => picker(page).getAttribute('aria-invalid')).toBe('true');
    expect(await picker(page).inputValue()).toBe('no/such-model at all');
    watch.expectOnly(/status of 400/);
    expect(await assigned()).toBeNull();
  });

  it('shows what the record speaks for with its evidence, and takes no for an answer', async () => {
    const { page, watch } = await gateway.open({ path: list() });
    const region = page.getByRole('region', { name: 'Recommendations' });
    await button(page, 'Dismiss').waitFor();
    expect(await region.textContent()).toMatch(/49 of 50.*98%.*Saving a month\$0\.\d+.*-2 points/s);
    await expectNoViolations(page);
    await screenshot(page, 'groups');
    await button(page, 'Dismiss').click();
    await button(page, 'Dismiss').waitFor({ state: 'detached' });
    expect(await assigned()).toBeNull();
    watch.expectNone();
  });

  it('is usable at 320 px, in the dark and in forced colours, with hostile names', async () => {
    const { dataSource } = gateway.application;
    for (const name of hostileNames(200)) await insertGroup(dataSource, tenant, { name });
    const { page, watch } = await gateway.open({ path: list(), ...NARROW, ...DARK });
    await page.getByRole('table', { name: 'Task groups' }).waitFor();
    await expectNoSidewaysScroll(page);
    await expectNoViolations(page);
    await page.getByRole('link', { name: 'Label tickets' }).click();
    await picker(page).click();
    await expect.poll(() => options(page).count()).toBeGreaterThan(20);
    await expectNoSidewaysScroll(page);
    await screenshot(page, 'groups-narrow-dark');
    expect(await page.title()).toBe('Task groups · Console');
    watch.expectNone();
    const forced = await gateway.open({ path: `${list()}/${groupId}`, forcedColors: 'active' });
    await button(forced.page, 'Approve').waitFor();
    await expectNoViolations(forced.page);
    await screenshot(forced.page, 'groups-forced');
  });

  it('says what would fill it', async () => {
    const empty = await seedTenant(gateway.application.dataSource);
    const { page, watch } = await gateway.open({ path: `/p/${empty.projectId}/groups` });
    await page.getByText('No task groups').waitFor();
    await expectNoViolations(page);
    watch.expectNone();
  });
});
