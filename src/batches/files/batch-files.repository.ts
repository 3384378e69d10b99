import { Injectable } from '@nestjs/common';
import { DataSource, In, LessThan, LessThanOrEqual, MoreThan, type EntityManager } from 'typeorm';
import { asDatabaseFailure } from '../../database/database-unavailable.error.js';
import { BatchFileEntity } from './batch-file.entity.js';
import type { FilePageQuery } from './file-page-query.js';

/** The rows of files. Every method throws `DatabaseUnavailableError` (503). */
@Injectable()
export class BatchFilesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(file: Omit<BatchFileEntity, 'project' | 'batch'>): Promise<void> {
    await this.ask(() => this.rows().insert(file));
  }

  find(projectId: string, id: string, now: Date): Promise<BatchFileEntity | null> {
    return this.ask(() => this.rows().findOneBy({ id, projectId, expiresAt: MoreThan(now) }));
  }

  list(
    projectId: string,
    now: Date,
    { limit, order, after, kinds }: FilePageQuery,
  ): Promise<BatchFileEntity[]> {
    const beyond = order === 'desc' ? LessThan : MoreThan;
    return this.ask(() =>
      this.rows().find({
        where: {
          projectId,
          expiresAt: MoreThan(now),
          ...(kinds !== undefined && { kind: In([...kinds]) }),
          ...(after !== undefined && { id: beyond(after) }),
        },
        order: { id: order },
        take: limit,
      }),
    );
  }

  /** @returns false when it was gone */
  async delete(id: string): Promise<boolean> {
    const { affected } = await this.ask(() => this.rows().delete({ id }));
    return affected === 1;
  }

  listExpired(now: Date, limit: number): Promise<BatchFileEntity[]> {
    return this.ask(() =>
      this.rows().find({
        where: { expiresAt: LessThanOrEqual(now) },
        order: { expiresAt: 'ASC' },
        take: limit,
      }),
    );
  }

  private rows() {
    return this.dataSource.getRepository(BatchFileEntity);
  }

  private ask<T>(work: () => Promise<T>): Promise<T> {
    return work().catch((error: unknown) => {
      throw asDatabaseFailure(error);
    });
  }
}

/** The files of a batch's results go with the results. */
export async function deleteFilesOfResults(
  manager: Pick<EntityManager, 'query'>,
  batchId: string,
): Promise<void> {
  await manager.query('DELETE FROM batch_files WHERE batch_id = $1', [batchId]);
}
