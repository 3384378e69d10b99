import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { takeTurn } from '../../database/advisory-locks.js';
import { dateOf } from '../encoding/day.js';

/** A partition goes when nobody reads it; inserts wait behind the attempt, so it is a short one, and the next sweep tries again. */
const DROP_LOCK_TIMEOUT = '2s';

/** The partitions of the span table, one a day in UTC. Several processes may make and drop them at once. */
@Injectable()
export class SpanPartitions {
  private readonly known = new Set<number>();

  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Makes what is missing; from memory when nothing is. @param days days since 1970 */
  async ensure(days: Iterable<number>): Promise<void> {
    const missing = [...days].filter((day) => !this.known.has(day));
    if (missing.length === 0) return;
    await this.create(missing);
    for (const day of missing) this.known.add(day);
  }

  /** An insert found no partition: another process dropped it. */
  forget(): void {
    this.known.clear();
  }

  /** Drops every partition that ends at or before a day. @returns how many */
  async dropBefore(day: number): Promise<number> {
    this.forget();
    return this.dataSource.transaction(async (manager) => {
      await takeTurn(manager, 'spanPartitions');
      await manager.query(`SET LOCAL lock_timeout = '${DROP_LOCK_TIMEOUT}'`);
      const rows: { name: string }[] = await manager.query(
        `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
          WHERE i.inhparent = 'trace_spans'::regclass AND c.relname < $1 AND c.relname LIKE 'trace\\_spans\\_%'`,
        [partitionName(day)],
      );
      for (const { name } of rows) await manager.query(`DROP TABLE IF EXISTS "${name}"`);
      return rows.length;
    });
  }

  /**
   * A table is made beside the partitioned one and then attached, which lets inserts go on; to create it as a partition would lock
   * them out.
   */
  private async create(days: readonly number[]): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await takeTurn(manager, 'spanPartitions');
      for (const day of days) {
        const name = partitionName(day);
        const rows: { known: string | null }[] = await manager.query('SELECT to_regclass($1) AS known', [
          name,
        ]);
        if (rows[0]?.known !== null) continue;
        await manager.query(`CREATE TABLE "${name}" (LIKE "trace_spans" INCLUDING ALL)`);
        await manager.query(
          `ALTER TABLE "trace_spans" ATTACH PARTITION "${name}" FOR VALUES FROM ('${dateOf(day)}') TO ('${dateOf(day + 1)}')`,
        );
      }
    });
  }
}

function partitionName(day: number): string {
  return `trace_spans_${dateOf(day).replaceAll('-', '')}`;
}
