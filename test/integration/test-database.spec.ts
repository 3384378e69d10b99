import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../support/test-database.js';

it('gives every spec file a database of its own, gone after drop', async () => {
  const [first, second] = [await createTestDatabase(), await createTestDatabase()];
  const client = new pg.Client({ connectionString: first.url });
  await client.connect();
  await client.query('create table note (value integer)');
  await client.end();
  const other = new pg.Client({ connectionString: second.url });
  await other.connect();
  expect((await other.query(`select to_regclass('note') as note`)).rows).toEqual([{ note: null }]);
  await other.end();
  await first.drop();
  await second.drop();
  const gone = new pg.Client({ connectionString: first.url });
  await expect(gone.connect()).rejects.toThrow(/does not exist/);
});
