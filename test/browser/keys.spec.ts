import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { request } from 'undici';
import { AdminClient } from '../e2e/admin-client.js';
import { describeBrowser } from './support/describe-browser.js';
import { expectNoViolations } from './support/expect-no-violations.js';
import { hostileNames } from './support/hostile-texts.js';
import { startConsole, type TestConsole } from './support/start-console.js';

describeBrowser('the screen of the keys', () => {
  let gateway: TestConsole;
  beforeAll(async () => {
    gateway = await startConsole();
  });
  afterAll(() => gateway.stop());

  const path = (): string => `/p/${gateway.tenant.projectId}/keys`;

  it('creates a key that works, shows it once, and revokes it, by keyboard alone', async () => {
    const { page, watch } = await gateway.open({ path: path() });
    await page.getByRole('button', { name: 'Create key' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Enter');
    const created = page.getByRole('dialog', { name: 'Your new key' });
    await created.waitFor();
    await expectNoViolations(page);
    const key = (await created.getByRole('region', { name: 'API key' }).textContent()) ?? '';
    expect(await statusOf(key)).toBe(200);
    await created.getByRole('button', { name: 'Done' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.content()).not.toContain(key);

    await revokeOf(page, 'By keyboard').focus();
    await page.keyboard.press('Enter');
    const asks = page.getByRole('dialog', { name: 'Revoke this key?' });
    await expectNoViolations(page);
    await asks.getByRole('button', { name: 'Revoke' }).focus();
    await page.keyboard.press('Enter');
    await asks.waitFor({ state: 'detached' });
    await expect.poll(() => revokeOf(page, 'By keyboard').count()).toBe(0);
    await expect.poll(() => statusOf(key)).toBe(401);
    watch.expectNone();
  });

  const revokeOf = (page: Page, name: string) =>
    page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: 'Revoke', exact: true });

  const statusOf = async (key: string): Promise<number> => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await request(`${gateway.application.url}/api/v1/key`, { headers });
    await answer.body.dump();
    return answer.statusCode;
  };

  it('bounds a key, says what is left of it, and shuts it off and on again', async () => {
    const { page, watch } = await gateway.open({ path: path() });
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Bounded');
    await page.getByRole('textbox', { name: 'Limit (USD)' }).fill('0.5');
    await page.getByRole('combobox', { name: 'Period' }).selectOption('day');
    await page.getByRole('textbox', { name: 'Models' }).fill('no such model');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'models[0]' }).waitFor();
    await expectNoViolations(page);
    await page.getByRole('textbox', { name: 'Models' }).fill('openai/*');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const created = page.getByRole('dialog', { name: 'Your new key' });
    await created.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Bounded' });
    const meter = row.getByRole('meter', { name: 'Spent of the limit' });
    expect(await meter.getAttribute('aria-valuetext')).toBe('$0 of $0.5 a day (UTC)');

    await row.getByRole('button', { name: 'Edit' }).click();
    const edits = page.getByRole('dialog', { name: 'Edit an API key' });
    expect(await edits.getByRole('textbox', { name: 'Models' }).inputValue()).toBe('openai/*');
    await edits.getByRole('textbox', { name: 'Limit (USD)' }).fill('');
    await edits.getByRole('button', { name: 'Save' }).click();
    await edits.waitFor({ state: 'detached' });
    await row.getByText('No limit').waitFor();
    await row.getByRole('button', { name: 'Disable' }).click();
    await row.getByText('Disabled').waitFor();
    await row.getByRole('button', { name: 'Enable' }).click();
    await row.getByText('Works').waitFor();
    await expectNoViolations(page);
    watch.expectOnly(/status of 400/);
  });

  it('sends what was typed, however soon Enter follows', async () => {
    const { page } = await gateway.open({ path: path() });
    await page.getByRole('button', { name: 'Create key' }).click();
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.waitFor();
    // Before the next frame, as no keyboard can be made to type.
    await page.evaluate(`{
      const field = document.querySelector('dialog input');
      field.value = 'Typed at once';
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      Promise.resolve().then(() => field.form.requestSubmit());
    }`);
    await page.getByRole('dialog', { name: 'Your new key' }).getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row').filter({ hasText: 'Typed at once' }).waitFor();
  });

  it('says what is wrong with a name beside it, and keeps what was typed over a reload', async () => {
    const { page, watch } = await gateway.open({ path: path() });
    await page.getByRole('button', { name: 'Create key' }).click();
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('x'.repeat(5_000));
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByRole('alert').textContent()).toContain('name');
    watch.expectOnly(/status of 400/);
    await name.fill('Kept');
    await page.reload();
    await page.getByRole('button', { name: 'Create key' }).click();
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Kept');
  });

  it('is sorted by its headers, with back and reload', async () => {
    const { page } = await gateway.open({ path: path() });
    await page.getByRole('table', { name: 'Keys' }).getByRole('button', { name: 'Name' }).click();
    await page.waitForURL('**/keys?sort=name');
    await page.reload();
    const header = page.getByRole('columnheader', { name: 'Name' });
    await header.waitFor();
    expect(await header.getAttribute('aria-sort')).toBe('ascending');
    await page.goBack();
    await page.waitForURL('**/keys');
    expect(await header.getAttribute('aria-sort')).toBeNull();
  });

  it('moves with j and k', async () => {
    const operator = new AdminClient(gateway.application.url);
    await operator.post(`/projects/${gateway.tenant.projectId}/keys`, { name: 'One more' });
    const { page } = await gateway.open({ path: path() });
    const table = page.getByRole('table', { name: 'Keys' });
    await table.waitFor();
    const focused = () => page.evaluate('document.activeElement.dataset.row');
    const rows = await Promise.all(
      (await table.locator('tr[data-row]').all()).map((row) => row.getAttribute('data-row')),
    );
    await page.keyboard.press('j');
    expect(await focused()).toBe(rows[0]);
    await page.keyboard.press('j');
    expect(await focused()).toBe(rows[1]);
    await page.keyboard.press('k');
    expect(await focused()).toBe(rows[0]);
  });

  it('shows hostile names as text', async () => {
    const operator = new AdminClient(gateway.application.url);
    for (const name of hostileNames(60))
      await operator.post(`/projects/${gateway.tenant.projectId}/keys`, { name });
    const { page, watch } = await gateway.open({ path: path() });
    await page.getByRole('table', { name: 'Keys' }).waitFor();
    await expectNoViolations(page);
    expect(await page.title()).toBe('Keys · Console');
    watch.expectNone();
  });
});
