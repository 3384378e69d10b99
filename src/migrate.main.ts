import { loadSettings } from './config/load-environment.js';
import { runMigrations } from './database/run-migrations.js';

/**
 * Brings the schema of `DATABASE_URL` up to date and ends: a job of a deployment, before anything serves. Two at once take turns,
 * and a start does the same, so that nothing depends on the job.
 */
try {
  const { databaseUrl } = loadSettings();
  if (databaseUrl === undefined)
    throw new Error('DATABASE_URL: got nothing; it takes the address of the database to migrate.');
  const ran = await runMigrations(databaseUrl);
  for (const name of ran) console.log(`migrated: ${name}`);
  console.log(
    ran.length === 0 ? 'The schema was up to date.' : `The schema is up to date: ${ran.length} ran.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
