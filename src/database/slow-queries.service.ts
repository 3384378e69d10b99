import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Pool, type ClientBase, type ClientConfig, type PoolClient } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { Places } from '../lib/places.js';
import { DatabaseClient } from './database-client.js';
import { Dialer } from './dialer.js';

/** Connections of their own, beside the pool in which calls find keys, balances and pins. */
const AT_ONCE = 3;
/** Longer than any report of a real project takes. */
const STATEMENT_SECONDS = 30;
const LOCK_SECONDS = 5;
/**
 * What every connection has from its beginning, so that no question has to say it. Sums are grouped in that memory. Nothing is compiled
 * first: that takes longer than most of these questions. Nor is what was looked up kept for the next time: nothing here is looked up
 * twice, and the table for it is made as large as a common term, for a page of fifty.
 */
const LIMITS = `
SET statement_timeout = '${STATEMENT_SECONDS}s'; SET lock_timeout = '${LOCK_SECONDS}s';
SET default_transaction_read_only = on; SET work_mem = '64MB'; SET jit = off; SET enable_memoize = off`;

/** What the pool waits for before anybody has the connection. */
const limit = (client: ClientBase): unknown => client.query(LIMITS);

const CONNECT_TIMEOUT_MS = 5_000;
/** A console asks again every ten seconds, and to be let in costs more than the answer. */
const IDLE_MS = 60_000;

/**
 * Questions that may read much: reports, searches, checks. They share a few connections of their own, so that they never take
 * those that calls need, and none takes for ever: a statement over its time is 503 to try again, with less asked.
 */
@Injectable()
export class SlowQueries implements OnApplicationShutdown {
  /** Who has none waits here for as long as it takes: in the pool's own line it would count as a database that cannot be reached. */
  private readonly places = new Places(AT_ONCE);
  private readonly pool: Pool;

  constructor(
    private readonly dataSource: DataSource,
    dialer: Dialer,
  ) {
    this.pool = new Pool({
      connectionString: dialer.url,
      application_name: 'inference-gateway reads',
      Client: class extends DatabaseClient {
        constructor(config: ClientConfig = {}) {
          super({ ...config, dialer });
        }
      },
      max: AT_ONCE,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_MS,
      onConnect: limit,
    });
    this.pool.on('error', () => undefined);
  }

  /** In one statement, which is of one moment by itself. */
  ask<Row extends object>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    return this.places.take(async () => (await this.pool.query<Row>(sql, [...values])).rows);
  }

  /** In one transaction that only reads, of one moment throughout. */
  read<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    return this.places.take(async () => {
      const client = await this.pool.connect();
      try {
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        return await this.withManager(client, work);
      } finally {
        // Nothing was written, so there is nothing to keep; a connection that cannot end its transaction ends itself.
        client.release(
          await client.query('ROLLBACK').then(
            () => false,
            () => true,
          ),
        );
      }
    });
  }

  onApplicationShutdown(): Promise<void> {
    return this.pool.end();
  }

  /** TypeORM over a connection that is not of its pool. */
  private async withManager<Result>(
    client: PoolClient,
    work: (manager: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    const runner = this.dataSource.createQueryRunner();
    runner.connect = () => Promise.resolve(client);
    try {
      return await work(runner.manager);
    } finally {
      await runner.release();
    }
  }
}
