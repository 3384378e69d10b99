import { inPieces } from '../../lib/steps.js';
import type { CallQuery } from './call-filters.js';
import { parseCalls, type CallExtras, type CallRow } from './parse-calls.js';

/** Of these the digits count, which JSON numbers lose. */
const AS_TEXT: ReadonlySet<unknown> = new Set(['numeric', 'bigint']);

/**
 * The rows of a query, each as one JSON text. A page has thousands of fields: read one by one, by the driver and then by the
 * mapper of entities, they are most of what a page costs the event loop, in time and in garbage.
 */
export async function readCallTexts(query: CallQuery, extras?: CallExtras): Promise<string[]> {
  const rows = await selectCallText(query, extras).getRawMany<{ text: string }>();
  return rows.map(({ text }) => text);
}

/** Makes a query of calls one of their texts, in the column `text`. */
export function selectCallText(query: CallQuery, extras: CallExtras = {}): CallQuery {
  const { columns } = query.expressionMap.mainAlias?.metadata ?? { columns: [] };
  const members = columns
    .filter(({ isSelect }) => isSelect)
    .map(({ type, propertyName, databaseName }) => {
      const column = `call."${databaseName}"`;
      return `${AS_TEXT.has(type) ? `${column}::text` : column} AS "${propertyName}"`;
    });
  for (const [name, expression] of Object.entries(extras)) members.push(`${expression} AS "${name}"`);
  return query.select(`(SELECT row_to_json(row) FROM (SELECT ${members.join(', ')}) AS row)::text`, 'text');
}

/** The rows of a query, with what was asked for beside each. */
export async function readCalls<Extras extends CallExtras>(
  query: CallQuery,
  extras?: Extras,
): Promise<CallRow<Extras>[]> {
  return inPieces(parseCalls<Extras>(await readCallTexts(query, extras)));
}
