import type { SealedPart } from './stored-response.js';

export interface ContextQuery {
  readonly newest: string | undefined;
  /** Of items (`placeNameOf`). */
  readonly names: readonly string[];
  /** Of items; responses beyond it come without their parts. */
  readonly capBytes: number;
  readonly capTurns: number;
  /** Turns whose parts are not wanted, 1 for the newest: from the first to the last. */
  readonly known: { readonly first: number; readonly last: number };
}

/** A response of the chain, or one of which a request wants an item. */
export interface ContextRow {
  /** In the chain: 1 for the newest. 0: only an item of it is wanted. */
  readonly turn: number;
  readonly id: string;
  /** Since 1970. */
  readonly day: number;
  /** Whose answer it is, as callers write it. */
  readonly model: string;
  readonly previousId: string | undefined;
  /** Names of items: those that the input refers to; at turn 0 those that are wanted of this part. */
  readonly itemNames: readonly string[];
  /** Sealed; only those that are asked for. */
  readonly parts: ReadonlyMap<SealedPart, Buffer>;
  /** The responses up to this one are together larger than the cap; their parts are empty. */
  readonly isOverCap: boolean;
}

/** What is sealed comes in slices: the driver reads a row at once. */
export interface SliceRow {
  readonly turn: number;
  readonly id: string;
  readonly day: number;
  readonly model: string;
  readonly previous_id: string | null;
  readonly wanted_items: readonly string[];
  readonly is_over_cap: boolean;
  readonly part: SealedPart;
  /** Where in the part the slice begins. */
  readonly at: number;
  readonly body: Buffer;
}

const SLICE_BYTES = 524_288;

const slicesOf = (body: string): string =>
  `generate_series(0, greatest(octet_length(${body}) - 1, 0), ${SLICE_BYTES}) AS s(at)`;
const sliceOf = (body: string): string => `substring(${body} FROM s.at + 1 FOR ${SLICE_BYTES}) AS body`;
const sinceEpoch = (day: string): string => `${day} - date '1970-01-01' AS day`;

/**
 * The chain is walked back from its newest response, each by its key and its day, so that each step looks into one partition. An
 * item that stands in several places is taken from the answer that made it, else from where it was first.
 * Turns that the process knows come without their parts, so that it only sees that they are there.
 * $1 project, $2 newest response, $3 cap of bytes, $4 cap of turns, $5 names of items, $6 and $7 the first and the last turn that is known.
 */
export const FIND_CONTEXT = `
WITH RECURSIVE chain AS (
  (SELECT r.id, r.day, r.model, r.previous_id, r.previous_day, r.wanted_items, r.input, r.output, r.context_bytes AS total, 1 AS turn
     FROM stored_responses r WHERE r.project_id = $1 AND r.id = $2 ORDER BY r.day DESC LIMIT 1)
  UNION ALL
  SELECT r.id, r.day, r.model, r.previous_id, r.previous_day, r.wanted_items, r.input, r.output, c.total + r.context_bytes, c.turn + 1
    FROM chain c JOIN stored_responses r ON r.project_id = $1 AND r.id = c.previous_id AND r.day = c.previous_day
   WHERE c.total <= $3::bigint AND c.turn < $4::integer
), wanted AS (
  SELECT unnest($5::text[]) AS name UNION SELECT unnest(wanted_items) FROM chain
), places AS (
  SELECT DISTINCT ON (p.item_id) p.item_id, p.day, p.response_id, p.is_output
    FROM stored_response_items p WHERE p.project_id = $1 AND p.item_id = ANY (ARRAY(SELECT name FROM wanted))
   ORDER BY p.item_id, p.is_output DESC, p.day
), held AS (
  SELECT h.day, h.response_id, r.model, h.names, CASE WHEN h.is_output THEN 'output' ELSE 'input' END AS part,
         CASE WHEN h.is_output THEN r.output ELSE r.input END AS sealed
    FROM (SELECT day, response_id, is_output, array_agg(item_id) AS names FROM places GROUP BY day, response_id, is_output) h
    JOIN stored_responses r ON r.project_id = $1 AND r.id = h.response_id AND r.day = h.day
), parts AS (
  SELECT turn, id, day, model, previous_id, wanted_items, total > $3 AS is_over_cap, p.part, p.sealed
    FROM chain CROSS JOIN LATERAL (VALUES ('input', input), ('output', output)) AS p(part, sealed)
   WHERE turn NOT BETWEEN $6::integer AND $7::integer
  UNION ALL
  SELECT turn, id, day, model, previous_id, wanted_items, total > $3, 'input', '' FROM chain WHERE turn BETWEEN $6 AND $7
  UNION ALL
  SELECT 0, response_id, day, model, NULL, names, sum(octet_length(sealed)) OVER (ORDER BY part, day, response_id) > $3, part, sealed FROM held
)
SELECT turn, id, ${sinceEpoch('day')}, model, previous_id, wanted_items, is_over_cap, part, at, ${sliceOf('sealed')}
  FROM (SELECT turn, id, day, model, previous_id, wanted_items, is_over_cap, part, CASE WHEN NOT is_over_cap THEN sealed ELSE '' END AS sealed FROM parts) p
 CROSS JOIN LATERAL ${slicesOf('sealed')}`;

/** $1 project, $2 response, $3 the parts that are wanted. */
export const FIND_ONE = `
SELECT 1 AS turn, id, ${sinceEpoch('day')}, model, previous_id, wanted_items, false AS is_over_cap, part, at, ${sliceOf('sealed')}
  FROM (SELECT * FROM stored_responses WHERE project_id = $1 AND id = $2 ORDER BY day DESC LIMIT 1) r
 CROSS JOIN LATERAL (VALUES ('input', input), ('output', output), ('frame', frame)) AS p(part, sealed)
 CROSS JOIN LATERAL ${slicesOf('sealed')}
 WHERE part = ANY ($3::text[])`;

interface Found {
  readonly row: SliceRow;
  readonly slices: Map<SealedPart, SliceRow[]>;
}

/** Rows of slices, in any order, as the parts that they are of. */
export function joinSlices(rows: readonly SliceRow[]): ContextRow[] {
  const found = new Map<string, Found>();
  for (const row of rows) {
    // What is held for its items comes part by part, with other names for each.
    const key = row.turn > 0 ? row.id : `${row.id} ${row.part}`;
    const { slices } = found.get(key) ?? addTo(found, key, { row, slices: new Map() });
    const known = slices.get(row.part);
    if (known === undefined) slices.set(row.part, [row]);
    else known.push(row);
  }
  return [...found.values()].map(toContextRow);
}

function addTo(found: Map<string, Found>, key: string, one: Found): Found {
  found.set(key, one);
  return one;
}

function toContextRow({ row, slices }: Found): ContextRow {
  return {
    turn: row.turn,
    id: row.id,
    day: row.day,
    model: row.model,
    previousId: row.previous_id ?? undefined,
    itemNames: row.wanted_items,
    isOverCap: row.is_over_cap,
    parts: new Map([...slices].map(([part, of]) => [part, joined(of)])),
  };
}

function joined(slices: SliceRow[]): Buffer {
  const [only] = slices;
  if (slices.length === 1 && only !== undefined) return only.body;
  return Buffer.concat(slices.sort((one, other) => one.at - other.at).map(({ body }) => body));
}
