import type { QueryConfig } from 'pg';
import { dateOf } from '../../lib/day.js';
import type { StoredResponse } from './stored-response.js';

/** A row, with the day of the response that it goes on from. */
export type RowToInsert = StoredResponse & { readonly previousDay: number | undefined };

const COLUMNS: readonly (readonly [name: string, type: string, value: (row: RowToInsert) => unknown])[] = [
  ['project_id', 'text', ({ projectId }) => projectId],
  ['id', 'text', ({ id }) => id],
  ['day', 'date', ({ day }) => dateOf(day)],
  ['created_at', 'timestamptz', ({ createdAt }) => createdAt],
  ['call_id', 'text', ({ callId }) => callId],
  ['model', 'text', ({ model }) => model],
  ['previous_id', 'text', ({ previousId }) => previousId ?? null],
  ['previous_day', 'date', ({ previousDay }) => (previousDay === undefined ? null : dateOf(previousDay))],
  ['wanted_items', 'text[]', ({ wantedItems }) => wantedItems],
  ['context_bytes', 'bigint', ({ contextBytes }) => contextBytes],
  ['input', 'bytea', ({ input }) => input],
  ['output', 'bytea', ({ output }) => output],
  ['frame', 'bytea', ({ frame }) => frame],
];
const WIDTH = COLUMNS.length;
const NAMES = COLUMNS.map(([name]) => name).join(', ');

/** By the number of rows: bodies go up as they are, in no array in which they would have to be escaped. */
const texts = new Map<number, string>();

/** Any number of responses and the places of their items, in one statement. What is there already stays as it is. */
export function insertResponses(rows: readonly RowToInsert[]): QueryConfig {
  const items = rows.flatMap((row) => row.items.map((item) => ({ row, item })));
  const text = texts.get(rows.length) ?? textFor(rows.length);
  texts.set(rows.length, text);
  return {
    name: `keep-responses-${rows.length}`,
    text,
    values: [
      ...rows.flatMap((row) => COLUMNS.map(([, , value]) => value(row))),
      items.map(({ row }) => row.projectId),
      items.map(({ row }) => row.id),
      items.map(({ row }) => dateOf(row.day)),
      items.map(({ item }) => item.name),
      items.map(({ item }) => item.isOutput),
    ],
  };
}

function textFor(count: number): string {
  const values = Array.from({ length: count }, (_, row) => {
    const places = COLUMNS.map(([, type], column) => `$${row * WIDTH + column + 1}::${type}`);
    return `(${places.join(', ')})`;
  });
  const [projects, responses, days, names, outputs] = [1, 2, 3, 4, 5].map(
    (place) => `$${count * WIDTH + place}`,
  );
  return `
WITH kept AS (INSERT INTO stored_responses (${NAMES}) VALUES ${values.join(', ')} ON CONFLICT DO NOTHING)
INSERT INTO stored_response_items (project_id, response_id, day, item_id, is_output)
SELECT * FROM unnest(${projects}::text[], ${responses}::text[], ${days}::date[], ${names}::text[], ${outputs}::boolean[])
ON CONFLICT DO NOTHING`;
}
