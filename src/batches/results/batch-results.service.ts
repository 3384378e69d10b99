import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { ObjectStore } from '../../storage/object-store.js';
import { ObjectMissingError } from '../../storage/storage-errors.js';
import { BatchFailedError, BatchNotEndedError, ResultsPurgedError } from '../batch-errors.js';
import type { BatchEntity } from '../batch.entity.js';

/** The results of batches that have ended, as streams. */
@Injectable()
export class BatchResults {
  constructor(@Inject(ObjectStore) private readonly store: ObjectStore) {}

  /** @throws BatchNotEndedError, BatchFailedError (409), ResultsPurgedError (410) */
  async open(batch: BatchEntity): Promise<Readable> {
    if (batch.status === 'failed') throw new BatchFailedError();
    if (batch.purgedAt !== null) throw new ResultsPurgedError();
    if (batch.status !== 'ended' || batch.resultsObject === null) throw new BatchNotEndedError();
    return this.store.read(batch.resultsObject).catch((error: unknown) => {
      // The sweep deleted it in between.
      throw error instanceof ObjectMissingError ? new ResultsPurgedError() : error;
    });
  }
}
