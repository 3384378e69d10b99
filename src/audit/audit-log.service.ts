import { Injectable } from '@nestjs/common';
import { readSequencePage, type SequencePage } from '../database/sequence-page.js';
import { SlowQueries } from '../database/slow-queries.service.js';
import { AuditEntryEntity } from './audit-entry.entity.js';

/** What the entries of a page have in common; absent members let everything pass. */
export interface AuditFilters {
  readonly organizationId?: string;
  readonly actor?: string;
  /** An action (`project.change`), or the kind of what it was done to (`project`). */
  readonly kind?: string;
  /** The id of what was changed. */
  readonly reference?: string;
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

/** Reading the audit log. */
@Injectable()
export class AuditLog {
  constructor(private readonly slowQueries: SlowQueries) {}

  /** Newest first. */
  page(
    { organizationId, actor, kind, reference, from, to }: AuditFilters,
    page: SequencePage,
  ): Promise<AuditEntryEntity[]> {
    return this.slowQueries.read((manager) => {
      const query = manager.getRepository(AuditEntryEntity).createQueryBuilder('entry');
      if (organizationId !== undefined)
        query.andWhere('entry.organizationId = :organizationId', { organizationId });
      if (actor !== undefined) query.andWhere('entry.who = :actor', { actor });
      if (kind?.includes('.') === true) query.andWhere('entry.action = :kind', { kind });
      else if (kind !== undefined) query.andWhere(`split_part(entry.action, '.', 1) = :kind`, { kind });
      if (reference !== undefined) query.andWhere('entry.targetId = :reference', { reference });
      if (from !== undefined) query.andWhere('entry.createdAt >= :from', { from });
      if (to !== undefined) query.andWhere('entry.createdAt < :to', { to });
      return readSequencePage(query, 'entry', page);
    });
  }
}
