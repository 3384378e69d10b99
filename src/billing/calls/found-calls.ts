import type { EntityManager } from 'typeorm';
import type { CallQuery } from './call-query.js';
import { readFoldedTo } from './call-terms.repository.js';

/** More are not looked at for one page: its reader says how to go on. */
export const MOST_SEARCHED = 10_000;

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
    `(SELECT count(*) FROM (SELECT FROM ${rows} LIMIT ${MOST_SEARCHED}) AS counted)`;
  const [row] = await manager.query<{ fewer: boolean }[]>(
    `SELECT ${count(`calls WHERE project_id = $1 AND ${condition}`)} < ${count('call_terms WHERE project_id = $1 AND term = $2')} AS fewer`,
    [projectId, term],
  );
  return row?.fewer === true;
}

/** Ids of a project's calls that an index has in their order. */
export interface OrderedIds {
  readonly projectId: string;
  readonly term?: string;
  /** SQL over `calls`, where it is not by a term; absent for all calls of the project. */
  readonly condition?: string | undefined;
}

/** What calls must be, and the columns that are wanted of them. */
export interface PassingCalls {
  readonly query: CallQuery;
  readonly columns: string;
}

/** What a page is searched in, and by what it is known how far the search came. */
export interface CallSearch extends FoundCalls {
  /** Behind `ORDER BY`: the order of the ids, in which they are read. */
  readonly order: string;
  /** Gives the id of the last call that is looked at, as `id`; no row when all are. */
  readonly end: { readonly sql: string; readonly values: unknown[] };
}

/**
 * The calls of a term in the order of their ids, each looked at. It is written so that the database has no other way: it takes a filter
 * that fits what is common and old for one that is quickly found among the newest calls, and reads them all.
 */
export function findCalls(ids: OrderedIds, range: IdRange, { query, columns }: PassingCalls): FoundCalls {
  const inner = lookAt(query, columns);
  const source = `(${selectIds(ids, range, query.values)}) AS found ${inner}`;
  return { source, values: query.values };
}

/** As `findCalls`, the first so many of one direction, for a page that is full as soon as it can be. */
export function searchCalls(
  ids: OrderedIds,
  range: IdRange,
  { query, columns, order }: PassingCalls & { readonly order: 'ASC' | 'DESC' },
): CallSearch {
  // A term is of one project: said to be sorted by that too, its calls would be sorted again, which is only done when all are read.
  const sorted = ids.term === undefined ? ['project_id', 'call_id'] : ['call_id'];
  const orderBy = (prefix: string): string =>
    sorted.map((column) => `${prefix}${column} ${order}`).join(', ');
  const inOrder = (values: unknown[]): string => `${selectIds(ids, range, values)} ORDER BY ${orderBy('')}`;
  const inner = lookAt(query, columns);
  const source = `(${inOrder(query.values)} LIMIT ${MOST_SEARCHED}) AS found ${inner}`;
  const values: unknown[] = [];
  const sql = `SELECT call_id AS id FROM (${inOrder(values)} OFFSET ${MOST_SEARCHED - 1} LIMIT 1) AS last`;
  return {
    source,
    values: query.values,
    order: orderBy('found.'),
    end: { sql, values },
  };
}

function selectIds(
  { projectId, term, condition = 'true' }: OrderedIds,
  range: IdRange,
  values: unknown[],
): string {
  const bind = (value: unknown): string => `$${values.push(value)}`;
  if (term === undefined)
    return `SELECT project_id, id AS call_id FROM calls WHERE ${[...ownInOrder(projectId, range, bind), condition].join(' AND ')}`;
  const { above, below } = range;
  const conditions = [
    `project_id = ${bind(projectId)} AND term = ${bind(term)}`,
    ...(above === undefined ? [] : [`call_id > ${bind(above)}`]),
    ...(below === undefined ? [] : [`call_id < ${bind(below)}`]),
  ];
  return `SELECT project_id, call_id FROM call_terms WHERE ${conditions.join(' AND ')}`;
}

/**
 * SQL: the calls of a project in a range of ids, for who sorts them by project and id. Were the project said to be equal to its id, its
 * calls would be sorted by their own ids alone; then the primary key would do, and the database takes it where it holds the project for a
 * common one, and reads all calls that others had since. Ends of the pairs are included, for it thinks that there is nothing above the
 * last project and below the first one.
 */
export function ownInOrder(
  projectId: string,
  { above, below }: IdRange,
  bind: (value: unknown) => string,
): string[] {
  const project = bind(projectId);
  const [from, to] = [bind(above ?? ''), below === undefined ? undefined : bind(below)];
  return [
    `(project_id, id) >= (${project}, ${from}) AND id > ${from}`,
    to === undefined ? `project_id <= ${project}` : `(project_id, id) <= (${project}, ${to}) AND id < ${to}`,
  ];
}

const lookAt = (query: CallQuery, columns: string): string =>
  `CROSS JOIN LATERAL (${query.where('call.id = found.call_id').select(columns, 'LIMIT 1')}) AS passing`;
