import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export interface PageWatch {
  /** Errors of scripts, of the console, and of the policy; requests to others. In the order in which they came. */
  readonly faults: readonly string[];
  /** No script failed, the policy was kept, and nobody else was asked. */
  expectNone(): void;
  /** Forgets those that a test provoked: each must match. */
  expectOnly(pattern: RegExp): void;
}

/** Collects what a page must not do, from its first script on. */
export async function watchPage(page: Page, ownUrl: string): Promise<PageWatch> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`script: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(`${ownUrl}/`) || request.url().startsWith('blob:');
    if (!isOwn) faults.push(`request: ${request.url().slice(0, 200)}`);
  });
  await page.exposeFunction('reportViolation', (text: string) => faults.push(`policy: ${text}`));
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) => {
    reportViolation([event.violatedDirective, event.blockedURI, event.sourceFile].join(' '));
  })`);
  return {
    faults,
    expectNone: () => expect(faults).toEqual([]),
    expectOnly: (pattern) => {
      expect(faults.filter((fault) => !pattern.test(fault))).toEqual([]);
      faults.length = 0;
    },
  };
}
