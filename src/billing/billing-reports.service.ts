import { Inject, Injectable } from '@nestjs/common';
import { DataSource, LessThan } from 'typeorm';
import { LedgerEntryEntity } from './ledger-entry.entity.js';

/** Reading the ledger. */
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
}
