import { Client } from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.js';
import { createDataSource } from './data-source.js';
import { DatabaseUnreachableError } from './database-unreachable.error.js';

/** Whoever takes a connection and says nothing would be waited for without end. */
const CONNECT_WITHIN_MS = 30_000;

/**
 * Brings the schema up to date. Processes that start at once take turns by an advisory lock; the later ones find nothing to do.
 * @returns the names of those that ran
 * @throws DatabaseUnreachableError when there is no first connection
 */
export async function runMigrations(url: string): Promise<string[]> {
  const lock = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  lock.on('error', () => undefined);
  try {
    await lock.connect();
  } catch (error) {
    // Where it got as far as the question for a password, the connection is open and would keep the process.
    await lock.end().catch(() => undefined);
    throw new DatabaseUnreachableError(error);
  }
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.migrations]);
    const dataSource = await createDataSource(url).initialize();
    try {
      const ran = await dataSource.runMigrations({ transaction: 'all' });
      return ran.map(({ name }) => name);
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await lock.end();
  }
}
