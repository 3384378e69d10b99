import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { Environment } from '../../../src/config/settings.js';
import { startSimulator } from '../../../src/simulator/start-simulator.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../../support/start-application.js';
import { seedTenant, type Tenant } from '../../support/seed.js';
import { findChromium } from './find-chromium.js';
import { watchPage, type PageWatch } from './watch-page.js';

const CONSOLE_FOLDER = path.resolve(import.meta.dirname, '../../../console/dist');
const ROOT = path.resolve(import.meta.dirname, '../../..');
/** `npm run docs:screenshots` keeps those of the documentation. */
const SCREENSHOTS = path.resolve(ROOT, process.env['SCREENSHOTS_TO'] ?? '.data/screenshots');

export interface OpenOptions extends BrowserContextOptions {
  /** Below `/console`, as `/p/prj_…/keys`. */
  readonly path?: string;
  /** Signs in through the sign-in screen; the operator when absent, nobody when null. */
  readonly token?: string | null;
  /** For all tests of a file; otherwise it closes with its test. */
  readonly isShared?: boolean;
}

export interface OpenPage {
  readonly page: Page;
  readonly watch: PageWatch;
}

/** The whole service with simulated providers, an organization with a project in it, and a browser in front. */
export interface TestConsole {
  readonly url: string;
  readonly application: TestApplication;
  readonly tenant: Tenant;
  readonly browser: Browser;
  /** A page in a browser profile of its own, signed in, watched for faults. */
  open(options?: OpenOptions): Promise<OpenPage>;
  stop(): Promise<void>;
}

export const NARROW = { viewport: { width: 320, height: 640 } };
export const DARK = { colorScheme: 'dark' } as const;

export interface ConsoleOptions {
  /** How slowly the simulated providers stream; 0, at once, when absent. */
  readonly pace?: number;
  /** Settings on top of those of tests, as accounts. */
  readonly environment?: Environment;
}

export async function startConsole({ pace = 0, environment }: ConsoleOptions = {}): Promise<TestConsole> {
  const simulator = await startSimulator({ port: 0, host: '127.0.0.1', pace });
  const application = await startTestApplication({
    simulatorUrl: simulator.url,
    consoleFolder: CONSOLE_FOLDER,
    ...(environment !== undefined && { environment }),
  });
  const tenant = await seedTenant(application.dataSource);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'],
  });
  return {
    url: application.url,
    application,
    tenant,
    browser,
    open: (options) => openPage(browser, application.url, options),
    stop: async () => {
      await browser.close();
      await application.stop();
      await simulator.close();
    },
  };
}

async function openPage(
  browser: Browser,
  url: string,
  { path: at = '/', token = ADMIN_TOKEN, isShared = false, ...options }: OpenOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(60_000);
  // A page that stays goes on asking for news, beside the tests that follow.
  if (!isShared) onTestFinished(() => context.close());
  const page = await context.newPage();
  const watch = await watchPage(page, url);
  await page.goto(`${url}/console${at}`);
  if (token !== null) await signIn(page, token);
  return { page, watch };
}

/** On the sign-in screen, as a person does. */
export async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel('Admin token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Console' }).waitFor();
}

/** Kept in .data/screenshots, or where `SCREENSHOTS_TO` says. */
export async function screenshot(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`) });
}
