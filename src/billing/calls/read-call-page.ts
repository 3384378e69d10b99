import type { EntityManager } from 'typeorm';
import type { SlowQueries } from '../../database/slow-queries.service.js';
import type { CallFilters } from './call-filters.js';
import { CallQuery } from './call-query.js';
import { CallReader } from './call-reader.js';
import { asksForSpans, findSpans, type CallSpan } from './call-spans.js';
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

interface Statement {
  readonly sql: string;
  readonly values: unknown[];
}

interface Texts {
  readonly texts: string | null;
}

/** Texts of calls among which those of a page are (`splitTexts`), in no order; one may be there twice. */
export async function readPageTexts(reads: SlowQueries, question: PageQuestion): Promise<string> {
  const { projectId, filters } = question;
  const reader = asksForSpans(filters) ? undefined : CallReader.openAtOnce(projectId, filters);
  if (reader === undefined) return reads.read((manager) => searchPage(manager, question));
  const { sql, values } = statementOf((values) => reader.parts(values), question);
  const [row] = await reads.ask<Texts>(sql, values);
  return row?.texts ?? '';
}

/** Where it has to be known first how calls are found. */
async function searchPage(manager: EntityManager, question: PageQuestion): Promise<string> {
  const { projectId, filters } = question;
  const reader = await CallReader.open(manager, projectId, filters);
  const texts = [await readFound(manager, reader, question)];
  const where = reader.isOfTerm ? undefined : await findSpans(manager, projectId, filters);
  if (where !== undefined)
    texts.push(...(await readSpans(manager, { reader, spans: where.spans }, question)));
  texts.push(
    await readTexts(
      manager,
      statementOf(
        (values) =>
          where === undefined
            ? reader.parts(values)
            : [reader.unsummed(where.mark, values), reader.batches(values)],
        question,
      ),
    ),
  );
  return joinTexts(texts.filter((text) => text !== ''));
}

/** All parts in one statement, and what they find as one text: the driver has little to do with it. */
function statementOf(
  partsOf: (values: unknown[]) => readonly CallQuery[],
  { page, extras }: PageQuestion,
): Statement {
  const values: unknown[] = [];
  const rest = orderOf(page);
  const parts = partsOf(values).map((part) => `(${cutPage(part, page).select('call.*', rest)})`);
  const rows = `(${parts.join(' UNION ALL ')}) AS call`;
  const texts = `SELECT ${callText(extras)} AS text FROM ${rows} ${parts.length > 1 ? rest : ''}`;
  return { sql: `SELECT ${joinedInSql('page.text')} AS texts FROM (${texts}) AS page`, values };
}

async function readTexts(manager: EntityManager, { sql, values }: Statement): Promise<string> {
  const [row] = await manager.query<Texts[]>(sql, values);
  return row?.texts ?? '';
}

function cutPage(query: CallQuery, { after, before }: CallPage): CallQuery {
  if (after !== undefined) query.where(`call.id < ${query.bind(after)}`);
  if (before !== undefined) query.where(`call.id > ${query.bind(before)}`);
  return query;
}

const orderOf = ({ limit, before }: CallPage): string =>
  `ORDER BY call.id ${before === undefined ? 'DESC' : 'ASC'} LIMIT ${limit}`;

/** Those of the page that are found by what was said of them. */
async function readFound(
  manager: EntityManager,
  reader: CallReader,
  question: PageQuestion,
): Promise<string> {
  const { limit, after, before } = question.page;
  const found = reader.found('call.id AS id', { above: before, below: after });
  if (found === undefined) return '';
  const order = before === undefined ? 'DESC' : 'ASC';
  const rows = await manager.query<{ id: string }[]>(
    `SELECT passing.id FROM ${found.source} ORDER BY found.call_id ${order} LIMIT ${limit}`,
    found.values,
  );
  if (rows.length === 0) return '';
  const ids = rows.map(({ id }) => id);
  const named = (values: unknown[]): CallQuery[] => {
    const query = new CallQuery(values);
    return [query.where(`call.id = ANY(${query.bind(ids)})`)];
  };
  return readTexts(manager, statementOf(named, question));
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
