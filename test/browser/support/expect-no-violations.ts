import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on the page as it is now: nothing. */
export async function expectNoViolations(page: Page): Promise<void> {
  // Evaluated, not added as a script: the page's policy takes none.
  await page.evaluate(`${await source}; undefined`);
  const { violations } = await page.evaluate<AxeResult>('axe.run(document, { resultTypes: ["violations"] })');
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
  );
  expect(found).toEqual([]);
}

/** Nothing is wider than the window: no part of the page is found by scrolling sideways alone. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { width, window: view } = await page.evaluate<{ width: number; window: number }>(
    '({ width: document.documentElement.scrollWidth, window: innerWidth })',
  );
  expect(width).toBeLessThanOrEqual(view);
}
