import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { builtService } from './test/support/built-service.js';
import { LongFilesFirst } from './test/support/long-files-first.js';

/** One whole application for each file; a worker takes one file after the other. */
const wholeApplication = {
  isolate: false,
  setupFiles: ['./test/support/end-with-file.ts'],
  // An application starts in a third of its CPU when its rubbish is not collected at every step (in MB).
  execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64', '--initial-old-space-size=1024'],
  // They end what hangs, and nothing else: beside other work a start of PostgreSQL may take half a minute.
  testTimeout: 240_000,
  hookTimeout: 180_000,
};

/**
 * Compiled sources, told apart by their content, of one run to the next and of one project to the others: the first file of a run
 * takes half of the CPU. How they are compiled stands in files that the cache does not look at.
 */
const compiled = {
  fsModuleCache: true,
  fsModuleCachePath: path.join(
    'node_modules/.cache/vitest',
    hashOf('tsconfig.json', 'console/tsconfig.json'),
  ),
};

function hashOf(...files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(path.join(import.meta.dirname, file)));
  return hash.digest('hex').slice(0, 16);
}

/**
 * `unit` (pure rules beside their code, no I/O), `console` (the same for the web console, screens rendered to text) and `e2e` (whole
 * application, real PostgreSQL, real sockets; the console in a real Chromium and spans in ClickHouse, where there are such).
 * e2e files load what is built of src, and share the processes of the workers: each boots the application once and gets a database of
 * its own. What needs the whole application is one project: the workers of another would load it anew.
 */
export default defineConfig({
  test: {
    experimental: compiled,
    // Tests wait for databases, sockets and processes as well as for a core: three workers left two cores idle for a third of the time.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    sequence: { sequencer: LongFilesFirst },
    // Ends what never comes; a page beside other work takes longer than the second that is usual.
    expect: { poll: { timeout: 30_000 } },
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
        plugins: [builtService()],
        test: {
          ...wholeApplication,
          name: 'e2e',
          include: ['test/**/*.spec.ts'],
          globalSetup: ['./test/support/global-setup.ts'],
        },
      },
    ],
  },
});
