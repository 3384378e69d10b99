import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeBrowser } from './support/describe-browser.js';
import { expectNoSidewaysScroll, expectNoViolations } from './support/expect-no-violations.js';
import { HOSTILE_TEXTS } from './support/hostile-texts.js';
import { seedCalls } from './support/seed-calls.js';
import { DARK, NARROW, screenshot, startConsole, type TestConsole } from './support/start-console.js';

const HOUR = 3_600_000;

const ago = (milliseconds: number): Date => new Date(Date.now() - milliseconds);
const seedsOf = ({ application: { dataSource }, tenant }: TestConsole) => ({ dataSource, tenant });

describeBrowser('the screen of the calls', () => {
  let gateway: TestConsole;
  let ids: readonly string[];
  beforeAll(async () => {
    gateway = await startConsole();
    // One call each ten minutes of two days; every tenth failed.
    ids = await seedCalls(
      seedsOf(gateway),
      Array.from({ length: 288 }, (_, index) => ({
        at: ago(2 * HOUR + index * (HOUR / 6)),
        status: index % 10 === 3 ? 503 : 200,
        tier: index % 2 === 0 ? 'strong' : 'small',
      })),
    );
  });
  afterAll(() => gateway.stop());

  const path = (rest = ''): string => `/p/${gateway.tenant.projectId}/calls${rest}`;
  const table = (page: Page) => page.getByRole('table', { name: 'Calls' });
  const shownIds = (page: Page) =>
    table(page)
      .locator('tr[data-row]')
      .evaluateAll((rows) => rows.map((row) => (row as unknown as { dataset: { row: string } }).dataset.row));
  const focused = (page: Page) => page.evaluate('document.activeElement.dataset.row');

  it('opens a call by keyboard alone, goes on within the filter, and goes on from there when it is closed', async () => {
    const { page, watch } = await gateway.open({ path: path('?status=error') });
    await table(page).waitFor();
    const failed = await shownIds(page);
    expect(failed.length).toBeGreaterThan(5);
    await page.keyboard.press('j');
    expect(await focused(page)).toBe(failed[0]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `Call ${failed[0]}` }).waitFor();
    for (const name of ['Why this model', 'Attempts', 'Timings'])
      expect(await page.getByRole('region', { name }).count()).toBe(1);
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: `Call ${failed[1]}` }).waitFor();
    await page.getByRole('button', { name: 'Next' }).press('Enter');
    await page.getByRole('heading', { name: `Call ${failed[2]}` }).waitFor();
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: `Call ${failed[1]}` }).waitFor();
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await page.waitForURL(`**${path('?status=error')}`);
    await page.keyboard.press('j');
    expect(await focused(page)).toBe(failed[2]);
    watch.expectNone();
  });

  it('keeps filters in the URL, over back, reload and closing a row', async () => {
    const { page } = await gateway.open({ path: path() });
    await table(page).waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Error' });
    await page.waitForURL('**/calls?status=error');
    await page.getByRole('combobox', { name: 'Tier' }).selectOption('small');
    await page.waitForURL('**/calls?status=error&tier=small');
    await page.reload();
    await table(page).waitFor();
    expect(await page.getByRole('combobox', { name: 'Tier' }).inputValue()).toBe('small');
    await table(page).locator('tr[data-row]').first().click();
    await page.getByRole('heading', { name: /^Call call_/ }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=error&tier=small');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.waitForURL('**/calls?status=error&tier=small');
    await page.goBack();
    await page.getByRole('heading', { name: /^Call call_/ }).waitFor();
    await page.goBack();
    await page.goBack();
    await page.waitForURL('**/calls?status=error');
    const key = page.getByRole('combobox', { name: 'Key' });
    await key.selectOption(gateway.tenant.keyId);
    await page.waitForURL('**/calls?key=*&status=error');
    await page.getByRole('combobox', { name: 'Model' }).fill('no-such-model');
    await page.keyboard.press('Enter');
    await page.getByText('No call of this period passes the filters.').waitFor();
  });

  it('says an error of the API beside what can be done about it', async () => {
    const { page, watch } = await gateway.open({ path: path('?status=wrong') });
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').first().textContent()).toContain('status');
    watch.expectOnly(/status of 400/);
  });

  it('jumps by the bars over the list, and goes on both ways from there', async () => {
    const { page, watch } = await gateway.open({
      path: path(`?from=${new Date(Date.now() - 60 * HOUR).toISOString()}`),
    });
    await table(page).waitFor();
    expect((await shownIds(page))[0]).toBe(ids[0]);
    const slider = page.getByRole('slider', { name: 'Position in time' });
    await expect.poll(() => slider.isEnabled()).toBe(true);
    await slider.focus();
    for (let hours = 0; hours < 30; hours += 1) await page.keyboard.press('ArrowLeft');
    await expect.poll(() => new URL(page.url()).searchParams.has('at')).toBe(true);
    const at = Date.parse(new URL(page.url()).searchParams.get('at') ?? '');
    expect(Date.now() - at).toBeGreaterThan(29 * HOUR);
    const expected = ids[Math.ceil((Date.now() - 2 * HOUR - at) / (HOUR / 6))];
    await table(page).locator(`tr[data-row="${expected}"]`).waitFor();
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/: \d+ calls, \d+ errors$/);
    const box = table(page).locator('xpath=..');
    await expect.poll(() => box.evaluate((element) => element.scrollTop)).toBeGreaterThan(1_000);
    // What is newer comes page by page, each above what one looks at.
    await expect
      .poll(async () => {
        await box.evaluate((element) => element.scrollTo(0, 0));
        return (await shownIds(page))[0];
      })
      .toBe(ids[0]);
    watch.expectNone();
  });

  it('has its bars as a table, and the calls as CSV', async () => {
    const { page } = await gateway.open({ path: path('?tier=small') });
    await page.getByRole('button', { name: 'Show as table' }).click();
    await page.getByRole('table', { name: 'Calls over time' }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n');
    expect(lines[0]).toMatch(/^id,created_at,/);
    expect(lines.length).toBeGreaterThan(50);
    expect(lines.slice(1).every((line) => line.includes(',small,'))).toBe(true);
  });

  it('says when the attempts do not sum up to what the ledger took', async () => {
    const [, same, other] = await seedCalls(seedsOf(gateway), [
      { at: ago(40_000) },
      { at: ago(60_000), costs: ['0.1', '0.2'], billed: '0.3' },
      { at: ago(50_000), costs: ['0.1', '0.2'], billed: '0.300000000001' },
    ]);
    const { page } = await gateway.open({ path: path(`/${same}`) });
    const attempts = page.getByRole('region', { name: 'Attempts' });
    await attempts.getByText('The same, to the last decimal.').waitFor();
    expect(await attempts.getByRole('table', { name: 'Attempts' }).locator('tbody tr').count()).toBe(2);
    await page.goto(`${gateway.url}/console${path(`/${other}`)}`);
    await attempts.getByRole('alert').waitFor();
    expect(await attempts.getByRole('alert').textContent()).toBe('They differ by -$0.000000000001.');
    // Whoever comes by a link looks at the list from that call on.
    await expect.poll(async () => (await shownIds(page))[0]).toBe(other);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Status' }).selectOption('ok');
    await expect.poll(async () => (await shownIds(page)).indexOf(other ?? '')).toBeGreaterThan(0);
  });

  it.each([
    ['narrow', NARROW],
    ['dark', DARK],
    ['forced colours', { forcedColors: 'active' as const }],
  ])('shows hostile texts as text, %s', async (name, options) => {
    const [id] = await seedCalls(
      seedsOf(gateway),
      Object.values(HOSTILE_TEXTS).map((text, index) => ({
        at: ago(1_000 + index),
        model: text.slice(0, 2_000),
        reasons: [text],
      })),
    );
    const { page, watch } = await gateway.open({ ...options, path: path() });
    await table(page).waitFor();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    await table(page).locator(`tr[data-row="${id}"]`).getByRole('link').click();
    await page.getByRole('heading', { name: `Call ${id}` }).waitFor();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    await screenshot(page, `calls-${name.replace(' ', '-')}`);
    expect(await page.title()).toBe('Calls · Console');
    watch.expectNone();
  });
});
