import type { QueryConfig } from 'pg';
import { partitionName } from '../../../database/day-partitions.js';
import { dateOf } from '../../../lib/day.js';
import type { StoredResponse } from '../stored-response.js';

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

/** Whose rows are written, and where. */
interface Target {
  readonly responses: string;
  readonly items: string;
  readonly firstParameter: number;
}

const EVERY_DAY: Target = {
  responses: 'stored_responses',
  items: 'stored_response_items',
  firstParameter: 1,
};

/** By the number of rows: bodies go up as they are, in no array in which they would have to be escaped. */
const texts = new Map<number, string>();

/** Any number of responses and the places of their items, in one statement. What is there already stays as it is. */
export function insertResponses(rows: readonly RowToInsert[]): QueryConfig {
  const text = texts.get(rows.length) ?? `WITH ${expressionsFor(rows.length, EVERY_DAY)} SELECT`;
  texts.set(rows.length, text);
  return { name: `keep-responses-${rows.length}`, text, values: valuesOf(rows) };
}

/**
 * The same as expressions of another statement, into the partitions of one day: so that statement waits for nobody who locks the
 * whole tables, as the one does that drops old days.
 */
export class ResponsesOfDay {
  private readonly texts = new Map<number, string>();

  constructor(readonly day: number) {}

  /** Plans are kept by it. */
  get name(): string {
    return `kept-${dateOf(this.day)}`;
  }

  expressions(count: number, firstParameter: number): string {
    const known = this.texts.get(count);
    if (known !== undefined) return known;
    const text = expressionsFor(count, {
      responses: `"${partitionName(EVERY_DAY.responses, this.day)}"`,
      items: `"${partitionName(EVERY_DAY.items, this.day)}"`,
      firstParameter,
    });
    this.texts.set(count, text);
    return text;
  }
}

export function valuesOf(rows: readonly RowToInsert[]): unknown[] {
  const items = rows.flatMap((row) => row.items.map((item) => ({ row, item })));
  return [
    ...rows.flatMap((row) => COLUMNS.map(([, , value]) => value(row))),
    items.map(({ row }) => row.projectId),
    items.map(({ row }) => row.id),
    items.map(({ row }) => dateOf(row.day)),
    items.map(({ item }) => item.name),
    items.map(({ item }) => item.isOutput),
  ];
}

function expressionsFor(count: number, { responses, items, firstParameter }: Target): string {
  const values = Array.from({ length: count }, (_, row) => {
    const places = COLUMNS.map(([, type], column) => `$${firstParameter + row * WIDTH + column}::${type}`);
    return `(${places.join(', ')})`;
  });
  const [projects, ids, days, names, outputs] = [0, 1, 2, 3, 4].map(
    (place) => `$${firstParameter + count * WIDTH + place}`,
  );
  return `kept AS (
  INSERT INTO ${responses} (${NAMES}) VALUES ${values.join(', ')} ON CONFLICT DO NOTHING
), kept_items AS (
  INSERT INTO ${items} (project_id, response_id, day, item_id, is_output)
  SELECT * FROM unnest(${projects}::text[], ${ids}::text[], ${days}::date[], ${names}::text[], ${outputs}::boolean[])
  ON CONFLICT DO NOTHING
)`;
}
