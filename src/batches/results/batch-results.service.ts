import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { Clock } from '../../lib/clock.js';
import { ObjectStore } from '../../storage/object-store.js';
import { ObjectMissingError } from '../../storage/storage-errors.js';
import { BatchFailedError, BatchNotEndedError, ResultsPurgedError } from '../batch-errors.js';
import type { BatchEntity } from '../batch.entity.js';
import { resultsEnd } from './results-end.js';

/** The results of batches that have ended, as streams. */
@Injectable()
export class BatchResults {
  constructor(
    private readonly store: ObjectStore,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws BatchNotEndedError, BatchFailedError (409), ResultsPurgedError (410) */
  async open(batch: BatchEntity): Promise<Readable> {
    if (batch.status === 'failed') throw new BatchFailedError();
    if (batch.purgedAt !== null || this.isOver(batch)) throw new ResultsPurgedError();
    if (batch.status !== 'ended') throw new BatchNotEndedError();
    // Canceled before its requests were read.
    if (batch.resultsObject === null) return Readable.from([]);
    return this.store.read(batch.resultsObject, { pieces: 'large' }).catch((error: unknown) => {
      // The sweep deleted it in between.
      throw error instanceof ObjectMissingError ? new ResultsPurgedError() : error;
    });
  }

  /** By the clock: the sweep that deletes them comes when it comes. */
  private isOver({ endedAt, outputExpiresSeconds }: BatchEntity): boolean {
    if (endedAt === null) return false;
    return (
      this.clock.now() >= resultsEnd({ endedAt, outputExpiresSeconds }, this.settings.batchResultsRetentionMs)
    );
  }
}
