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
  const opened = async (page: Page, by: string, field: string) => {
    await button(page, by).click();
    return page.getByRole('dialog').getByLabel(field, { exact: true });
  };
  const FORMS: readonly [string, Form][] = [
    [
      'a new key',
      {
        path: () => `/p/${gateway.tenant.projectId}/keys`,
        open: (page) => opened(page, 'Create key', 'Name'),
        send: (page) => button(page, 'Create'),
      },
    ],
    [
      'an endpoint',
      {
        path: () => `/p/${gateway.tenant.projectId}/endpoints`,
        open: (page) => opened(page, 'Register endpoint', 'Base URL'),
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

  /** Whatever is changed from now on is answered with that. */
  const answerChanges = (page: Page, status: number, message: string): Promise<unknown> =>
    page.route('**/api/v1/admin/**', (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      const error = { message, type: 'server_error', code: 'any', param: null };
      return route.fulfill({ status, contentType: 'application/json', body: JSON.stringify({ error }) });
    });

  it.each(FORMS)('%s says why it failed, and keeps what was typed', async (_what, { path, open, send }) => {
    const { page } = await gateway.open({ path: path() });
    const field = await open(page);
    await field.fill(TYPED);
    await answerChanges(page, 503, 'The database is away. Try again.');
    await send(page).click();
    await page.getByRole('alert').getByText('The database is away. Try again.').waitFor();
    expect(await field.inputValue()).toBe(TYPED);
  });

  it.each(FORMS)('%s outlives its session', async (_what, { path, open, send }) => {
    const { page } = await gateway.open({ path: path() });
    const field = await open(page);
    await field.fill(TYPED);
    await answerChanges(page, 401, 'The session is over.');
    await send(page).click();
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
    await page.unrouteAll();
    await signIn(page, ADMIN_TOKEN);
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor({ state: 'hidden' });
    expect(await field.inputValue()).toBe(TYPED);
    expect(new URL(page.url()).pathname).toBe(`/console${path()}`);
  });
});
