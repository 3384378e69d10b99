import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { AdminClient } from '../e2e/admin-client.js';
import { describeBrowser } from './support/describe-browser.js';
import { expectNoSidewaysScroll, expectNoViolations } from './support/expect-no-violations.js';
import { HOSTILE_TEXTS } from './support/hostile-texts.js';
import { DARK, NARROW, screenshot, startConsole, type TestConsole } from './support/start-console.js';

describeBrowser('the screen of the money', () => {
  let gateway: TestConsole;
  let operator: AdminClient;
  beforeAll(async () => {
    gateway = await startConsole();
    operator = new AdminClient(gateway.application.url);
  });
  afterAll(() => gateway.stop());

  const path = (): string => `/o/${gateway.tenant.organizationId}/money`;
  const organization = async () =>
    (await operator.get(`/organizations/${gateway.tenant.organizationId}`)).body;
  const ledger = async (query = '') =>
    (await operator.get(`/organizations/${gateway.tenant.organizationId}/ledger?limit=100${query}`)).body
      .data as { amount_usd: number; note: string | null }[];
  const addButton = (page: Page) =>
    page.getByRole('dialog', { name: 'Add credits' }).getByRole('button', { name: 'Add', exact: true });

  it('adds credits by keyboard alone, exactly, and shows them', async () => {
    const { page, watch } = await gateway.open({ path: path() });
    await page.getByRole('button', { name: 'Add credits' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('0.000000000001');
    await expectNoViolations(page);
    await page.keyboard.press('Tab');
    await page.keyboard.type(HOSTILE_TEXTS.html);
    await page.keyboard.press('Enter');
    await page.getByText('$0.000000000001 was added.').waitFor();
    const region = page.getByRole('region', { name: 'Balance' });
    await expect.poll(() => region.textContent()).toContain('$100.000000000001');
    const table = page.getByRole('table', { name: 'Ledger' });
    await expect.poll(() => table.locator('tr[data-row]').first().textContent()).toContain('$0.000000000001');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Add credits');
    await expectNoViolations(page);
    watch.expectNone();
  });

  it('credits once for a double click, and for a retry after an answer that was lost', async () => {
    const { page, watch } = await gateway.open({ path: path() });
    const credits = async () => (await ledger('&kind=credit')).filter(({ amount_usd }) => amount_usd === 7);
    await page.getByRole('button', { name: 'Add credits' }).click();
    await page.getByLabel('Amount').fill('7');
    await addButton(page).dblclick();
    await page.getByText('$7 was added.').waitFor();
    expect(await credits()).toHaveLength(1);

    let lost = 0;
    await page.route('**/credits', async (route) => {
      // It arrives, and its answer does not.
      await operator.post(
        `/organizations/${gateway.tenant.organizationId}/credits`,
        route.request().postData() ?? '',
      );
      lost += 1;
      await route.abort();
    });
    await page.getByRole('button', { name: 'Add credits' }).click();
    await page.getByLabel('Amount').fill('7');
    await addButton(page).click();
    await page.getByText('Whether it was added is not known.').waitFor();
    expect([lost, (await credits()).length]).toEqual([1, 2]);
    await page.unroute('**/credits');
    watch.expectOnly(/ERR_FAILED/);
    // What is typed and its key outlive the form and the page.
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Add credits' }).click();
    expect(await page.getByLabel('Amount').inputValue()).toBe('7');
    await addButton(page).click();
    await page.getByText('$7 was added.').waitFor();
    expect(await credits()).toHaveLength(2);
    watch.expectNone();
  });

  it('says what is wrong with an amount beside it, in the words of the API', async () => {
    const { page, watch } = await gateway.open({ path: path() });
    await page.getByRole('button', { name: 'Add credits' }).click();
    const amount = page.getByLabel('Amount');
    await amount.fill('1,5');
    await addButton(page).click();
    await expect.poll(() => amount.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByRole('alert').textContent()).toContain('amount_usd');
    await expectNoViolations(page);
    expect(await amount.inputValue()).toBe('1,5');
    watch.expectOnly(/status of 400/);
  });

  it('sets up alerts, says beside the field what is wrong, tries the address, and shows the secret on demand', async () => {
    const { page, watch } = await gateway.open({ path: path() });
    const region = page.getByRole('region', { name: 'Alerts' });
    const url = region.getByRole('textbox', { name: 'URL' });
    const save = region.getByRole('button', { name: 'Save' });
    await url.fill('https://example.com/<img src=x>');
    await region.getByRole('checkbox', { name: 'Low balance' }).check();
    await region.getByRole('checkbox', { name: 'Batch ended' }).check();
    await save.click();
    const below = region.getByRole('textbox', { name: 'Balance below' });
    await expect.poll(() => below.getAttribute('aria-invalid')).toBe('true');
    await below.fill('5.000000000001');
    await url.fill('http://169.254.169.254/');
    await save.click();
    await expect.poll(() => url.getAttribute('aria-invalid')).toBe('true');
    await expectNoViolations(page);
    watch.expectOnly(/status of 400/);
    // A port that nothing listens on, at an address that needs no look-up.
    await url.fill('https://93.184.216.34:9/hook');
    await save.click();
    await region.getByText('Saved.').waitFor();
    expect((await organization()).alerts).toMatchObject({
      url: 'https://93.184.216.34:9/hook',
      balance_below_usd: 5.000000000001,
      events: ['balance_below', 'batch_ended'],
    });
    await page.reload();
    await expect.poll(() => below.inputValue()).toBe('5.000000000001');
    expect(await region.getByRole('checkbox', { name: 'Card declined' }).isChecked()).toBe(false);

    const secret = region.getByRole('region', { name: 'Secret' });
    expect(await secret.count()).toBe(0);
    await region.getByRole('button', { name: 'Show secret' }).click();
    const shown = await secret.textContent();
    await region.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    await expect.poll(async () => (await secret.textContent()) !== shown).toBe(true);
    await region.getByRole('button', { name: 'Last deliveries' }).click();
    await region.getByText('Nothing was told').waitFor();
    await expectNoViolations(page);
    await region.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await region.getByText('Nothing is told yet.').waitFor();
    expect((await organization()).alerts).toBe(null);
    watch.expectNone();
  });

  it('saves a card and what is reloaded, and says a card that is declined', async () => {
    const { page, watch } = await gateway.open({ path: path() });
    await page.getByLabel('Payment method').fill('pm_sandbox_nothing');
    await page.getByRole('button', { name: 'Save card' }).click();
    await page.getByRole('alert').waitFor();
    watch.expectOnly(/status of 40[02]/);
    await page.getByLabel('Payment method').fill('pm_sandbox_ok');
    await page.getByRole('button', { name: 'Save card' }).click();
    await page.getByRole('button', { name: 'Remove card' }).waitFor();

    const amount = page.getByLabel('Top up by');
    await page.getByLabel('Threshold').fill('5');
    await amount.fill('20.001');
    await page
      .getByRole('region', { name: 'Reload' })
      .getByRole('button', { name: 'Save', exact: true })
      .click();
    await expect.poll(() => amount.getAttribute('aria-invalid')).toBe('true');
    watch.expectOnly(/status of 400/);
    await amount.fill('20.5');
    await page.reload();
    await amount.waitFor();
    expect(await amount.inputValue()).toBe('20.5');
    await page
      .getByRole('region', { name: 'Reload' })
      .getByRole('button', { name: 'Save', exact: true })
      .click();
    await page.getByText('Saved.').waitFor();
    expect((await organization()).auto_reload).toEqual({
      enabled: false,
      threshold_usd: 5,
      amount_usd: 20.5,
    });

    await page.getByRole('button', { name: 'Remove card' }).click();
    const asks = page.getByRole('dialog', { name: 'Remove this card?' });
    await asks.getByRole('button', { name: 'Remove card' }).click();
    await asks.waitFor({ state: 'detached' });
    expect((await organization()).card).toBeNull();
    watch.expectNone();
  });

  it('lets two people who edit reload at once go on from either version', async () => {
    await operator.patch(`/organizations/${gateway.tenant.organizationId}`, {
      auto_reload: { enabled: false, threshold_usd: 5, amount_usd: 20 },
    });
    const [first, second] = [await gateway.open({ path: path() }), await gateway.open({ path: path() })];
    const reload = (page: Page) => page.getByRole('region', { name: 'Reload' });
    const threshold = (page: Page) => reload(page).getByRole('textbox', { name: 'Threshold' });
    const amount = (page: Page) => reload(page).getByRole('textbox', { name: 'Top up by' });
    const save = (page: Page) => reload(page).getByRole('button', { name: 'Save' });
    await threshold(first.page).fill('3.5');
    await amount(second.page).fill('77');
    await save(second.page).click();
    await expect.poll(async () => (await organization()).auto_reload.amount_usd).toBe(77);
    await save(first.page).click();
    const compared = first.page.getByRole('table', { name: /^Somebody changed/ });
    await compared.waitFor();
    expect(await compared.textContent()).toMatch(/Began with.*Saved now.*Your draft.*3\.5.*77/);
    expect(await threshold(first.page).inputValue()).toBe('3.5');
    await expectNoViolations(first.page);
    await screenshot(first.page, 'money-stale');
    expect((await organization()).auto_reload.threshold_usd).not.toBe(3.5);
    await first.page.getByRole('button', { name: 'Continue with my draft' }).click();
    await save(first.page).click();
    await expect
      .poll(async () => (await organization()).auto_reload)
      .toMatchObject({ threshold_usd: 3.5, amount_usd: 77 });
    first.watch.expectOnly(/status of 412/);
    second.watch.expectNone();
  });

  it('lets two people who edit alerts at once go on from either version, and turns off nothing unseen', async () => {
    const { organizationId } = gateway.tenant;
    const at = `/organizations/${organizationId}/alerts`;
    const [first, second] = [await gateway.open({ path: path() }), await gateway.open({ path: path() })];
    const alerts = (page: Page) => page.getByRole('region', { name: 'Alerts', exact: true });
    const address = (page: Page) => alerts(page).getByRole('textbox', { name: 'URL' });
    const save = (page: Page) => alerts(page).getByRole('button', { name: 'Save' });
    await address(first.page).fill('https://1.1.1.1/mine');
    await alerts(first.page).getByRole('checkbox').last().check();
    await operator.put(at, { url: 'https://1.1.1.1/theirs', events: ['batch_ended'] });
    await save(first.page).click();
    const compared = first.page.getByRole('table', { name: /^Somebody changed the alerts/ });
    await compared.waitFor();
    expect(await compared.textContent()).toMatch(/Began with.*Saved now.*Your draft.*theirs.*mine/);
    expect(await address(first.page).inputValue()).toBe('https://1.1.1.1/mine');
    await expectNoViolations(first.page);
    expect((await operator.get(at)).body.url).toBe('https://1.1.1.1/theirs');
    await first.page.reload();
    await compared.waitFor();
    await first.page.getByRole('button', { name: 'Take the saved version' }).click();
    await expect.poll(() => address(first.page).inputValue()).toBe('https://1.1.1.1/theirs');
    first.watch.expectOnly(/status of 412/);

    await second.page.reload();
    await alerts(second.page).getByRole('button', { name: 'Turn off' }).click();
    await operator.put(at, { url: 'https://1.1.1.1/theirs', events: ['limit_50'] });
    const asks = second.page.getByRole('dialog');
    await asks.getByRole('button', { name: 'Turn off' }).click();
    await asks.getByRole('alert').waitFor();
    expect((await operator.get(at)).body.events).toEqual(['limit_50']);
    second.watch.expectOnly(/status of 412/);
    await operator.delete(at);
  });

  it('filters the ledger with the names of the API, with back and reload, and proves the balance', async () => {
    const { page, watch } = await gateway.open({ path: path() });
    const table = page.getByRole('table', { name: 'Ledger' });
    await table.waitFor();
    const rows = async () => (await table.locator('tr[data-row]').all()).length;
    await page.getByLabel('Kind').selectOption({ label: 'Call' });
    await page.waitForURL('**/money?kind=usage');
    await page.getByText('No movements here').waitFor();
    await page.goBack();
    await table.waitFor();
    const all = await rows();
    await page.getByLabel('Reference').fill(gateway.tenant.organizationId);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/money?reference=${gateway.tenant.organizationId}`);
    await expect.poll(rows).toBe(1);
    await page.reload();
    await table.waitFor();
    expect(await rows()).toBe(1);
    await page.goBack();
    await expect.poll(rows).toBe(all);
    await page.getByRole('button', { name: 'Check the ledger' }).click();
    await page.getByText('exactly the balance').waitFor();
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    expect((await file).suggestedFilename()).toBe(`ledger-${gateway.tenant.organizationId}.csv`);
    watch.expectNone();
  });

  it("shows an organization its money, and that credits are the operator's", async () => {
    const { token } = await operator.createToken(gateway.tenant.organizationId);
    const { page, watch } = await gateway.open({ path: path(), token });
    await page.getByRole('table', { name: 'Ledger' }).waitFor();
    expect(await page.getByRole('button', { name: 'Add credits' }).count()).toBe(0);
    await page.getByText('Credits are added by the operator').waitFor();
    watch.expectNone();
  });

  it.each([
    ['light', {}],
    ['narrow and dark', { ...NARROW, ...DARK }],
    ['in forced colors', { forcedColors: 'active' as const }],
  ])('is usable %s', async (name, options) => {
    const { page, watch } = await gateway.open({ ...options, path: path() });
    await page.getByRole('table', { name: 'Ledger' }).waitFor();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    await screenshot(page, `money ${name}`);
    watch.expectNone();
  });
});
