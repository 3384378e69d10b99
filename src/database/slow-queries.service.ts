import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Places } from '../lib/places.js';

/** Of a pool of ten. Calls find keys, balances and pins by the others. */
const AT_ONCE = 3;
/** Longer than any report of a real project takes. */
const STATEMENT_SECONDS = 30;
const LOCK_SECONDS = 5;
/**
 * Sums are grouped in it. Nothing is compiled first: that takes longer than most of these questions. Nor is what was looked up kept for the
 * next time: nothing here is looked up twice, and the table for it is made as large as a common term, for a page of fifty.
 */
const SETTINGS = `SET LOCAL work_mem = '64MB'; SET LOCAL jit = off; SET LOCAL enable_memoize = off`;

/** Sent as one: the wait for each of several statements is longer than a short question takes. */
const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL statement_timeout = '${STATEMENT_SECONDS}s'; SET LOCAL lock_timeout = '${LOCK_SECONDS}s'; ${SETTINGS}`;

/**
 * Questions that may read much: reports, searches, checks. They share a few of the pool's connections, so that they never take
 * those that calls need, and none takes for ever: a statement over its time is 503 to try again, with less asked.
 */
@Injectable()
export class SlowQueries {
  private readonly places = new Places(AT_ONCE);

  constructor(private readonly dataSource: DataSource) {}

  /** In one transaction that only reads, of one moment throughout. */
  read<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    return this.places.take(async () => {
      const runner = this.dataSource.createQueryRunner();
      try {
        await runner.query(BEGIN);
        return await work(runner.manager);
      } finally {
        // Nothing was written, so there is nothing to keep; a connection that is gone has ended it by itself.
        await runner.query('ROLLBACK').catch(() => undefined);
        await runner.release();
      }
    });
  }
}
