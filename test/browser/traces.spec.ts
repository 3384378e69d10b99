import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeBrowser } from './support/describe-browser.js';
import { expectNoSidewaysScroll, expectNoViolations } from './support/expect-no-violations.js';
import { HOSTILE_TEXTS } from './support/hostile-texts.js';
import { DARK, NARROW, screenshot, startConsole, type TestConsole } from './support/start-console.js';

const NANO_PER_MS = 1_000_000n;
const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

interface SentSpan {
  readonly id?: string;
  readonly parent?: string;
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly fails?: boolean;
  readonly attributes?: Readonly<Record<string, string>>;
}

describeBrowser('the screen of the traces', () => {
  let gateway: TestConsole;
  const agent = hex(16);
  const large = hex(16);
  let callId = '';

  beforeAll(async () => {
    gateway = await startConsole();
    const [root, step] = [hex(8), hex(8)];
    const call = await post('/api/v1/openai/chat/completions', {
      headers: { traceparent: `00-${agent}-${step}-01` },
      body: { model: 'auto', messages: [{ role: 'user', content: 'Hello there, how are you?' }] },
    });
    callId = String(call.headers['x-svc-call-id']);
    await send(agent, [
      { id: root, name: 'agent run', startMs: -100, endMs: 900 },
      { id: step, parent: root, name: 'ask the model', startMs: 0, endMs: 800 },
      {
        parent: root,
        name: HOSTILE_TEXTS.html,
        startMs: -90,
        endMs: -10,
        fails: true,
        attributes: HOSTILE_TEXTS,
      },
    ]);
    const top = hex(8);
    const steps = Array.from({ length: 6_000 }, (_, index) => ({
      parent: top,
      name: `step ${index}`,
      startMs: index,
      endMs: index + 1,
    }));
    for (let from = 0; from < steps.length; from += 2_000)
      await send(large, [
        ...(from === 0 ? [{ id: top, name: 'large run', startMs: 0, endMs: 6_000 }] : []),
        ...steps.slice(from, from + 2_000),
      ]);
  });
  afterAll(() => gateway.stop());

  const path = (rest = ''): string => `/p/${gateway.tenant.projectId}/traces${rest}`;
  const table = (page: Page) => page.getByRole('table', { name: 'Traces' });
  const tree = (page: Page) => page.getByRole('treegrid', { name: 'Waterfall' });
  const focusedText = (page: Page) => page.evaluate<string>('document.activeElement.textContent');

  async function post(
    place: string,
    { body, headers = {} }: { readonly body: unknown; readonly headers?: Readonly<Record<string, string>> },
  ) {
    const answer = await request(`${gateway.application.url}${place}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${gateway.tenant.apiKey}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify(body),
    });
    expect(answer.statusCode).toBe(200);
    await answer.body.dump();
    return answer;
  }

  const begin = BigInt(Date.now()) * NANO_PER_MS;
  const nano = (ms: number): string => String(begin + BigInt(ms) * NANO_PER_MS);

  async function send(traceId: string, spans: readonly SentSpan[]): Promise<void> {
    const sent = spans.map(({ id = hex(8), parent, name, startMs, endMs, fails, attributes = {} }) => ({
      traceId,
      spanId: id,
      ...(parent !== undefined && { parentSpanId: parent }),
      name,
      kind: 1,
      startTimeUnixNano: nano(startMs),
      endTimeUnixNano: nano(endMs),
      status: { code: fails === true ? 2 : 0 },
      attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: { stringValue: value } })),
    }));
    const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'support' } }] };
    await post('/api/v1/traces', {
      body: { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'test' }, spans: sent }] }] },
    });
  }

  /** What is sent is stored within moments. */
  async function openWhenStored(page: Page, traceId: string): Promise<void> {
    await expect
      .poll(
        async () => {
          await page.goto(`${gateway.url}/console${path(`/${traceId}`)}`);
          await page.getByRole('heading', { name: `Trace ${traceId}` }).waitFor();
          return tree(page)
            .waitFor({ timeout: 10_000 })
            .then(
              () => true,
              () => false,
            );
        },
        { timeout: 120_000 },
      )
      .toBe(true);
  }

  it('opens a trace by keyboard alone, and leads from a span to its call', async () => {
    const { page } = await gateway.open({ path: path() });
    await openWhenStored(page, agent);
    const rows = tree(page).locator('tr[data-node]');
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(3);
    await rows.first().focus();
    expect(await focusedText(page)).toContain('agent run');
    await page.keyboard.press('ArrowLeft');
    expect(await rows.count()).toBe(1);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await focusedText(page)).toContain('<b>bold</b>');
    await page.keyboard.press('Enter');
    await expectNoViolations(page);
    const span = page.getByRole('region', { name: 'Span' });
    expect(await span.textContent()).toContain(HOSTILE_TEXTS.markdown);
    await page.keyboard.press('Escape');
    await page.waitForURL(`**${path()}`);
    await page.goBack();
    await page
      .getByRole('region', { name: 'Calls of the gateway' })
      .getByRole('link', { name: callId })
      .click();
    await page.getByRole('heading', { name: `Call ${callId}` }).waitFor();
    await page.getByRole('link', { name: agent }).click();
    await page.getByRole('heading', { name: `Trace ${agent}` }).waitFor();
  });

  it('shows a trace of thousands of spans at once, and its end by one key', async () => {
    const { page, watch } = await gateway.open({ path: path() });
    await openWhenStored(page, large);
    expect(await page.getByRole('alert').textContent()).toMatch(/5,000 of 6,001 spans are shown/);
    const rows = tree(page).locator('tr[data-node]');
    expect(await rows.count()).toBeLessThan(100);
    await rows.first().focus();
    await page.keyboard.press('End');
    expect(await focusedText(page)).toContain('step 4998');
    await page.getByRole('button', { name: 'Collapse all' }).click();
    expect(await rows.count()).toBe(1);
    watch.expectNone();
  });

  it('is filtered in the URL, by words, status and time', async () => {
    const { page } = await gateway.open({ path: path() });
    await table(page).waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('agent');
    await page.waitForURL('**/traces?q=agent');
    await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Error' });
    await page.waitForURL('**/traces?q=agent&status=error');
    await page.reload();
    await table(page).waitFor();
    expect(await table(page).locator('tr[data-row]').count()).toBe(1);
    await page.goBack();
    await page.waitForURL('**/traces?q=agent');
    await page.getByRole('searchbox', { name: 'Search' }).fill('nothing-like-it');
    await page.getByText('No trace of this period passes the filters.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL('**/traces');
  });

  it.each([
    ['narrow', NARROW],
    ['dark', DARK],
    ['forced colours', { forcedColors: 'active' as const }],
  ])('shows hostile texts as text, %s', async (name, options) => {
    const { page, watch } = await gateway.open({ ...options, path: path() });
    await table(page).waitFor();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    await openWhenStored(page, agent);
    await tree(page).locator('tr[data-node]').filter({ hasText: '<b>bold</b>' }).click();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    await screenshot(page, `traces-${name.replace(' ', '-')}`);
    expect(await page.title()).toBe('Traces · Console');
    watch.expectNone();
  });
});
