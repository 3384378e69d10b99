import { afterAll, beforeAll, expect, it } from 'vitest';
import { AdminClient } from '../e2e/admin-client.js';
import { ChatClient } from '../e2e/chat-client.js';
import { describeBrowser } from './support/describe-browser.js';
import { expectNoSidewaysScroll, expectNoViolations } from './support/expect-no-violations.js';
import { DARK, NARROW, startConsole, type TestConsole } from './support/start-console.js';

const HOSTILE = '<img src=x onerror=alert(1)>';

describeBrowser('refusals and contents of calls', () => {
  let gateway: TestConsole;
  let chat: ChatClient;
  beforeAll(async () => {
    gateway = await startConsole();
    chat = new ChatClient(gateway.application.url, gateway.tenant.apiKey);
    await chat.ask(`gpt-99 ${HOSTILE}`);
    await chat.send('{"model": 5}');
  });
  afterAll(() => gateway.stop());

  const path = (screen: string): string => `/p/${gateway.tenant.projectId}/${screen}`;

  it('lists refusals beside the calls, filters them in the URL, and draws their counts', async () => {
    const { page, watch } = await gateway.open({ path: path('calls') });
    await page.getByRole('link', { name: 'Refusals' }).click();
    await page.waitForURL('**/calls?view=refusals');
    const table = page.getByRole('table', { name: 'Refusals', exact: true });
    await table.waitFor();
    expect(await table.locator('tr[data-row]').count()).toBe(2);
    await page.getByText(HOSTILE).first().waitFor();
    await page.getByRole('button', { name: 'Show as table' }).click();
    await page.getByRole('table', { name: 'Refusals over time' }).waitFor();
    await expectNoViolations(page);
    const code = await table.locator('tr[data-row] td').nth(2).innerText();
    await page.getByRole('combobox', { name: 'Code' }).fill(code);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**code=${code}**`);
    await expect.poll(() => table.locator('tr[data-row]').count()).toBe(1);
    await page.getByRole('link', { name: 'Back to the log' }).click();
    await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor();
    watch.expectNone();
  });

  it('keeps contents by a switch, says wrong bounds beside their field, and shows them as text', async () => {
    const { page, watch } = await gateway.open({ path: path('permissions') });
    const toggle = page.getByRole('switch', { name: 'Contents of calls' });
    await toggle.press('Space');
    await expect.poll(() => toggle.isChecked()).toBe(true);
    const retention = page.getByRole('textbox', { name: 'Retention' });
    await retention.fill('5m');
    await page.keyboard.press('Enter');
    await expect.poll(() => retention.getAttribute('aria-invalid')).toBe('true');
    watch.expectOnly(/status of 400/);
    await retention.fill('12h');
    const toggles = page.getByRole('region', { name: 'What the gateway may do' });
    await toggles.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/kept for 12h/).waitFor();
    await expectNoViolations(page);

    const { callId } = await chat.ask('vendorb/gpt-4o', { messages: [{ role: 'user', content: HOSTILE }] });
    // What is kept is written behind the answer; the first to read it waits for that.
    await new AdminClient(gateway.application.url).get(`/calls/${callId}/content`);
    const opened = await gateway.open({ path: path(`calls/${callId}`) });
    const content = opened.page.getByRole('region', { name: 'Content', exact: true });
    await content.getByText(`"content": "${HOSTILE}"`).waitFor();
    await content.getByRole('button', { name: 'Show as sent' }).click();
    await content.getByText(`"content":"${HOSTILE}"`).waitFor();
    await expectNoViolations(opened.page);
    opened.watch.expectNone();
  });

  it('opens a call by its link whose content cannot be read any more: its bill, and the way out', async () => {
    await new AdminClient(gateway.application.url).patch(`/projects/${gateway.tenant.projectId}`, {
      call_content: { enabled: true },
    });
    const { callId } = await chat.ask('vendorb/gpt-4o');
    await new AdminClient(gateway.application.url).get(`/calls/${callId}/content`);
    await gateway.application.dataSource.query(
      `UPDATE call_contents SET request = set_byte(request, 40, 255 - get_byte(request, 40)) WHERE call_id = $1`,
      [callId],
    );
    const { page, watch } = await gateway.open({ path: path(`calls/${callId}`) });
    await page.getByRole('region', { name: 'Attempts', exact: true }).waitFor();
    await page
      .getByRole('region', { name: 'Content', exact: true })
      .getByText(/`SECRETS_KEY_OLD`/)
      .waitFor();
    await expectNoViolations(page);
    watch.expectOnly(/status of 500/);
  });

  it.each([
    ['narrow', NARROW],
    ['dark', DARK],
  ])('is usable %s', async (_name, options) => {
    const { page } = await gateway.open({ path: path('calls?view=refusals'), ...options });
    await page.getByRole('table', { name: 'Refusals', exact: true }).waitFor();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
  });
});
