import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/database/embedded-postgres/start-embedded-postgres.js';
import { folderForDatabases } from './folder-for-databases.js';
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
export async function startRunDatabase(project: TestProject): Promise<() => Promise<void>> {
  const testRunId = randomBytes(4).toString('hex');
  project.provide('testRunId', testRunId);
  const externalUrl = process.env['TEST_DATABASE_URL'];
  if (externalUrl !== undefined && externalUrl !== '') {
    project.provide('postgresUrl', externalUrl);
    return () => dropDatabasesOf(externalUrl, testRunId);
  }
  const dataDir = mkdtempSync(path.join(folderForDatabases(), 'gateway-tests-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: console.error });
  await forgetAfterCrashOfMachine(postgres.url);
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** What a test keeps need not outlive the machine; killed processes, PostgreSQL's own included, lose nothing by it. */
async function forgetAfterCrashOfMachine(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('ALTER SYSTEM SET fsync = off');
    await client.query('ALTER SYSTEM SET full_page_writes = off');
    await client.query('SELECT pg_reload_conf()');
  } finally {
    await client.end();
  }
}
