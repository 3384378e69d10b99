import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SlowQueries } from '../../../database/slow-queries.service.js';
import { TERM_MARKS } from '../../encoding/search-terms.js';
import {
  lookOf,
  newestFirst,
  type Look,
  type TraceFilter,
  type TracePage,
  type TraceSummary,
} from '../trace-store.js';
import { allOf, quoteTerm, toConditions, type TraceConditions } from './trace-conditions.js';
import { WINDOW_NANO } from './trace-tables.repository.js';
import { SUMMARY, toSummary, type SummaryRow } from './summary-row.js';

const orderOf = (order: Look['order']): string => `ORDER BY start_nano ${order}, trace_id ${order}`;

interface Search {
  readonly manager: EntityManager;
  readonly projectId: string;
  /** `$1` is the project. */
  readonly values: readonly unknown[];
  /** Conditions on when it started, those of the page among them. */
  readonly range: readonly string[];
  readonly conditions: TraceConditions;
  readonly limit: number;
  readonly look: Look;
}

/**
 * Lists of traces, newest first. PostgreSQL finds by time or by terms, not by both at once, and takes every term for about as
 * frequent as any other; so the choice is made here, by what is found (docs/decisions/2026-11-28-lists-of-traces.md).
 */
@Injectable()
export class TraceSearch {
  /** How far each step looks; tests with fewer traces look less far. */
  readonly reach = {
    /** How many of the nearest traces are looked through before the index is asked. */
    newest: 5_000,
    /** What is looked through next: windows of time where the index knows the terms, else traces by time. */
    recentWindows: 12,
    recent: 60_000,
    /** What no more traces than this have is rare. */
    rare: 5_000,
  };

  constructor(private readonly slowQueries: SlowQueries) {}

  /** Newest first; `undefined` when `after` or `before` is no trace of the project. */
  list(projectId: string, filter: TraceFilter, page: TracePage): Promise<TraceSummary[] | undefined> {
    return this.slowQueries.read((manager) => this.listIn(manager, { projectId, filter, page }));
  }

  private async listIn(
    manager: EntityManager,
    {
      projectId,
      filter,
      page,
    }: { readonly projectId: string; readonly filter: TraceFilter; readonly page: TracePage },
  ): Promise<TraceSummary[] | undefined> {
    const values: unknown[] = [projectId];
    const conditions = toConditions(filter, values);
    const range = ['project_id = $1', ...conditions.within];
    const { limit } = page;
    const look = lookOf(page);
    const edge = page.before ?? page.after;
    if (edge !== undefined) {
      const start = await startOf(manager, projectId, edge);
      if (start === undefined) return undefined;
      const place = `($${values.push(start)}, $${values.push(edge)}::uuid)`;
      range.push(`(start_nano, trace_id) ${look.beyond} ${place}`);
    }
    const rows = await this.search({ manager, projectId, values, range, conditions, limit, look });
    return newestFirst(rows, look).map(toSummary);
  }

  private async search(search: Search): Promise<SummaryRow[]> {
    const { manager, range, conditions, values, limit, look } = search;
    const { matching, isId, terms } = conditions;
    const all = allOf(terms.exact, terms.words);
    if (isId || all === '') {
      const query = new Query(values);
      const wanted = [...range, ...matching, ...query.termsMatch(all)];
      return query.run(
        manager,
        `SELECT ${SUMMARY} FROM traces WHERE ${wanted.join(' AND ')} ${orderOf(look.order)} LIMIT ${limit}`,
      );
    }
    const nearest = await this.amongNearest(search, all, this.reach.newest);
    if (nearest.length === limit) return nearest;
    // Below, each table is read by the index that is meant, or by none.
    await manager.query('SET LOCAL enable_seqscan = off');
    const recent =
      terms.exact === ''
        ? await this.amongNearest(search, all, this.reach.recent)
        : await this.walk(search, this.reach.recentWindows);
    if (recent.length === limit) return recent;
    return (await this.ifRare(search, all)) ?? this.walk(search);
  }

  /** What is frequent now fills a page from the traces that are nearest: the newest, or those next to a page. */
  private amongNearest(
    { manager, range, conditions, values, limit, look }: Search,
    terms: string,
    count: number,
  ): Promise<SummaryRow[]> {
    const query = new Query(values);
    const newest = `SELECT * FROM traces WHERE ${range.join(' AND ')} ${orderOf(look.order)} LIMIT ${count}`;
    const wanted = [...conditions.matching, ...query.termsMatch(terms)];
    return query.run(
      manager,
      `SELECT ${SUMMARY} FROM (${newest}) AS newest WHERE ${wanted.join(' AND ')} ${orderOf(look.order)} LIMIT ${limit}`,
    );
  }

