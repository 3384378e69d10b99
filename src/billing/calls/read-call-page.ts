import type { EntityManager } from 'typeorm';
import type { SlowQueries } from '../../database/slow-queries.service.js';
import type { CallFilters } from './call-filters.js';
import { CallQuery } from './call-query.js';
import { CallReader } from './call-reader.js';
import { asksForSpans, findSpans, type CallSpan, type WhereToLook } from './call-spans.js';
import type { CallSearch } from './found-calls.js';
import { joinedInSql, joinTexts, type CallExtras } from './parse-calls.js';
import { callText } from './read-calls.js';

/** How many spans are asked for at once; more with each time. */
const FIRST_SPANS = 8;

export interface CallPage {
  readonly limit: number;
  /** Calls older than this one. */
  readonly after?: string;
  /** The calls next to this one that are newer. */
  readonly before?: string;
}

export interface PageQuestion {
  readonly projectId: string;
  readonly filters: CallFilters;
  readonly page: CallPage;
  readonly extras: CallExtras | undefined;
}

interface Texts {
  readonly texts: string | null;
}

/** A page as it was read. */
export interface CallTexts {
  /** Texts of calls among which those of the page are (`splitTexts`), in no order; one may be there twice. */
  readonly texts: string;
  /** The last call that was looked at for a page that is not full, where the search goes on behind it. */
  readonly searchedTo: string | undefined;
}

/** Never looks at more than so many calls for a page, however few of them pass. */
export async function readPageTexts(reads: SlowQueries, question: PageQuestion): Promise<CallTexts> {
  const { projectId, filters } = question;
  const reader = asksForSpans(filters) ? undefined : CallReader.openAtOnce(projectId, filters);
  if (reader === undefined || searchOf(reader, question) !== undefined)
    return reads.read((manager) => searchPage(manager, question));
  const values: unknown[] = [];
  const [row] = await reads.ask<Texts>(statementOf(partsOf(reader, question)(values), question), values);
  return { texts: row?.texts ?? '', searchedTo: undefined };
}

const partsOf =
  (reader: CallReader, { page }: PageQuestion): PartsOf =>
  (values) =>
    reader.partsOfPage({ above: page.before, below: page.after }, values);

const searchOf = (reader: CallReader, { page }: PageQuestion): CallSearch | undefined =>
  reader.search({ above: page.before, below: page.after }, directionOf(page));

/** Where it has to be known first how calls are found, or then how far they were looked at. */
async function searchPage(manager: EntityManager, question: PageQuestion): Promise<CallTexts> {
  const { projectId, filters } = question;
  const reader = await CallReader.open(manager, projectId, filters);
  const where = reader.isOfTerm ? undefined : await findSpans(manager, projectId, filters);
  if (where !== undefined) return readSummed(manager, { reader, ...where }, question);
  const search = searchOf(reader, question);
  if (search === undefined) {
    return { texts: await readParts(manager, partsOf(reader, question), question), searchedTo: undefined };
  }
  const { texts, searchedTo } = await readSearched(manager, search, question);
  const beside: PartsOf = (values) =>
    reader.besideSearch(values).map((part) => upTo(part, question.page, searchedTo));
  return { texts: joinTexts([texts, await readParts(manager, beside, question)]), searchedTo };
}

/** Of what sums tell in which hours it is. */
async function readSummed(
  manager: EntityManager,
  { reader, spans, mark }: WhereToLook & { readonly reader: CallReader },
  question: PageQuestion,
): Promise<CallTexts> {
  const summed = await readSpans(manager, { reader, spans }, question);
  const rest: PartsOf = (values) => [reader.unsummed(mark, values), reader.batches(values)];
  return { texts: joinTexts([...summed, await readParts(manager, rest, question)]), searchedTo: undefined };
}

