import { chromium, type Browser } from 'playwright-core';
import { findChromium } from './find-chromium.js';

let launched: Promise<Browser> | undefined;

/**
 * The browser of a worker, for one file after the other: each page has a profile of its own, which is all that files could share. A
 * browser that a file took with it is started again for the next; the last one ends with its worker.
 */
export async function oneBrowser(): Promise<Browser> {
  const browser = await launched?.catch(() => undefined);
  if (browser?.isConnected() === true) return browser;
  launched = chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'],
  });
  return launched;
}
