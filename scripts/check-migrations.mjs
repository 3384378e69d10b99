import { createTemporaryDatabase } from './temporary-database.mjs';

/** Fails when the entities and the migrations disagree, and when a migration cannot be taken back. Needs a build. */
const { createDataSource } = await import('../dist/database/data-source.js');
const { ENTITIES } = await import('../dist/entities.js');
const database = await createTemporaryDatabase();
try {
  const dataSource = await createDataSource(database.url, { entities: ENTITIES }).initialize();
  await dataSource.runMigrations({ transaction: 'all' });
  const drift = await dataSource.driver.createSchemaBuilder().log();
  for (const { query } of drift.upQueries) console.error(`missing in a migration: ${query}`);
  for (const _ of dataSource.migrations) await dataSource.undoLastMigration({ transaction: 'all' });
  await dataSource.runMigrations({ transaction: 'all' });
  await dataSource.destroy();
  process.exitCode = drift.upQueries.length === 0 ? 0 : 1;
  console.log(
    drift.upQueries.length === 0
      ? 'The entities and the migrations agree.'
      : 'The entities and the migrations disagree.',
  );
} finally {
  await database.stop();
}
