import { afterAll, beforeAll, expect, it } from 'vitest';
import { BatchClient } from '../e2e/batch-client.js';
import { describeBrowser } from './support/describe-browser.js';
import { expectNoSidewaysScroll, expectNoViolations } from './support/expect-no-violations.js';
import { HOSTILE_TEXTS } from './support/hostile-texts.js';
import { DARK, NARROW, startConsole, type TestConsole } from './support/start-console.js';

describeBrowser('the screen of the batches', () => {
  let gateway: TestConsole;
  let id = '';
  beforeAll(async () => {
    gateway = await startConsole();
    const client = new BatchClient(gateway.application.url, gateway.tenant.apiKey);
    const requests = [HOSTILE_TEXTS.script, 'Say hello.'].map((content, index) => ({
      custom_id: `request-${index}`,
      body: { model: 'gpt-4o-mini', messages: [{ role: 'user', content }] },
    }));
    const submitted = await client.submit({ requests });
    expect(submitted.status).toBe(200);
    id = submitted.json.id as string;
  });
  afterAll(() => gateway.stop());

  const path = (): string => `/p/${gateway.tenant.projectId}/batches`;

  it('opens one by keyboard alone, follows it to its end, and reads its results', async () => {
    const { page, watch } = await gateway.open({ path: path() });
    await page.getByRole('table', { name: 'Batches' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/batches/${id}`);
    await page.getByRole('heading', { name: `Batch ${id}` }).waitFor();
    const portion = page.getByRole('progressbar', { name: /^Portion 1/ });
    await expect
      .poll(() => portion.getAttribute('aria-valuetext'), { timeout: 25_000, interval: 500 })
      .toBe('2 of 2');
    const results = page.getByRole('button', { name: 'Results', exact: true });
    await results.waitFor();
    await expectNoViolations(page);
    const [file] = await Promise.all([page.waitForEvent('download'), results.click()]);
    expect(file.suggestedFilename()).toBe(`${id}.jsonl`);

    await page.keyboard.press('Escape');
    await page.waitForURL('**/batches');
    await expectNoViolations(page);
    watch.expectNone();
  });

  it('cancels one after asking', async () => {
    const slow = new BatchClient(gateway.application.url, gateway.tenant.apiKey);
    const submitted = await slow.submit({
      requests: [
        { custom_id: 'a', body: { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hi' }] } },
      ],
    });
    const { page, watch } = await gateway.open({ path: `${path()}/${submitted.json.id as string}` });
    const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
    const results = page.getByRole('button', { name: 'Results', exact: true });
    await cancel.or(results).waitFor();
    // A simulated batch may have ended meanwhile: then there is nothing to cancel.
    if (await cancel.isVisible()) {
      await cancel.click();
      const asks = page.getByRole('dialog', { name: 'Cancel this batch?' });
      await expectNoViolations(page);
      await asks.getByRole('button', { name: 'Cancel batch' }).click();
      await asks.waitFor({ state: 'detached' });
      await expect.poll(() => page.getByText(/Canceling|Ended/).count()).toBeGreaterThan(0);
    }
    watch.expectNone();
  });

  it.each([
    ['narrow', NARROW],
    ['dark', DARK],
  ])('is usable %s', async (_name, options) => {
    const { page, watch } = await gateway.open({ path: `${path()}/${id}`, ...options });
    await page.getByRole('heading', { name: `Batch ${id}` }).waitFor();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    watch.expectNone();
  });

  it('says so of a batch that is not there', async () => {
    const { page, watch } = await gateway.open({ path: `${path()}/batch_unknown` });
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('batch_unknown');
    watch.expectOnly(/status of 404/);
  });
});