  /** All that the index of terms finds; `undefined` when that is too much to be sorted. */
  private async ifRare(
    { manager, projectId, range, conditions, values, limit, look }: Search,
    terms: string,
  ): Promise<SummaryRow[] | undefined> {
    const query = new Query(values);
    const ofProject = allOf(quoteTerm(TERM_MARKS.project + projectId), terms);
    const found = `SELECT * FROM traces WHERE ${query.termsMatch(ofProject).join('')} LIMIT ${this.reach.rare + 1}`;
    const wanted = [...range, ...conditions.matching].join(' AND ');
    const rows: (SummaryRow & { found: string })[] = await query.run(
      manager,
      `WITH found AS MATERIALIZED (${found})
       SELECT counted.found, page.* FROM (SELECT count(*) AS found FROM found) AS counted
         LEFT JOIN (SELECT ${SUMMARY} FROM found WHERE ${wanted} ${orderOf(look.order)} LIMIT ${limit}) AS page ON true
        ORDER BY page.start_nano ${look.order}, page.trace_id ${look.order}`,
    );
    if (Number(rows[0]?.found) > this.reach.rare) return undefined;
    // Nothing found is one row without a page.
    return rows.filter((row) => (row.trace_id as string | null) !== null);
  }

  /**
   * Frequent once: window of time by window of time, from the newest back or from a page forth, by the index where exact terms are asked for.
   * @param windows how many of them; all of the range when absent
   */
  private walk(
    { manager, range, conditions, values, limit, look }: Search,
    windows?: number,
  ): Promise<SummaryRow[]> {
    const query = new Query(values);
    const { matching, terms } = conditions;
    const within = range.join(' AND ');
    // As a function no index answers it: of a frequent word an index would collect all traces.
    const hasWords = terms.words === '' ? [] : [`ts_match_vq(terms, ${query.bind(terms.words)}::tsquery)`];
    const wanted = [...range, ...matching, ...hasWords].join(' AND ');
    if (terms.exact === '')
      return query.run(
        manager,
        `SELECT ${SUMMARY} FROM traces WHERE ${wanted} ${orderOf(look.order)} LIMIT ${limit}`,
      );
    const mark = query.bind(`'${TERM_MARKS.window}%s %s'`);
    const edge = (order: Look['order']): string =>
      `(SELECT start_nano / ${WINDOW_NANO} FROM traces WHERE ${within} ${orderOf(order)} LIMIT 1)`;
    const last =
      windows === undefined ? edge(look.other) : `${edge(look.order)} + ${look.step * (windows - 1)}`;
    // Windows are gone through one by one until the page is full, so its order is theirs.
    return query.run(
      manager,
      `SELECT page.* FROM generate_series(${edge(look.order)}, ${last}, ${look.step}) AS place
        CROSS JOIN LATERAL (
          SELECT ${SUMMARY}
            FROM (SELECT * FROM traces WHERE terms @@ (format(${mark}, place, $1)::tsquery && ${query.bind(terms.exact)}::tsquery) OFFSET 0) AS found
           WHERE ${wanted} AND start_nano / ${WINDOW_NANO} = place ${orderOf(look.order)} LIMIT ${limit}) AS page
        LIMIT ${limit}`,
    );
  }
}

async function startOf(
  manager: EntityManager,
  projectId: string,
  traceId: string,
): Promise<string | undefined> {
  const rows: { start_nano: string }[] = await manager.query(
    'SELECT start_nano FROM traces WHERE trace_id = $1 AND project_id = $2',
    [traceId, projectId],
  );
  return rows[0]?.start_nano;
}

/** A statement in the making. */
class Query {
  private readonly values: unknown[];

  constructor(values: readonly unknown[]) {
    this.values = [...values];
  }

  bind(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  termsMatch(terms: string): string[] {
    return terms === '' ? [] : [`terms @@ ${this.bind(terms)}::tsquery`];
  }

  run<Row>(manager: EntityManager, text: string): Promise<Row[]> {
    return manager.query(text, this.values);
  }
}
