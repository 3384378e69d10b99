import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** A page of rows that have a sequence, newest first. At most one of `after` and `before` is there. */
export interface SequencePage {
  readonly limit: number;
  /** The id of a row (`led_<sequence>`): the adjacent rows that are older. */
  readonly after?: string | undefined;
  /** The adjacent rows that are newer, newest first too. */
  readonly before?: string | undefined;
}

export const sequenceOf = (id: string): string => id.replace(/^[a-z]+_/, '');

/** What a query finds, cut to a page. `alias` is that of the query. @param first columns that all have alike, which an index has first */
export async function readSequencePage<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  alias: string,
  { limit, after, before }: SequencePage,
  first: readonly string[] = [],
): Promise<Row[]> {
  const sequence = `${alias}.sequence`;
  if (after !== undefined) query.andWhere(`${sequence} < :after`, { after: sequenceOf(after) });
  if (before !== undefined) query.andWhere(`${sequence} > :before`, { before: sequenceOf(before) });
  const direction = before === undefined ? 'DESC' : 'ASC';
  for (const column of [...first, sequence]) query.addOrderBy(column, direction);
  const rows = await query.limit(limit).getMany();
  return before === undefined ? rows : rows.reverse();
}
