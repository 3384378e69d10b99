import pg from 'pg';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { buildGateway, GatewayProcess, temporaryDirectory } from './process-gateway.js';

/** What the gateways of one test have to themselves. */
export interface ProcessSite {
  readonly database: TestDatabase;
  readonly directory: ReturnType<typeof temporaryDirectory>;
  /** For what a test looks up by itself. */
  readonly db: pg.Client;
}

/**
 * For specs of the built product: builds it, gives each test a site of its own, and ends what the test has started. What hooks before
 * this call have started ends after the gateways.
 * @returns the site of the test that runs
 */
export function eachOnItsOwnSite(): ProcessSite {
  const site = {} as ProcessSite;
  beforeAll(() => buildGateway());
  beforeEach(async () => {
    const database = await createTestDatabase();
    const db = new pg.Client({ connectionString: database.url });
    Object.assign(site, { database, directory: temporaryDirectory(), db });
    await db.connect();
  });
  afterEach(async () => {
    await GatewayProcess.endAll();
    await site.db.end();
    await site.database.drop();
    site.directory.remove();
  });
  return site;
}
