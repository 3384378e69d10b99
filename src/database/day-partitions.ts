import type { DataSource, EntityManager } from 'typeorm';
import { dateOf } from '../lib/day.js';
import { takeTurn, type LockPurpose } from './advisory-locks.js';

/** A partition goes when nobody reads it; inserts wait behind the attempt, so it is a short one, and the next sweep tries again. */
const DROP_LOCK_TIMEOUT = '2s';

export interface PartitionedTables {
  /** Partitioned by range of a column of type `date`; made and dropped together. */
  readonly tables: readonly string[];
  readonly lock: LockPurpose;
  /** Of each partition: a list of PostgreSQL's storage parameters. */
  readonly storage?: string;
}

/** The partitions of some tables, one a day in UTC. Several processes may make and drop them at once. */
export class DayPartitions {
  private readonly known = new Set<number>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly of: PartitionedTables,
  ) {}

  /** Makes what is missing; from memory when nothing is. @param days days since 1970 */
  async ensure(days: Iterable<number>): Promise<void> {
    const missing = [...days].filter((day) => !this.known.has(day));
    if (missing.length === 0) return;
    await this.dataSource.transaction(async (manager) => {
      await takeTurn(manager, this.of.lock);
      for (const table of this.of.tables)
        for (const day of missing) await create(manager, { table, day, storage: this.of.storage });
    });
    for (const day of missing) this.known.add(day);
  }

  /** It was made, or seen, by this process. */
  knows(day: number): boolean {
    return this.known.has(day);
  }

  /** An insert found no partition: another process dropped it. */
  forget(): void {
    this.known.clear();
  }

  /** Drops every partition that ends at or before a day. @returns how many days went */
  async dropBefore(day: number): Promise<number> {
    this.forget();
    return this.dataSource.transaction(async (manager) => {
      await takeTurn(manager, this.of.lock);
      await manager.query(`SET LOCAL lock_timeout = '${DROP_LOCK_TIMEOUT}'`);
      const dropped: number[] = [];
      for (const table of this.of.tables) dropped.push(await dropOf(manager, table, day));
      return Math.max(...dropped);
    });
  }
}

/**
 * A table is made beside the partitioned one and then attached, which lets inserts go on; to create it as a partition would lock
 * them out.
 */
async function create(
  manager: EntityManager,
  { table, day, storage }: { table: string; day: number; storage: string | undefined },
): Promise<void> {
  const name = partitionName(table, day);
  const rows: { known: string | null }[] = await manager.query('SELECT to_regclass($1) AS known', [name]);
  if (rows[0]?.known !== null) return;
  await manager.query(
    `CREATE TABLE "${name}" (LIKE "${table}" INCLUDING ALL)${storage === undefined ? '' : ` WITH (${storage})`}`,
  );
  await manager.query(
    `ALTER TABLE "${table}" ATTACH PARTITION "${name}" FOR VALUES FROM ('${dateOf(day)}') TO ('${dateOf(day + 1)}')`,
  );
}

async function dropOf(manager: EntityManager, table: string, day: number): Promise<number> {
  const rows: { name: string }[] = await manager.query(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = $1::regclass AND c.relname < $2`,
    [table, partitionName(table, day)],
  );
  for (const { name } of rows) await manager.query(`DROP TABLE IF EXISTS "${name}"`);
  return rows.length;
}

export function partitionName(table: string, day: number): string {
  return `${table}_${dateOf(day).replaceAll('-', '')}`;
}
