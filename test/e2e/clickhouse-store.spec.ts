import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, vi } from 'vitest';
import { CLICKHOUSE_TEST_URL } from '../support/test-clickhouse.js';

const SPECS = readdirSync(import.meta.dirname).filter((name) => /^traces.*\.spec\.ts$/.test(name));

/** All that is said of traces, with the other store; here, as a project of its own would load the application anew. */
describe.skipIf(CLICKHOUSE_TEST_URL === undefined)('in ClickHouse', () => {
  beforeAll(() => vi.stubEnv('TEST_TRACES_STORE', 'clickhouse'));
  afterAll(() => vi.unstubAllEnvs());

  describe.each(SPECS)('%s', async (spec) => {
    // By another name, or what another file of this worker has loaded would not be loaded again.
    await import(/* @vite-ignore */ `./${spec}?in=clickhouse`);
  });
});
