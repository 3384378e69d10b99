import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADMIN_TOKEN } from '../support/start-application.js';
import { describeBrowser } from './support/describe-browser.js';
import { signIn, startConsole, type TestConsole } from './support/start-console.js';

interface Form {
  /** Of its screen. */
  readonly path: () => string;
  /** Opens the form, where that is to be done. @returns what is typed into */
  readonly open: (page: Page) => Promise<Locator>;
  readonly send: (page: Page) => Locator;
}

describeBrowser('an edit that is interrupted', () => {
  let gateway: TestConsole;
  beforeAll(async () => {
    gateway = await startConsole();
  });
  afterAll(() => gateway.stop());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const dialogField = async (page: Page, by: string, field: string) => {
    await button(page, by).click();
    return page.getByRole('dialog').getByLabel(field, { exact: true });
  };
  const FORMS: readonly [string, Form][] = [
    [
      'a new key',
      {
        path: () => `/p/${gateway.tenant.projectId}/keys`,
        open: (page) => dialogField(page, 'Create key', 'Name'),
        send: (page) => button(page, 'Create'),
      },
    ],
    [
      'an endpoint',
      {
        path: () => `/p/${gateway.tenant.projectId}/endpoints`,
        open: (page) => dialogField(page, 'Register endpoint', 'Base URL'),
        send: (page) => button(page, 'Register'),
      },
    ],
    [
      'alerts',
      {
        path: () => `/o/${gateway.tenant.organizationId}/money`,
        open: (page) => Promise.resolve(alertsOf(page).getByRole('textbox').first()),
        send: (page) => alertsOf(page).getByRole('button', { name: 'Save', exact: true }),
      },
    ],
  ];
  const alertsOf = (page: Page) => page.getByRole('region', { name: 'Alerts', exact: true });

  const TYPED = 'https://typed.example/hook';

  /** Something is typed and sent, after what comes between. */
  async function sendAfter(form: Form, between: (page: Page) => Promise<unknown>) {
    const { page } = await gateway.open({ path: form.path() });
    const field = await form.open(page);
    await field.fill(TYPED);
    await between(page);
    await form.send(page).click();
    return { page, field };
  }

  const failChanges = (page: Page, message: string): Promise<unknown> =>
    page.route('**/api/v1/admin/**', (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      const error = { message, type: 'api_error', code: 'database_unavailable', param: null };
      return route.fulfill({ status: 503, contentType: 'application/json', body: JSON.stringify({ error }) });
    });

  it.each(FORMS)('%s says why it failed, and keeps what was typed', async (_what, form) => {
    const message = 'The database is away. Try again.';
    const { page, field } = await sendAfter(form, (opened) => failChanges(opened, message));
    await page.getByRole('alert').getByText(message).waitFor();
    expect(await field.inputValue()).toBe(TYPED);
  });

  it.each(FORMS)('%s outlives its session', async (_what, form) => {
    const { page, field } = await sendAfter(form, (opened) => opened.context().clearCookies());
    const signInDialog = page.getByRole('dialog', { name: 'Sign in' });
    await signInDialog.waitFor();
    await signIn(page, ADMIN_TOKEN);
    await signInDialog.waitFor({ state: 'hidden' });
    expect(await field.inputValue()).toBe(TYPED);
    expect(new URL(page.url()).pathname).toBe(`/console${form.path()}`);
  });
});
