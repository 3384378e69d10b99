import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, LessThan } from 'typeorm';
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

  /** Calls that carried a trace, and those of these ids; in the order in which they were made. */
  callsOfTrace(projectId: string, traceId: string, ids: readonly string[]): Promise<CallEntity[]> {
    return this.dataSource.getRepository(CallEntity).find({
      where: [
        { projectId, traceId },
        { projectId, id: In(ids) },
      ],
      order: { id: 'ASC' },
      take: MAX_CALLS_OF_TRACE,
    });
  }
}
