import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, LessThan } from 'typeorm';
import { formsOfResponseId } from '../wire/response-id.js';
import { CallEntity } from './call.entity.js';
import { LedgerEntryEntity } from './ledger-entry.entity.js';

const MAX_CALLS_OF_TRACE = 500;

/** Reading the ledger, and the calls of a trace. */
@Injectable()
export class BillingReports {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Newest first; `after` is a row's id (`led_<sequence>`). */
  ledger(
    organizationId: string,
    { limit, after }: { limit: number; after?: string },
  ): Promise<LedgerEntryEntity[]> {
    const sequence = after === undefined ? undefined : LessThan(after.replace(/^led_/, ''));
    return this.dataSource
      .getRepository(LedgerEntryEntity)
      .find({ where: { organizationId, sequence }, order: { sequence: 'DESC' }, take: limit });
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
