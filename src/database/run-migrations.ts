import { Client } from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.js';
import { createDataSource } from './data-source.js';
import { DatabaseUnreachableError } from './database-unreachable.error.js';

/**
 * Brings the schema up to date. Processes that start at once take turns by an advisory lock; the later ones find nothing to do.
 * @throws DatabaseUnreachableError when there is no first connection
 */
export async function runMigrations(url: string): Promise<void> {
  const lock = new Client({ connectionString: url });
  lock.on('error', () => undefined);
  try {
    await lock.connect();
  } catch (error) {
    throw new DatabaseUnreachableError(error);
  }
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.migrations]);
    const dataSource = await createDataSource(url).initialize();
    try {
      await dataSource.runMigrations({ transaction: 'all' });
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await lock.end();
  }
}
