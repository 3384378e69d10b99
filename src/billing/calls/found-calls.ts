import type { EntityManager } from 'typeorm';
import type { CallQuery } from './call-filters.js';
import { readFoldedTo } from './call-terms.repository.js';

/** More are not looked at for one page: its reader says how to go on. */
export const MOST_SEARCHED = 20_000;

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
  readonly parameters: readonly unknown[];
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

/** What a page is searched in, and by what it is known how far the search came. */
export interface CallSearch extends FoundCalls {
  /** Gives the id of the last call that is looked at, as `id`; no row when all are. */
  readonly end: { readonly statement: string; readonly parameters: readonly unknown[] };
}

/**
 * The calls of a term in the order of their ids, each looked at. It is written so that the database has no other way: it takes a filter
 * that fits what is common and old for one that is quickly found among the newest calls, and reads them all.
 * @param passing what calls must be, and what is wanted of them
 */
export function findCalls(ids: OrderedIds, range: IdRange, passing: CallQuery): FoundCalls {
  const { bind, parameters, inner } = bindPassing(passing);
  return { source: lookAt(`(${selectIds(ids, range, bind)}) AS found`, inner), parameters };
}

/** As \`findCalls\`, the first so many of one direction, for a page that is full as soon as it can be. */
export function searchCalls(
  ids: OrderedIds,
  range: IdRange,
  { passing, order }: { readonly passing: CallQuery; readonly order: 'ASC' | 'DESC' },
): CallSearch {
  const { bind, parameters, inner } = bindPassing(passing);
  const inOrder = (binding: Bind): string => `${selectIds(ids, range, binding)} ORDER BY 1 ${order}`;
  const source = lookAt(`(${inOrder(bind)} LIMIT ${MOST_SEARCHED}) AS found`, inner);
  const end: unknown[] = [];
  const statement = `SELECT call_id AS id FROM (${inOrder((value) => `$${end.push(value)}`)} OFFSET ${MOST_SEARCHED - 1} LIMIT 1) AS last`;
  return { source, parameters, end: { statement, parameters: end } };
}

type Bind = (value: unknown) => string;

function selectIds(
  { projectId, term, condition = 'true' }: OrderedIds,
  { above, below }: IdRange,
  bind: Bind,
): string {
  const [id, from] = term === undefined ? ['id', 'calls'] : ['call_id', 'call_terms'];
  const conditions = [
    `project_id = ${bind(projectId)}`,
    term === undefined ? condition : `term = ${bind(term)}`,
    ...(above === undefined ? [] : [`${id} > ${bind(above)}`]),
    ...(below === undefined ? [] : [`${id} < ${bind(below)}`]),
  ];
  return `SELECT ${id} AS call_id FROM ${from} WHERE ${conditions.join(' AND ')}`;
}

const lookAt = (ids: string, inner: string): string => `${ids} CROSS JOIN LATERAL (${inner}) AS passing`;

function bindPassing(passing: CallQuery): { bind: Bind; parameters: unknown[]; inner: string } {
  const [inner, values] = passing.andWhere('call.id = found.call_id').limit(1).getQueryAndParameters();
  const parameters: unknown[] = [...(values as unknown[])];
  return { bind: (value) => `$${parameters.push(value)}`, parameters, inner };
}
