import { defineConfig } from 'vitest/config';

/** One whole application for each file, one file at a time. */
const wholeApplication = {
  isolate: false,
  fileParallelism: false,
  // They end what hangs, and nothing else: beside other work a start of PostgreSQL may take half a minute.
  testTimeout: 120_000,
  hookTimeout: 180_000,
};

/**
 * `unit` (pure rules beside their code, no I/O), `console` (the same for the web console, screens rendered to text), `e2e` (whole
 * application, real PostgreSQL, real sockets) and `browser` (the console in a real Chromium, where there is one).
 * e2e files share one process: each boots the application once and gets a database of its own.
 */
export default defineConfig({
  test: {
    reporters: ['default', './test/support/plain-count-reporter.ts'],
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.spec.ts'], isolate: false } },
      {
        extends: true,
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
        test: { name: 'console', include: ['console/**/*.spec.{ts,tsx}'], isolate: false },
      },
      {
        extends: true,
        test: {
          ...wholeApplication,
          name: 'e2e',
          include: ['test/**/*.spec.ts'],
          exclude: ['test/browser/**'],
          globalSetup: ['./test/support/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...wholeApplication,
          name: 'browser',
          include: ['test/browser/**/*.spec.ts'],
          testTimeout: 60_000,
          globalSetup: ['./test/support/global-setup.ts', './test/browser/support/build-console.ts'],
        },
      },
    ],
  },
});
