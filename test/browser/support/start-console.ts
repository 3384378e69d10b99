import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { Environment } from '../../../src/config/settings.js';
import { startSimulator } from '../../../src/simulator/start-simulator.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../../support/start-application.js';
import { seedTenant, type Tenant } from '../../support/seed.js';
import { oneBrowser } from './one-browser.js';
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
  const profiles = new Set<BrowserContext>();
  return {
    url: application.url,
    application,
    tenant,
    open: async (options) => openPage(await newProfile(profiles, options), application.url, options),
    stop: async () => {
      for (const profile of profiles) await profile.close();
      await application.stop();
      await simulator.close();
    },
  };
}

/** Noted until it is closed. */
async function newProfile(
  profiles: Set<BrowserContext>,
  { isShared = false, path: _path, token: _token, ...options }: OpenOptions = {},
): Promise<BrowserContext> {
  const browser = await oneBrowser();
  const profile = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  profile.setDefaultTimeout(60_000);
  profiles.add(profile);
  profile.on('close', () => profiles.delete(profile));
  // A page that stays goes on asking for news, beside the tests that follow.
  if (!isShared) onTestFinished(() => profile.close());
  return profile;
}

async function openPage(
  profile: BrowserContext,
  url: string,
  { path: at = '/', token = ADMIN_TOKEN }: OpenOptions = {},
): Promise<OpenPage> {
  const page = await profile.newPage();
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
