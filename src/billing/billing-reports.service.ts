import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { SlowQueries } from '../database/slow-queries.service.js';
import { formsOfResponseId } from '../wire/response-id.js';
import { CallEntity } from './call.entity.js';
import { LEDGER_KINDS, LedgerEntryEntity, type LedgerKind } from './ledger-entry.entity.js';

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

/** Reading the ledger, and the calls of a trace. */
@Injectable()
export class BillingReports {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(SlowQueries) private readonly slowQueries: SlowQueries,
  ) {}

  /** Newest first; `after` is a row's id (`led_<sequence>`). */
  ledger(
    organizationId: string,
    { kind, reference, from, to }: LedgerFilters,
    { limit, after }: { readonly limit: number; readonly after: string | undefined },
  ): Promise<LedgerEntryEntity[]> {
    return this.slowQueries.read((manager) => {
      const query = manager.getRepository(LedgerEntryEntity).createQueryBuilder('entry');
      query.where('entry.organizationId = :organizationId', { organizationId });
      if (after !== undefined) query.andWhere('entry.sequence < :last', { last: after.replace(/^led_/, '') });
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
      return query.orderBy('entry.sequence', 'DESC').limit(limit).getMany();
    });
  }

  /**
   * Calls that carried a trace, and those that its spans name by their id or by that of their answer; in the order in which they
   * were made.
   */
  async callsOfTrace(projectId: string, traceId: string, names: readonly string[]): Promise<CallEntity[]> {
    const named = await this.findNamed(projectId, names);
    return this.dataSource.getRepository(CallEntity).find({
      where: [
        { projectId, traceId },
        { projectId, id: In(named) },
      ],
      order: { id: 'ASC' },
      take: MAX_CALLS_OF_TRACE,
    });
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
