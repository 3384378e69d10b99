import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { asDatabaseFailure } from '../../database/database-unavailable.error.js';
import { UploadObjectEntity } from './upload-object.entity.js';

/** A body that is in the object store. */
export interface StoredBody {
  readonly storedAs: string;
  readonly bytes: number;
  readonly sha256: string | undefined;
  readonly uploadedAt: Date;
}

export interface NewUpload {
  readonly object: string;
  readonly projectId: string;
  readonly keyId: string;
  readonly createdAt: Date;
}

/** The rows of uploads. Every method throws `DatabaseUnavailableError` (503). */
@Injectable()
export class UploadsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(upload: NewUpload, body?: StoredBody): Promise<void> {
    await this.ask(() =>
      this.rows().insert({
        ...upload,
        state: body === undefined ? 'created' : 'uploaded',
        ...(body && columnsOf(body)),
      }),
    );
  }

  find(object: string): Promise<UploadObjectEntity | null> {
    return this.ask(() => this.rows().findOneBy({ object }));
  }

  findOfProject(projectId: string, object: string): Promise<UploadObjectEntity | null> {
    return this.ask(() => this.rows().findOneBy({ object, projectId }));
  }

  /** Makes a body the upload's one body. False when there is one already, or no such upload any more. */
  async complete(object: string, body: StoredBody): Promise<boolean> {
    const { affected } = await this.ask(() =>
      this.rows().update({ object, state: 'created' }, { state: 'uploaded', ...columnsOf(body) }),
    );
    return affected === 1;
  }

  listCreatedBefore(before: Date, limit: number): Promise<UploadObjectEntity[]> {
    return this.ask(() =>
      this.rows()
        .createQueryBuilder('upload')
        .where('upload.createdAt < :before', { before })
        .orderBy('upload.createdAt')
        .limit(limit)
        .getMany(),
    );
  }

  async delete(objects: readonly string[]): Promise<void> {
    if (objects.length > 0) await this.ask(() => this.rows().delete([...objects]));
  }

  private rows() {
    return this.dataSource.getRepository(UploadObjectEntity);
  }

  private ask<T>(work: () => Promise<T>): Promise<T> {
    return work().catch((error: unknown) => {
      throw asDatabaseFailure(error);
    });
  }
}

function columnsOf({ storedAs, bytes, sha256, uploadedAt }: StoredBody) {
  return { storedAs, bytes: String(bytes), sha256: sha256 ?? null, uploadedAt };
}