/** All parts in one statement, and what they find as one text: the driver has little to do with it. */
function statementOf(parts: readonly CallQuery[], { page, extras }: PageQuestion): string {
  const rest = orderOf(page);
  const cut = parts.map(
    (part) => `(${cutPage(part, page).select('call.*', orderOf(page, part.sortedBehind))})`,
  );
  const rows = `(${cut.join(' UNION ALL ')}) AS call`;
  const texts = `SELECT ${callText(extras)} AS text FROM ${rows} ${parts.length > 1 ? rest : ''}`;
  return `SELECT ${joinedInSql('page.text')} AS texts FROM (${texts}) AS page`;
}

type PartsOf = (values: unknown[]) => readonly CallQuery[];

async function readParts(manager: EntityManager, partsOf: PartsOf, question: PageQuestion): Promise<string> {
  const values: unknown[] = [];
  const parts = partsOf(values);
  if (parts.length === 0) return '';
  const [row] = await manager.query<Texts[]>(statementOf(parts, question), values);
  return row?.texts ?? '';
}

function cutPage(query: CallQuery, { after, before }: CallPage): CallQuery {
  if (after !== undefined) query.where(`call.id < ${query.bind(after)}`);
  if (before !== undefined) query.where(`call.id > ${query.bind(before)}`);
  return query;
}

const directionOf = ({ before }: CallPage): 'ASC' | 'DESC' => (before === undefined ? 'DESC' : 'ASC');

/** @param first what is sorted by before the id */
function orderOf(page: CallPage, first?: string): string {
  const columns = first === undefined ? ['call.id'] : [first, 'call.id'];
  return `ORDER BY ${columns.map((column) => `${column} ${directionOf(page)}`).join(', ')} LIMIT ${page.limit}`;
}

/** What is behind the last call that was looked at is of the next page. */
function upTo(query: CallQuery, page: CallPage, searchedTo: string | undefined): CallQuery {
  if (searchedTo === undefined) return query;
  return query.where(`call.id ${directionOf(page) === 'DESC' ? '>=' : '<='} ${query.bind(searchedTo)}`);
}

/** Those of the page that are found among the calls that are looked at, and how far that was. */
async function readSearched(
  manager: EntityManager,
  { source, values, order, end }: CallSearch,
  question: PageQuestion,
): Promise<CallTexts> {
  const { page } = question;
  const rows = await manager.query<{ id: string }[]>(
    `SELECT passing.id FROM ${source} ORDER BY ${order} LIMIT ${page.limit}`,
    values,
  );
  const isFull = rows.length === page.limit;
  const [last] = isFull ? [] : await manager.query<{ id: string }[]>(end.sql, end.values);
  const named: PartsOf = (bound) => {
    const query = new CallQuery(bound);
    return [query.where(`call.id = ANY(${query.bind(rows.map(({ id }) => id))})`)];
  };
  const texts = rows.length === 0 ? '' : await readParts(manager, named, question);
  return { texts, searchedTo: last?.id };
}

/** Span by span in the direction of the page, until there are enough. */
async function readSpans(
  manager: EntityManager,
  { reader, spans }: { readonly reader: CallReader; readonly spans: readonly CallSpan[] },
  { page, extras }: PageQuestion,
): Promise<string[]> {
  const { limit, after, before } = page;
  const left = spans.filter(
    ({ first, behind }) =>
      (after === undefined || first < after) && (before === undefined || behind > before),
  );
  if (before !== undefined) left.reverse();
  const query = cutPage(reader.inSpan(), page);
  const count = query.values.length;
  const sql = `SELECT page.text FROM unnest($${count + 1}::text[], $${count + 2}::text[]) AS span (first, behind)
    CROSS JOIN LATERAL (${query.select(`${callText(extras)} AS text`, orderOf(page))}) AS page`;
  const texts: string[] = [];
  for (let next = FIRST_SPANS; left.length > 0 && texts.length < limit; next *= 2) {
    const now = left.splice(0, next);
    const ends = [now.map(({ first }) => first), now.map(({ behind }) => behind)];
    const rows = await manager.query<{ text: string }[]>(sql, [...query.values, ...ends]);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts;
}
