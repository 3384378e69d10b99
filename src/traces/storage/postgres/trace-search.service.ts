import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SlowQueries } from '../../../database/slow-queries.service.js';
import { TERM_MARKS } from '../../encoding/search-terms.js';
import type { TraceFilter, TracePage, TraceSummary } from '../trace-store.js';
import { allOf, quoteTerm, toConditions, type TraceConditions } from './trace-conditions.js';
import { WINDOW_NANO } from './trace-tables.repository.js';
import { SUMMARY, toSummary, type SummaryRow } from './summary-row.js';

const ORDER = 'ORDER BY start_nano DESC, trace_id DESC';

interface Search {
  readonly manager: EntityManager;
  readonly projectId: string;
  /** `$1` is the project. */
  readonly values: readonly unknown[];
  /** Conditions on when it started, those of the page among them. */
  readonly range: readonly string[];
  readonly conditions: TraceConditions;
  readonly limit: number;
}

/**
 * Lists of traces, newest first. PostgreSQL finds by time or by terms, not by both at once, and takes every term for about as
 * frequent as any other; so the choice is made here, by what is found (docs/decisions/2026-11-28-lists-of-traces.md).
 */
@Injectable()
export class TraceSearch {
  /** How far each step looks; tests with fewer traces look less far. */
  readonly reach = {
    /** How many of the newest traces are looked through before the index is asked. */
    newest: 5_000,
    /** What is looked through next: windows of time where the index knows the terms, else traces by time. */
    recentWindows: 12,
    recent: 60_000,
    /** What no more traces than this have is rare. */
    rare: 5_000,
  };

  constructor(private readonly slowQueries: SlowQueries) {}

  /** Newest first; `undefined` when `after` is no trace of the project. */
  list(projectId: string, filter: TraceFilter, page: TracePage): Promise<TraceSummary[] | undefined> {
    return this.slowQueries.read((manager) => this.listIn(manager, { projectId, filter, page }));
  }

  private async listIn(
    manager: EntityManager,
    {
      projectId,
      filter,
      page: { limit, after },
    }: { readonly projectId: string; readonly filter: TraceFilter; readonly page: TracePage },
  ): Promise<TraceSummary[] | undefined> {
    const values: unknown[] = [projectId];
    const conditions = toConditions(filter, values);
    const range = ['project_id = $1', ...conditions.within];
    if (after !== undefined) {
      const start = await startOf(manager, projectId, after);
      if (start === undefined) return undefined;
      range.push(`(start_nano, trace_id) < ($${values.push(start)}, $${values.push(after)}::uuid)`);
    }
    const rows = await this.search({ manager, projectId, values, range, conditions, limit });
    return rows.map(toSummary);
  }

  private async search(search: Search): Promise<SummaryRow[]> {
    const { manager, range, conditions, values, limit } = search;
    const { matching, isId, terms } = conditions;
    const all = allOf(terms.exact, terms.words);
    if (isId || all === '') {
      const query = new Query(values);
      const wanted = [...range, ...matching, ...query.termsMatch(all)];
      return query.run(
        manager,
        `SELECT ${SUMMARY} FROM traces WHERE ${wanted.join(' AND ')} ${ORDER} LIMIT ${limit}`,
      );
    }
    const newest = await this.amongNewest(search, all, this.reach.newest);
    if (newest.length === limit) return newest;
    // Below, each table is read by the index that is meant, or by none.
    await manager.query('SET LOCAL enable_seqscan = off');
    const recent =
      terms.exact === ''
        ? await this.amongNewest(search, all, this.reach.recent)
        : await this.walkBack(search, this.reach.recentWindows);
    if (recent.length === limit) return recent;
    return (await this.ifRare(search, all)) ?? this.walkBack(search);
  }

  /** What is frequent now fills a page from the newest traces. */
  private amongNewest(
    { manager, range, conditions, values, limit }: Search,
    terms: string,
    count: number,
  ): Promise<SummaryRow[]> {
    const query = new Query(values);
    const newest = `SELECT * FROM traces WHERE ${range.join(' AND ')} ${ORDER} LIMIT ${count}`;
    const wanted = [...conditions.matching, ...query.termsMatch(terms)];
    return query.run(
      manager,
      `SELECT ${SUMMARY} FROM (${newest}) AS newest WHERE ${wanted.join(' AND ')} ${ORDER} LIMIT ${limit}`,
    );
  }

  /** All that the index of terms finds; `undefined` when that is too much to be sorted. */
  private async ifRare(
    { manager, projectId, range, conditions, values, limit }: Search,
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
         LEFT JOIN (SELECT ${SUMMARY} FROM found WHERE ${wanted} ${ORDER} LIMIT ${limit}) AS page ON true
        ORDER BY page.start_nano DESC, page.trace_id DESC`,
    );
    if (Number(rows[0]?.found) > this.reach.rare) return undefined;
    // Nothing found is one row without a page.
    return rows.filter((row) => (row.trace_id as string | null) !== null);
  }

  /**
   * Frequent once: from the newest window of time back, by the index where exact terms are asked for.
   * @param windows how many of them; all of the range when absent
   */
  private walkBack(
    { manager, range, conditions, values, limit }: Search,
    windows?: number,
  ): Promise<SummaryRow[]> {
    const query = new Query(values);
    const { matching, terms } = conditions;
    const within = range.join(' AND ');
    // As a function no index answers it: of a frequent word an index would collect all traces.
    const hasWords = terms.words === '' ? [] : [`ts_match_vq(terms, ${query.bind(terms.words)}::tsquery)`];
    const wanted = [...range, ...matching, ...hasWords].join(' AND ');
    if (terms.exact === '')
      return query.run(manager, `SELECT ${SUMMARY} FROM traces WHERE ${wanted} ${ORDER} LIMIT ${limit}`);
    const mark = query.bind(`'${TERM_MARKS.window}%s %s'`);
    const edge = (direction: string): string =>
      `(SELECT start_nano / ${WINDOW_NANO} FROM traces WHERE ${within} ORDER BY start_nano ${direction}, trace_id ${direction} LIMIT 1)`;
    const last = windows === undefined ? edge('ASC') : `${edge('DESC')} - ${windows - 1}`;
    // Windows are gone through one by one until the page is full, so its order is theirs.
    return query.run(
      manager,
      `SELECT page.* FROM generate_series(${edge('DESC')}, ${last}, -1) AS place
        CROSS JOIN LATERAL (
          SELECT ${SUMMARY}
            FROM (SELECT * FROM traces WHERE terms @@ (format(${mark}, place, $1)::tsquery && ${query.bind(terms.exact)}::tsquery) OFFSET 0) AS found
           WHERE ${wanted} AND start_nano / ${WINDOW_NANO} = place ${ORDER} LIMIT ${limit}) AS page
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
