import { runMigrations } from '../../src/database/run-migrations.js';

/** Brings an empty database to the current schema; every test database is a copy of the result. */
export async function migrateTemplate(url: string): Promise<void> {
  await runMigrations(url);
}
