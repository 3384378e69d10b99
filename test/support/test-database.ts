import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { migrateTemplate } from './migrate-template.js';

export interface TestDatabase {
  url: string;
  drop: () => Promise<void>;
}

/** A database of the caller's own with the current schema: a copy of the run's template, made in some 20 ms of CPU. */
export async function createTestDatabase({ icuLocale }: { icuLocale?: string } = {}): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  const prefix = databasePrefix(inject('testRunId'));
  const name = `${prefix}${randomBytes(5).toString('hex')}`;
  const from =
    icuLocale === undefined
      ? await ensureTemplate(serverUrl, prefix)
      : // What was sorted otherwise cannot be copied.
        `template0 LOCALE_PROVIDER icu ICU_LOCALE '${icuLocale}' LOCALE 'C'`;
  // By file: in memory less than half of what it costs block by block.
  await onServer(serverUrl, (client) =>
    client.query(`CREATE DATABASE ${name} STRATEGY FILE_COPY TEMPLATE ${from}`),
  );
  if (icuLocale !== undefined) await migrateTemplate(urlOf(serverUrl, name));
  return {
    url: urlOf(serverUrl, name),
    drop: () => onServer(serverUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}

/** Removes what a run left on a server that outlives it. */
export async function dropDatabasesOf(serverUrl: string, testRunId: string): Promise<void> {
  await onServer(serverUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [databasePrefix(testRunId)],
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  });
}

const databasePrefix = (testRunId: string): string => `gateway_test_${testRunId}_`;

/**
 * The first worker that asks makes it, the others wait for that one. Migrated under another name and renamed when done, so that a
 * template that exists is whole.
 */
async function ensureTemplate(serverUrl: string, prefix: string): Promise<string> {
  const template = `${prefix}template`;
  await onServer(serverUrl, async (client) => {
    // Held until the connection ends.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template]);
    if (rowCount !== 0) return;
    const unfinished = `${prefix}unfinished_${randomBytes(5).toString('hex')}`;
    await client.query(`CREATE DATABASE ${unfinished}`);
    await migrateTemplate(urlOf(serverUrl, unfinished));
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
  });
  return template;
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function onServer(serverUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
