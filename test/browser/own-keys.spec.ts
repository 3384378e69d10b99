import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { AdminClient } from '../e2e/admin-client.js';
import { describeBrowser } from './support/describe-browser.js';
import { expectNoSidewaysScroll, expectNoViolations } from './support/expect-no-violations.js';
import { DARK, NARROW, screenshot, startConsole, type TestConsole } from './support/start-console.js';

const SECRET = 'sk-own-of-this-test-0123456789';

describeBrowser("a project's own provider keys", () => {
  let gateway: TestConsole;
  let operator: AdminClient;
  beforeAll(async () => {
    gateway = await startConsole();
    operator = new AdminClient(gateway.application.url);
  });
  afterAll(() => gateway.stop());

  const path = (): string => `/p/${gateway.tenant.projectId}/keys`;
  const kept = async () =>
    (await operator.get(`/projects/${gateway.tenant.projectId}/provider-keys`)).body.data as unknown[];
  const rowOf = (page: Page, provider: string) =>
    page.getByRole('list', { name: 'Own provider keys' }).getByRole('listitem').filter({ hasText: provider });
  const typedKey = (page: Page) => page.getByLabel('Provider API key');
  const fallsBack = (page: Page) => page.getByRole('checkbox', { name: 'Fall back to the accounts' });
  const stored = (page: Page) =>
    page.evaluate<string>('JSON.stringify([{...localStorage}, {...sessionStorage}, location.href])');

  it('are set, replaced and deleted by keyboard alone, and are kept nowhere in the browser', async () => {
    const { page, watch } = await gateway.open({ path: path() });
    await rowOf(page, 'Provider B').getByRole('button', { name: 'Set', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Set your own key at Provider B' }).waitFor();
    await page.keyboard.type(SECRET);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await typedKey(page).getAttribute('type')).toBe('password');
    expect(await stored(page)).not.toContain(SECRET);
    await expectNoViolations(page);
    await typedKey(page).focus();
    await page.keyboard.press('Enter');
    await rowOf(page, 'Provider B').getByText('an account of the gateway answers').waitFor();
    expect(await kept()).toMatchObject([{ provider: 'provider_b', fall_back_to_system: true }]);
    expect((await page.content()) + (await stored(page))).not.toContain(SECRET);
    await screenshot(page, 'own-keys');

    await rowOf(page, 'Provider B').getByRole('button', { name: 'Replace' }).click();
    await page.getByRole('dialog', { name: 'Replace your own key at Provider B' }).waitFor();
    expect([await typedKey(page).inputValue(), await fallsBack(page).isChecked()]).toEqual(['', true]);
    await fallsBack(page).uncheck();
    await typedKey(page).fill(SECRET);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await rowOf(page, 'Provider B').getByText('reaches the caller as it came').waitFor();

    await rowOf(page, 'Provider B').getByRole('button', { name: 'Delete' }).click();
    const asks = page.getByRole('dialog', { name: 'Delete this own key?' });
    await expectNoViolations(page);
    await asks.getByRole('button', { name: 'Delete' }).click();
    await rowOf(page, 'Provider B').getByText('None: calls go out on the accounts').waitFor();
    expect(await kept()).toEqual([]);
    watch.expectNone();
  });

  it('that are refused stand with the reason beside them; a reload keeps what is no secret', async () => {
    const { page, watch } = await gateway.open({ path: path() });
    await rowOf(page, 'Marketplace').getByRole('button', { name: 'Set', exact: true }).click();
    await typedKey(page).fill('two words');
    await fallsBack(page).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => typedKey(page).getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByRole('alert').textContent()).toContain('printable ASCII');
    expect([await typedKey(page).inputValue(), await fallsBack(page).isChecked()]).toEqual([
      'two words',
      true,
    ]);
    await expectNoViolations(page);
    expect(await kept()).toEqual([]);
    watch.expectOnly(/status of 400/);
    await page.reload();
    await rowOf(page, 'Marketplace').getByRole('button', { name: 'Set', exact: true }).click();
    expect([await typedKey(page).inputValue(), await fallsBack(page).isChecked()]).toEqual(['', true]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it.each([
    ['narrow', NARROW],
    ['dark', DARK],
    ['in forced colours', { forcedColors: 'active' as const }],
  ])('are usable %s', async (name, options) => {
    const { page, watch } = await gateway.open({ path: path(), ...options });
    await rowOf(page, 'Provider A').waitFor();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    await rowOf(page, 'Provider A').getByRole('button', { name: 'Set', exact: true }).click();
    await typedKey(page).waitFor();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    await screenshot(page, `own-keys ${name}`);
    watch.expectNone();
  });
});
