import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { readSequencePage, type SequencePage } from '../../database/sequence-page.js';
import { SlowQueries } from '../../database/slow-queries.service.js';
import { formsOfResponseId } from '../../wire/response-id.js';
import { CallQuery } from '../calls/call-query.js';
import type { CallExtras, CallRow } from '../calls/parse-calls.js';
import { readCalls } from '../calls/read-calls.js';
import { ArchivedEntries, type LedgerPage } from '../ledger/archive/archived-entries.service.js';
import { LEDGER_KINDS, LedgerEntryEntity } from '../ledger/ledger-entry.entity.js';
import type { LedgerFilters } from '../ledger/ledger-filters.js';

const MAX_CALLS_OF_TRACE = 500;

export interface CallsOfTrace {
  readonly projectId: string;
  readonly traceId: string;
  /** Ids of calls or of answers, as the spans say them. */
  readonly names: readonly string[];
}

/** Reading the ledger, and the calls of a trace. */
@Injectable()
export class BillingReports {
  constructor(
    private readonly dataSource: DataSource,
    private readonly slowQueries: SlowQueries,
    private readonly archived: ArchivedEntries,
  ) {}

  /**
   * Newest first: those of the table and those that are archived, of one snapshot.
   * @throws ArchiveUnreadableError (503) when an archived file that the page needs cannot be read
   */
  async ledger(
    organizationId: string,
    filters: LedgerFilters,
    page: SequencePage,
  ): Promise<LedgerEntryEntity[]> {
    const of = { organizationId, filters, page };
    const found = await this.slowQueries.read(async (manager) => ({
      rows: await readLedgerRows(manager, of),
      files: await this.archived.filesOf(manager, of),
    }));
    // Files are waited for without a connection.
    return this.archived.complete(of, found.rows, found.files);
  }

  /**
   * Calls that carried a trace, and those that its spans name by their id or by that of their answer; in the order in which they
   * were made.
   */
  async callsOfTrace<Extras extends CallExtras>(
    { projectId, traceId, names }: CallsOfTrace,
    extras?: Extras,
  ): Promise<CallRow<Extras>[]> {
    const named = await this.findNamed(projectId, names);
    const query = new CallQuery();
    query.where(`call.project_id = ${query.bind(projectId)}`);
    query.where(`call.trace_id = ${query.bind(traceId)} OR call.id = ANY(${query.bind(named)})`);
    const rest = `ORDER BY call.id LIMIT ${MAX_CALLS_OF_TRACE}`;
    return readCalls(this.dataSource, query, { rest, extras });
  }

  /** Some servers use ids again and again: one that several calls of the project have says nothing about which is meant. */
  private async findNamed(projectId: string, names: readonly string[]): Promise<string[]> {
    if (names.length === 0) return [];
    const rows: { id: string }[] = await this.dataSource.query(
      `SELECT id FROM calls WHERE project_id = $1 AND id = ANY($2)
       UNION ALL
       SELECT min(id) FROM calls WHERE project_id = $1 AND response_id = ANY($3) GROUP BY response_id HAVING count(*) = 1`,
      [projectId, names, [...new Set(names.flatMap(formsOfResponseId))]],
    );
    return rows.map(({ id }) => id);
  }
}

function readLedgerRows(
  manager: EntityManager,
  { organizationId, filters: { kind, reference, from, to }, page }: LedgerPage,
): Promise<LedgerEntryEntity[]> {
  const query = manager.getRepository(LedgerEntryEntity).createQueryBuilder('entry');
  query.where('entry.organizationId = :organizationId', { organizationId });
  // The one index by reference begins with the kind.
  if (kind !== undefined || reference !== undefined)
    query.andWhere('entry.kind IN (:...kinds)', { kinds: kind === undefined ? LEDGER_KINDS : [kind] });
  // Said in these words, so that the index that leaves charges out is found.
  if (kind !== undefined && kind !== 'usage') query.andWhere(`entry.kind <> 'usage'`);
  if (reference !== undefined)
    query.andWhere('entry.reference IN (:...references)', {
      references: [reference, ofCredit(organizationId, reference)],
    });
  if (from !== undefined) query.andWhere('entry.createdAt >= :from', { from });
  if (to !== undefined) query.andWhere('entry.createdAt < :to', { to });
  return readSequencePage(query, 'entry', page);
}

/** How the idempotency key of a credit is kept. */
function ofCredit(organizationId: string, reference: string): string {
  return `${organizationId}:${reference}`;
}
