import type { EntityManager } from 'typeorm';
import type { CallFilters, CallQuery } from './call-filters.js';
import { CallReader } from './call-reader.js';
import { CallEntity } from './call.entity.js';
import { findSpans, type CallSpan } from './call-spans.js';
import type { CallSearch } from './found-calls.js';
import type { CallExtras } from './parse-calls.js';
import { readCallTexts, selectCallText } from './read-calls.js';

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

/** A page as it was read. */
export interface CallTexts {
  /** Texts of calls among which those of the page are, in no order; one may be there twice. */
  readonly texts: string[];
  /** The last call that was looked at for a page that is not full, where the search goes on behind it. */
  readonly searchedTo: string | undefined;
}

/** Never looks at more than so many calls for a page, however few of them pass. */
export async function readPageTexts(manager: EntityManager, question: PageQuestion): Promise<CallTexts> {
  const { projectId, filters, page, extras } = question;
  const reader = await CallReader.open(manager, projectId, filters);
  const where = reader.isOfTerm ? undefined : await findSpans(manager, projectId, filters);
  if (where !== undefined) {
    const texts = await readSpans(manager, { reader, spans: where.spans }, question);
    const parts = [reader.unsummed(where.mark), reader.batches()];
    return { texts: [...texts, ...(await readParts(parts, page, extras))], searchedTo: undefined };
  }
  const search = reader.search({ above: page.before, below: page.after }, orderOf(page));
  if (search === undefined)
    return { texts: await readParts(reader.parts(), page, extras), searchedTo: undefined };
  const { texts, searchedTo } = await readSearched(manager, search, question);
  const beside = reader.besideSearch().map((part) => upTo(part, page, searchedTo));
  return { texts: [...texts, ...(await readParts(beside, page, extras))], searchedTo };
}

const orderOf = ({ before }: CallPage): 'ASC' | 'DESC' => (before === undefined ? 'DESC' : 'ASC');

async function readParts(
  parts: readonly CallQuery[],
  page: CallPage,
  extras: CallExtras | undefined,
): Promise<string[]> {
  const texts: string[] = [];
  for (const part of parts) texts.push(...(await readCallTexts(cutPage(part, page), extras)));
  return texts;
}

function cutPage(query: CallQuery, page: CallPage): CallQuery {
  const { limit, after, before } = page;
  if (after !== undefined) query.andWhere('call.id < :after', { after });
  if (before !== undefined) query.andWhere('call.id > :before', { before });
  return query.orderBy('call.id', orderOf(page)).limit(limit);
}

/** What is behind the last call that was looked at is of the next page. */
function upTo(query: CallQuery, page: CallPage, searchedTo: string | undefined): CallQuery {
  if (searchedTo === undefined) return query;
  return query.andWhere(`call.id ${orderOf(page) === 'DESC' ? '>=' : '<='} :searchedTo`, { searchedTo });
}

async function readSearched(
  manager: EntityManager,
  { source, parameters, end }: CallSearch,
  { page, extras }: PageQuestion,
): Promise<CallTexts> {
  const rows = await manager.query<{ id: string }[]>(
    `SELECT passing.id FROM ${source} ORDER BY found.call_id ${orderOf(page)} LIMIT ${page.limit}`,
    [...parameters],
  );
  const isFull = rows.length === page.limit;
  const [last] = isFull ? [] : await manager.query<{ id: string }[]>(end.statement, [...end.parameters]);
  return { texts: await readTexts(manager, rows, extras), searchedTo: last?.id };
}

async function readTexts(
  manager: EntityManager,
  rows: readonly { readonly id: string }[],
  extras: CallExtras | undefined,
): Promise<string[]> {
  if (rows.length === 0) return [];
  const query = manager
    .getRepository(CallEntity)
    .createQueryBuilder('call')
    .where('call.id = ANY(:ids)', { ids: rows.map(({ id }) => id) });
  return readCallTexts(query, extras);
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
  const [query, parameters] = selectCallText(
    cutPage(reader.inSpan(), page),
    extras,
  ).getQueryAndParameters() as [string, unknown[]];
  const sql = `SELECT page.text FROM unnest($${parameters.length + 1}::text[], $${parameters.length + 2}::text[]) AS span (first, behind)
    CROSS JOIN LATERAL (${query}) AS page`;
  const texts: string[] = [];
  for (let count = FIRST_SPANS; left.length > 0 && texts.length < limit; count *= 2) {
    const now = left.splice(0, count);
    const ends = [now.map(({ first }) => first), now.map(({ behind }) => behind)];
    const rows = await manager.query<{ text: string }[]>(sql, [...parameters, ...ends]);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts;
}
