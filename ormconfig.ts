import { createDataSource } from './src/database/data-source.js';
import { ENTITIES } from './src/entities.js';

/** The data source of the TypeORM command line: `DATABASE_URL` names the database. */
export default createDataSource(process.env['DATABASE_URL'] ?? 'postgres://localhost:5432/postgres', {
  entities: ENTITIES,
});
