import { Inject, Injectable } from '@nestjs/common';
import { DataSource, LessThan } from 'typeorm';
import { AuditEntryEntity } from './audit-entry.entity.js';

export interface AuditPage {
  /** All organizations when absent. */
  readonly organizationId?: string;
  readonly limit: number;
  /** Entries before this one. */
  readonly below: string;
}

/** Reading the audit log. */
@Injectable()
export class AuditLog {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Newest first. */
  page({ organizationId, limit, below }: AuditPage): Promise<AuditEntryEntity[]> {
    const owner = organizationId === undefined ? {} : { organizationId };
    return this.dataSource
      .getRepository(AuditEntryEntity)
      .find({ where: { ...owner, sequence: LessThan(below) }, order: { sequence: 'DESC' }, take: limit });
  }
}
