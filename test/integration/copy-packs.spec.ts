import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyBytes } from '../../src/billing/usage/packs/copy-packs.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const bytes = (length: number): string => `decode(repeat('f05c', ${length / 2}), 'hex')`;
const VALUES = `SELECT content FROM (VALUES (1, ${bytes(4)}), (2, ''), (3, ${bytes(3_000_000)})) AS made (n, content) ORDER BY n`;

const expectUsable = async () => expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);

it('reads values of bytes as they are, also none and millions of them', async () => {
  const values = await copyBytes(client, VALUES, [4, 0, 3_000_000]);
  expect(values.map(({ length }) => length)).toEqual([4, 0, 3_000_000]);
  expect(values[0]).toEqual(Buffer.from('f05cf05c', 'hex'));
  expect(values[2]).toEqual(Buffer.alloc(3_000_000, 'f05c', 'hex'));
  expect(await copyBytes(client, 'SELECT NULL::bytea WHERE false', [])).toEqual([]);
  await expectUsable();
});

it.each([
  { name: 'longer ones', lengths: [4, 0, 2_999_998] },
  { name: 'shorter ones', lengths: [4, 0, 3_000_002] },
  { name: 'as many bytes otherwise', lengths: [2, 2, 3_000_000] },
  { name: 'more values', lengths: [4, 0] },
  { name: 'fewer values', lengths: [4, 0, 3_000_000, 0] },
])('says so where it finds $name than it was told, and leaves the connection usable', async ({ lengths }) => {
  await expect(copyBytes(client, VALUES, lengths)).rejects.toThrow('other lengths');
  await expectUsable();
});

it('rejects with what the database says, also in the midst of values, and leaves the connection usable', async () => {
  await expect(copyBytes(client, 'SELECT nothing FROM nowhere', [1])).rejects.toMatchObject({
    code: '42P01',
  });
  const failing = `SELECT CASE WHEN n < 100 THEN ${bytes(100_000)} ELSE decode(repeat('f', 1 / (100 - n)::integer), 'hex') END FROM generate_series(1, 100) AS n`;
  await expect(copyBytes(client, failing, Array<number>(100).fill(100_000))).rejects.toMatchObject({
    code: '22012',
  });
  await expectUsable();
  await client.query(`SET statement_timeout = '50ms'`);
  const slow = `SELECT ${bytes(100_000)} FROM generate_series(1, 3) AS n, pg_sleep(n * 0.04)`;
  await expect(copyBytes(client, slow, [100_000, 100_000, 100_000])).rejects.toMatchObject({ code: '57014' });
  await client.query('RESET statement_timeout');
  await expectUsable();
});

it('rejects when the connection ends in the midst of values', async () => {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  other.on('error', () => undefined);
  const { rows } = await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const sleeping = `SELECT ${bytes(100_000)} FROM generate_series(1, 2) AS n, pg_sleep((n - 1) * 60)`;
  const copied = copyBytes(other, sleeping, [100_000, 100_000]);
  const ended = client.query('SELECT pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
  await expect(copied).rejects.toThrow();
  await ended;
  await other.end().catch(() => undefined);
});
