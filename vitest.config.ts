import { defineConfig } from 'vitest/config';

/**
 * Two projects: `unit` (pure rules beside their code, no I/O) and `e2e` (whole application, real PostgreSQL, real sockets).
 * e2e files share one process: each boots the application once and gets a database of its own.
 */
export default defineConfig({
  test: {
    reporters: ['default', './test/support/plain-count-reporter.ts'],
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.spec.ts'], isolate: false } },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/**/*.spec.ts'],
          isolate: false,
          fileParallelism: false,
          // They end what hangs, and nothing else: beside other work a start of PostgreSQL may take half a minute.
          testTimeout: 120_000,
          hookTimeout: 180_000,
          globalSetup: ['./test/support/global-setup.ts'],
        },
      },
    ],
  },
});
