import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CompositeArrayWriter } from '../../src/database/composite-array.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

interface Row {
  readonly name?: string;
  readonly detail?: object;
  readonly amount?: number;
  readonly yes?: boolean;
  readonly at?: Date;
}

let database: TestDatabase;
let client: pg.Client;
let elementType: number;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    'CREATE TYPE note AS (name text, detail json, amount double precision, yes boolean, at timestamptz)',
  );
  const { rows } = await client.query<{ oid: number }>(`SELECT 'note'::regtype::oid AS oid`);
  elementType = rows[0]?.oid ?? 0;
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function readBack(rows: readonly Row[]): Promise<unknown[]> {
  const writer = new CompositeArrayWriter({ elementType, fields: 5, expectedRows: rows.length });
  for (const { name, detail, amount, yes, at } of rows) {
    writer.begin();
    writer.text(name);
    writer.json(detail && JSON.stringify(detail));
    writer.number(amount);
    writer.boolean(yes);
    writer.time(at);
    writer.end();
  }
  const input = writer.finish();
  const result = await client.query<Record<string, unknown>>('SELECT * FROM unnest($1::note[])', [input]);
  return result.rows;
}

const NOTHING = { name: null, detail: null, amount: null, yes: null, at: null };
const LONG = '€uro 😀 "quoted", {braces} \\ \u0001'.repeat(2_000);

it.each<[string, Row, Record<string, unknown>]>([
  ['a row without values', {}, NOTHING],
  ['what is empty, zero and false', { name: '', amount: 0, yes: false }, { name: '', amount: 0, yes: false }],
  ['text of any characters and of any length', { name: LONG }, { name: LONG }],
  ['half a character as the mark of a lost one', { name: 'a\ud83d' }, { name: 'a\ufffd' }],
  ['JSON with everything in it', { detail: { a: [1, LONG, null] } }, { detail: { a: [1, LONG, null] } }],
  ['a fraction', { amount: -1.25e-9 }, { amount: -1.25e-9 }],
  ['the largest exact number', { amount: Number.MAX_SAFE_INTEGER }, { amount: Number.MAX_SAFE_INTEGER }],
  [
    'a time to the millisecond',
    { at: new Date('2026-11-28T10:20:30.456Z') },
    { at: new Date('2026-11-28T10:20:30.456Z') },
  ],
  [
    'a time before the year 2000',
    { at: new Date('1969-07-20T20:17:40.001Z') },
    { at: new Date('1969-07-20T20:17:40.001Z') },
  ],
])('PostgreSQL reads %s', async (_, row, expected) => {
  expect(await readBack([row])).toEqual([{ ...NOTHING, ...expected }]);
});

it('PostgreSQL reads no rows, and many in their order', async () => {
  expect(await readBack([])).toEqual([]);
  const many = Array.from({ length: 2_000 }, (_, index) => ({ name: `row ${index}`, yes: index % 2 === 0 }));
  expect(await readBack(many)).toEqual(many.map((row) => ({ ...NOTHING, ...row })));
});
