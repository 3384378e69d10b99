import type { EntityManager } from 'typeorm';
import type { CallQuery } from './call-query.js';
import { readFoldedTo } from './call-terms.repository.js';

/** A term by which a project's calls are found, and up to where calls have their terms. */
export interface DrivingTerm {
  readonly projectId: string;
  readonly term: string;
  /** Calls that were written from here on are read instead. */
  readonly foldedTo: string;
}

/** Ids between which the calls are that are wanted; both exclusive. */
export interface IdRange {
  readonly above?: string;
  readonly below?: string;
}

export interface FoundCalls {
  /** Behind `FROM`: the term's calls that pass, under the alias `passing`; their ids are `found.call_id`. */
  readonly source: string;
  readonly values: unknown[];
}

/** Telling apart the rare from the common takes no more. */
const COUNTED = 1_000;
const RAREST = `
SELECT term FROM unnest($2::text[]) AS wanted (term)
 ORDER BY (SELECT count(*) FROM (SELECT FROM call_terms WHERE project_id = $1 AND call_terms.term = wanted.term LIMIT ${COUNTED}) AS few)
 LIMIT 1`;

/** Of several terms the one that the fewest calls have. */
export async function openTerm(
  manager: EntityManager,
  projectId: string,
  terms: readonly string[],
): Promise<DrivingTerm | undefined> {
  const [first] = terms;
  if (first === undefined) return undefined;
  const foldedTo = await readFoldedTo(manager);
  if (terms.length === 1) return { projectId, term: first, foldedTo };
  const [rarest] = await manager.query<{ term: string }[]>(RAREST, [projectId, terms]);
  return { projectId, term: rarest?.term ?? first, foldedTo };
}

/** More are not looked at one by one: among so many of a project those of a common term are soon found. */
const MOST_LOOKED_AT = 20_000;

/**
 * Whether a project has fewer calls that meet a condition, which an index of their own tells, than there are of a term.
 * @param condition SQL over `calls`
 */
export async function hasFewer(
  manager: EntityManager,
  condition: string,
  { projectId, term }: DrivingTerm,
): Promise<boolean> {
  const count = (rows: string): string =>
    `(SELECT count(*) FROM (SELECT FROM ${rows} LIMIT ${MOST_LOOKED_AT}) AS counted)`;
  const [row] = await manager.query<{ fewer: boolean }[]>(
    `SELECT ${count(`calls WHERE project_id = $1 AND ${condition}`)} < ${count('call_terms WHERE project_id = $1 AND term = $2')} AS fewer`,
    [projectId, term],
  );
  return row?.fewer === true;
}

/**
 * The calls of a term in the order of their ids, each looked at until a page is full. It is written so that the database has no
 * other way: it takes a filter that fits what is common and old for one that is quickly found among the newest calls, and reads
 * them all.
 * @param passing what calls must be, and the columns that are wanted of them
 */
export function findCalls(
  { projectId, term }: DrivingTerm,
  { above, below }: IdRange,
  { query, columns }: { readonly query: CallQuery; readonly columns: string },
): FoundCalls {
  const inner = query.where('call.id = found.call_id').select(columns, 'LIMIT 1');
  const range = [
    `project_id = ${query.bind(projectId)} AND term = ${query.bind(term)}`,
    ...(above === undefined ? [] : [`call_id > ${query.bind(above)}`]),
    ...(below === undefined ? [] : [`call_id < ${query.bind(below)}`]),
  ];
  return {
    source: `(SELECT call_id FROM call_terms WHERE ${range.join(' AND ')}) AS found CROSS JOIN LATERAL (${inner}) AS passing`,
    values: query.values,
  };
}
