import { getMetadataArgsStorage, type DataSource, type EntityManager } from 'typeorm';
import { inPieces } from '../../lib/steps.js';
import { CallEntity } from './call.entity.js';
import type { CallQuery } from './call-query.js';
import { parseCalls, type CallExtras, type CallRow } from './parse-calls.js';

/** Of these the digits count, which JSON numbers lose. */
const AS_TEXT: ReadonlySet<unknown> = new Set(['numeric', 'bigint']);

const MEMBERS = getMetadataArgsStorage()
  .filterColumns(CallEntity)
  .filter(({ options }) => options.select !== false)
  .map(({ propertyName, options: { name = propertyName, type } }) => {
    const column = `call."${name}"`;
    return `${AS_TEXT.has(type) ? `${column}::text` : column} AS "${propertyName}"`;
  });

/**
 * SQL for a row of calls as one JSON text. A page has thousands of fields: read one by one, by the driver and then by the
 * mapper of entities, they are most of what a page costs the event loop, in time and in garbage.
 */
export function callText(extras: CallExtras = {}): string {
  const beside = Object.entries(extras).map(([name, expression]) => `${expression} AS "${name}"`);
  return `(SELECT row_to_json(row) FROM (SELECT ${[...MEMBERS, ...beside].join(', ')}) AS row)::text`;
}

/** The rows of a query, with what was asked for beside each. */
export async function readCalls<Extras extends CallExtras>(
  source: DataSource | EntityManager,
  query: CallQuery,
  { rest, extras }: { readonly rest?: string; readonly extras: Extras | undefined },
): Promise<CallRow<Extras>[]> {
  const sql = query.select(`${callText(extras)} AS text`, rest);
  const rows = await source.query<{ text: string }[]>(sql, query.values);
  return inPieces(parseCalls<Extras>(rows.map(({ text }) => text)));
}
