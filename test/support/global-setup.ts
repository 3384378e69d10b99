import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/database/embedded-postgres/start-embedded-postgres.js';
import { dropDatabasesOf } from './test-database.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL server whose user may create databases. */
    postgresUrl: string;
    /** Names this run's databases, so that two runs on one server do not meet. */
    testRunId: string;
  }
}

/** One PostgreSQL for the whole run: the one that TEST_DATABASE_URL names, or an embedded one in a temporary directory. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const testRunId = randomBytes(4).toString('hex');
  project.provide('testRunId', testRunId);
  const externalUrl = process.env['TEST_DATABASE_URL'];
  if (externalUrl !== undefined && externalUrl !== '') {
    project.provide('postgresUrl', externalUrl);
    return () => dropDatabasesOf(externalUrl, testRunId);
  }
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'gateway-tests-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: console.error });
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
