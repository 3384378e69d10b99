import type { EntityManager } from 'typeorm';
import type { CallFilters, CallQuery } from './call-filters.js';
import { CallReader } from './call-reader.js';
import { CallEntity } from './call.entity.js';
import { findSpans, type CallSpan } from './call-spans.js';
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

/** Texts of calls among which those of a page are, in no order; one may be there twice. */
export async function readPageTexts(manager: EntityManager, question: PageQuestion): Promise<string[]> {
  const { projectId, filters, page, extras } = question;
  const reader = await CallReader.open(manager, projectId, filters);
  const texts = await readFound(manager, reader, question);
  const where = reader.isOfTerm ? undefined : await findSpans(manager, projectId, filters);
  if (where !== undefined)
    texts.push(...(await readSpans(manager, { reader, spans: where.spans }, question)));
  const parts = where === undefined ? reader.parts() : [reader.unsummed(where.mark), reader.batches()];
  for (const part of parts) texts.push(...(await readCallTexts(cutPage(part, page), extras)));
  return texts;
}

function cutPage(query: CallQuery, { limit, after, before }: CallPage): CallQuery {
  if (after !== undefined) query.andWhere('call.id < :after', { after });
  if (before !== undefined) query.andWhere('call.id > :before', { before });
  return query.orderBy('call.id', before === undefined ? 'DESC' : 'ASC').limit(limit);
}

/** Those of the page that are found by what was said of them. */
async function readFound(
  manager: EntityManager,
  reader: CallReader,
  { page: { limit, after, before }, extras }: PageQuestion,
): Promise<string[]> {
  const found = reader.found((query) => query.select('call.id', 'id'), { above: before, below: after });
  if (found === undefined) return [];
  const order = before === undefined ? 'DESC' : 'ASC';
  const rows = await manager.query<{ id: string }[]>(
    `SELECT passing.id FROM ${found.source} ORDER BY found.call_id ${order} LIMIT ${limit}`,
    [...found.parameters],
  );
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
