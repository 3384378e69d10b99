import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { readSequencePage, sequenceOf, type SequencePage } from '../../database/sequence-page.js';
import { SlowQueries } from '../../database/slow-queries.service.js';
import { formsOfResponseId } from '../../wire/response-id.js';
import { CallQuery } from '../calls/call-query.js';
import type { CallExtras, CallRow } from '../calls/parse-calls.js';
import { readCalls } from '../calls/read-calls.js';
import { ArchivedEntries, type LedgerPage } from '../ledger/archive/archived-entries.service.js';
import { LEDGER_KINDS, LedgerEntryEntity, type LedgerKind } from '../ledger/ledger-entry.entity.js';
import type { LedgerFilters } from '../ledger/ledger-filters.js';

const MAX_CALLS_OF_TRACE = 500;
const MAX_SEQUENCE = '9223372036854775807';

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
  const isOfKind = kind !== undefined && kind !== 'usage' && reference === undefined;
  if (isOfKind) keepToKind(query, organizationId, kind, page);
  else query.where('entry.organizationId = :organizationId', { organizationId });
  // The one index by reference begins with the kind.
  if (!isOfKind && (kind !== undefined || reference !== undefined))
    query.andWhere('entry.kind IN (:...kinds)', { kinds: kind === undefined ? LEDGER_KINDS : [kind] });
  if (reference !== undefined)
    query.andWhere('entry.reference IN (:...references)', {
      references: [reference, ofCredit(organizationId, reference)],
    });
  if (from !== undefined) query.andWhere('entry.createdAt >= :from', { from });
  if (to !== undefined) query.andWhere('entry.createdAt < :to', { to });
  return readSequencePage(query, 'entry', page, isOfKind ? ['entry.organizationId', 'entry.kind'] : []);
}

/**
 * What is of a kind is found in the order of an index. Were its columns said to be equal to something, the database would take what is of
 * the kind for a few rows, and read and sort all that anybody has of it.
 */
function keepToKind(
  query: SelectQueryBuilder<LedgerEntryEntity>,
  organizationId: string,
  kind: LedgerKind,
  { after, before }: SequencePage,
): void {
  const ends = {
    organizationId,
    kind,
    first: before === undefined ? '0' : sequenceOf(before),
    last: after === undefined ? MAX_SEQUENCE : sequenceOf(after),
  };
  const columns = '(entry.organizationId, entry.kind, entry.sequence)';
  query.where(`${columns} >= (:organizationId, :kind, CAST(:first AS bigint))`, ends);
  query.andWhere(`${columns} <= (:organizationId, :kind, CAST(:last AS bigint))`);
  // Said in these words, so that the index that leaves charges out is found.
  query.andWhere(`entry.kind <> 'usage'`);
}

/** How the idempotency key of a credit is kept. */
function ofCredit(organizationId: string, reference: string): string {
  return `${organizationId}:${reference}`;
}
