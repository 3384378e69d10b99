import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { readSequencePage, type SequencePage } from '../../database/sequence-page.js';
import { SlowQueries } from '../../database/slow-queries.service.js';
import { formsOfResponseId } from '../../wire/response-id.js';
import { CallEntity } from '../calls/call.entity.js';
import type { CallExtras, CallRow } from '../calls/parse-calls.js';
import { readCalls } from '../calls/read-calls.js';
import { LEDGER_KINDS, LedgerEntryEntity, type LedgerKind } from '../ledger/ledger-entry.entity.js';

const MAX_CALLS_OF_TRACE = 500;

/** What the entries of a page have in common; absent members let everything pass. */
export interface LedgerFilters {
  readonly kind?: LedgerKind;
  /** As the management API shows it. */
  readonly reference?: string;
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

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
  ) {}

  /** Newest first. */
  ledger(
    organizationId: string,
    { kind, reference, from, to }: LedgerFilters,
    page: SequencePage,
  ): Promise<LedgerEntryEntity[]> {
    return this.slowQueries.read((manager) => {
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
    });
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
    const query = this.dataSource
      .getRepository(CallEntity)
      .createQueryBuilder('call')
      .where('call.projectId = :projectId AND (call.traceId = :traceId OR call.id = ANY(:named))', {
        projectId,
        traceId,
        named,
      });
    return readCalls(query.orderBy('call.id', 'ASC').limit(MAX_CALLS_OF_TRACE), extras);
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

/** How the idempotency key of a credit is kept. */
function ofCredit(organizationId: string, reference: string): string {
  return `${organizationId}:${reference}`;
}
