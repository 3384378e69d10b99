import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Places } from '../lib/places.js';

/** Of a pool of ten. Calls find keys, balances and pins by the others. */
const AT_ONCE = 3;
/** Longer than any report of a real project takes. */
const STATEMENT_SECONDS = 30;
const LOCK_SECONDS = 5;

/**
 * Questions that may read much: reports, searches, checks. They share a few of the pool's connections, so that they never take
 * those that calls need, and none takes for ever: a statement over its time is 503 to try again, with less asked.
 */
@Injectable()
export class SlowQueries {
  private readonly places = new Places(AT_ONCE);

  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** In one transaction that only reads, of one moment throughout. */
  read<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    return this.places.take(() =>
      this.dataSource.transaction('REPEATABLE READ', async (manager) => {
        await manager.query(
          `SET TRANSACTION READ ONLY; SET LOCAL statement_timeout = '${STATEMENT_SECONDS}s'; SET LOCAL lock_timeout = '${LOCK_SECONDS}s'`,
        );
        return work(manager);
      }),
    );
  }
}
