import { afterAll, beforeAll, expect, it } from 'vitest';
import { AdminClient } from '../e2e/admin-client.js';
import { describeBrowser } from './support/describe-browser.js';
import { expectNoSidewaysScroll, expectNoViolations } from './support/expect-no-violations.js';
import { DARK, NARROW, screenshot, startConsole, type TestConsole } from './support/start-console.js';

describeBrowser('the settings', () => {
  let gateway: TestConsole;
  beforeAll(async () => {
    gateway = await startConsole();
  });
  afterAll(() => gateway.stop());

  it('say how the service stands, and how each client calls it, by keyboard alone', async () => {
    const { page, watch } = await gateway.open({ path: '/settings' });
    const service = page.getByRole('region', { name: 'Service' });
    await service.getByText('PostgreSQL').waitFor();
    expect(await page.getByRole('region', { name: 'Providers' }).textContent()).toContain('Simulated');
    const client = page.getByRole('combobox', { name: 'Client' });
    for (const [name, base] of [
      ['OpenAI SDK, JavaScript', '/api/v1/openai'],
      ['OpenAI SDK, Python', '/api/v1/openai'],
      ['Anthropic SDK, JavaScript', '/api'],
      ['AI SDK', '/api/v1/openai'],
      ['curl', '/api/v1/openai/chat/completions'],
    ] as const) {
      await client.selectOption({ label: name });
      const code = page.getByRole('region', { name: `Code, ${name}` });
      await code.waitFor();
      const text = (await code.textContent()) ?? '';
      expect(text).toContain(`${gateway.url}${base}`);
      expect(text).toContain('svc_live_YOUR_KEY');
      expect(text).not.toContain(gateway.tenant.apiKey);
    }
    await page.goBack();
    await page.getByRole('region', { name: 'Code, AI SDK' }).waitFor();
    await page.reload();
    await page.getByRole('region', { name: 'Code, AI SDK' }).waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('createOpenAI');
    watch.expectNone();
  });

  it("say kindly to an organization what is the operator's, and ask for nothing that is refused", async () => {
    const operator = new AdminClient(gateway.application.url);
    const { token } = await operator.createToken(gateway.tenant.organizationId);
    const { page, watch } = await gateway.open({ path: '/settings', token });
    await page.getByText('shown to the operator').waitFor();
    await page.getByText(gateway.tenant.projectId).waitFor();
    await page.getByRole('region', { name: 'First steps' }).waitFor();
    await expectNoViolations(page);
    watch.expectNone();
  });

  it.each([
    ['light', {}],
    ['narrow and dark', { ...NARROW, ...DARK }],
  ])('are usable %s', async (name, options) => {
    const { page, watch } = await gateway.open({ ...options, path: '/settings' });
    await page.getByRole('region', { name: 'Service' }).waitFor();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    await screenshot(page, `settings ${name}`);
    watch.expectNone();
  });
});

describeBrowser('a page without https', () => {
  let gateway: TestConsole;
  beforeAll(async () => {
    gateway = await startConsole();
  });
  afterAll(() => gateway.stop());

  it('says on the sign-in that https is needed', async () => {
    const { page } = await gateway.open({ token: null });
    expect(await page.getByText('without https').count()).toBe(0);
    await page.addInitScript('Object.defineProperty(window, "isSecureContext", { value: false })');
    await page.reload();
    await page.getByText('without https').waitFor();
    await expectNoViolations(page);
  });
});
