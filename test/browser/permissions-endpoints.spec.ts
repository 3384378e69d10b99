import { afterAll, beforeAll, expect, it } from 'vitest';
import { AdminClient } from '../e2e/admin-client.js';
import { describeBrowser } from './support/describe-browser.js';
import { expectNoSidewaysScroll, expectNoViolations } from './support/expect-no-violations.js';
import { DARK, NARROW, startConsole, type TestConsole } from './support/start-console.js';

describeBrowser('what a project may do, and its own endpoints', () => {
  let gateway: TestConsole;
  beforeAll(async () => {
    gateway = await startConsole();
  });
  afterAll(() => gateway.stop());

  const path = (screen: string): string => `/p/${gateway.tenant.projectId}/${screen}`;

  it('switches a permission by keyboard, for the next call and after a reload', async () => {
    const operator = new AdminClient(gateway.application.url);
    const permissions = async () =>
      (await operator.get(`/projects/${gateway.tenant.projectId}`)).body.permissions as Record<
        string,
        boolean
      >;
    const { page, watch } = await gateway.open({ path: path('permissions') });
    const toggle = page.getByRole('switch', { name: 'Token compression' });
    await toggle.focus();
    const before = (await permissions())['token_compression'];
    await page.keyboard.press('Space');
    await expect.poll(async () => (await permissions())['token_compression']).toBe(!before);
    await expect.poll(() => toggle.isChecked()).toBe(!before);
    await page.reload();
    await expect.poll(() => toggle.isChecked()).toBe(!before);
    for (const name of ['Smart routing', 'Automatic updates', 'Chinese models'])
      expect(await page.getByRole('switch', { name }).count()).toBe(1);
    await expectNoViolations(page);
    watch.expectNone();
  });

  it('names a model by an alias, says beside the field what is wrong, changes and deletes it', async () => {
    const { page, watch } = await gateway.open({ path: path('permissions') });
    const region = page.getByRole('region', { name: 'Aliases' });
    await region.getByText('There are none yet.').waitFor();
    await region.getByRole('button', { name: 'Add alias' }).click();
    const name = page.getByRole('textbox', { name: 'Alias' });
    await name.fill('GPT-6.1-terra');
    await page.getByRole('combobox', { name: 'Model' }).fill('vendorb/gpt-6.1-terra');
    await page.keyboard.press('Tab');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
    await expectNoViolations(page);
    watch.expectOnly(/status of 400/);
    await name.fill('support-bot');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const row = region.getByRole('listitem').filter({ hasText: 'support-bot → vendorb/gpt-6.1-terra' });
    await row.waitFor();
    await row.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('combobox', { name: 'Model' }).fill('vendora/claude-sonnet-5-5');
    await page.keyboard.press('Tab');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await region.getByText('support-bot → vendora/claude-sonnet-5-5').waitFor();
    await region.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await region.getByText('There are none yet.').waitFor();
    await expectNoViolations(page);
    watch.expectNone();
  });

  it('registers an endpoint, says beside the field what is wrong, changes and deletes it', async () => {
    const { page, watch } = await gateway.open({ path: path('endpoints') });
    await page.getByRole('button', { name: 'Register endpoint' }).click();
    await page.getByRole('textbox', { name: 'Model', exact: true }).fill('llama3:8b');
    const address = page.getByRole('textbox', { name: 'Base URL' });
    await address.fill('http://169.254.169.254/v1');
    await page.getByLabel('API key').fill('key-of-my-server');
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await expect.poll(() => address.getAttribute('aria-invalid')).toBe('true');
    await expectNoViolations(page);
    watch.expectOnly(/status of 400/);

    await address.fill('https://93.184.216.34/v1?api-version=1');
    const headers = page.getByRole('textbox', { name: 'Headers' });
    await headers.fill('host: elsewhere');
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await expect.poll(() => headers.getAttribute('aria-invalid')).toBe('true');
    watch.expectOnly(/status of 400/);
    await headers.fill('x-team: value-of-my-header');
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'llama3:8b' });
    await row.waitFor();
    await row.filter({ hasText: 'x-team' }).filter({ hasText: '?api-version=1' }).waitFor();
    expect(await page.content()).not.toMatch(/key-of-my-server|value-of-my-header/);

    await row.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('textbox', { name: 'Model at the server' }).fill('<img src=x onerror=alert(1)>');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await row.filter({ hasText: '<img src=x' }).waitFor();
    await expectNoViolations(page);

    await row.getByRole('button', { name: 'Delete', exact: true }).click();
    const asks = page.getByRole('dialog', { name: 'Delete this endpoint?' });
    await asks.getByRole('button', { name: 'Delete', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByText('No endpoints').waitFor();
  });

  it.each([
    ['permissions', 'narrow', NARROW],
    ['permissions', 'dark', DARK],
    ['endpoints', 'narrow', NARROW],
    ['endpoints', 'dark', DARK],
  ])('the screen of the %s is usable %s', async (screen, _name, options) => {
    const { page, watch } = await gateway.open({ path: path(screen), ...options });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page
      .getByText(/Register it here|What the gateway may do/)
      .first()
      .waitFor();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    watch.expectNone();
  });
});
