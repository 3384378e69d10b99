import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { SECOND_MS } from '../../lib/durations.js';
import { idTime } from '../../lib/ids.js';
import { boundToAdd, firstBound, isTooClose, type PartitionLength } from './partition-bounds.js';
import {
  addCheck,
  checkOf,
  cutLast,
  dropFirst,
  partitionTable,
  READ_CHECK,
  READ_GRANTS,
  READ_INDEXES,
  READ_ORDER,
  READ_PARTITIONS,
  readPartition,
  dropCheck,
  validateCheck,
  wholeTable,
  type AgedTable,
  type FoundTable,
  type Partition,
  type Statements,
  type TableIndex,
} from './partition-sql.js';

/** Calls wait behind whoever waits for a lock of the whole table. */
const SHORT_LOCKS = `SET LOCAL lock_timeout = '50ms'`;
/** A lock is not waited for, so it is asked for again; whoever reads for long may hold it for long. */
const TRIES = 60;
const BETWEEN_TRIES_MS = SECOND_MS / 2;
const LOCK_NOT_AVAILABLE = '55P03';

type Executor = Pick<DataSource, 'query'>;

interface CheckState {
  readonly bound: number | undefined;
  readonly isValidated: boolean;
}

/** The partitions of one table by the time of its ids: one process at a time may keep them (`IdPartitions` takes no turns). */
export class IdPartitions {
  constructor(
    private readonly dataSource: Executor,
    private readonly of: AgedTable,
  ) {}

  /** In the order of time; none while the table is in one piece. */
  async read(): Promise<Partition[]> {
    const rows = await this.dataSource.query<{ name: string; bounds: string }[]>(READ_PARTITIONS, [
      this.of.table,
    ]);
    return rows.map(readPartition).sort((one, other) => (one.from ?? 0) - (other.from ?? 0));
  }

  /**
   * Makes what is missing ahead. A table that is in one piece becomes the first partition.
   * @returns whether rows came to the last partition, which should be empty
   */
  async keepAhead(nowMs: number, length: PartitionLength): Promise<boolean> {
    if ((await this.read()).length === 0) await this.convert(nowMs, length);
    let isLate = false;
    for (;;) {
      const last = (await this.read()).at(-1);
      const bound = boundToAdd(last?.from ?? 0, nowMs, length);
      if (last === undefined || bound === undefined) return isLate;
      await this.analyze();
      if (await this.hasRows(last.name)) {
        isLate = true;
        await this.cutFilled(last, bound, nowMs);
      } else await this.insist(cutLast(this.of, last, bound));
    }
  }

  /**
   * Drops all that ends at or before a moment.
   * @param before statements for what goes, which run when nobody else uses the table any more; one that fails keeps everything
   * @returns the moment before which nothing is left; undefined when nothing had to go
   */
  async dropBefore(
    ms: number,
    before: (gone: readonly Partition[], bound: number) => Statements = () => [],
  ): Promise<number | undefined> {
    const gone = (await this.read()).filter(({ to }) => to !== undefined && to <= ms);
    const [first] = gone;
    const bound = gone.at(-1)?.to;
    if (first === undefined || bound === undefined) return undefined;
    if (gone.length === 1 && !(await this.hasRows(first.name))) return undefined;
    await this.insist(dropFirst(this.of, gone, { bound, before: before(gone, bound) }));
    return bound;
  }

  /** Whether ids sort by their time here: in another database nothing is cut, as it could not be let go by time. */
  canBeKept(): Promise<boolean> {
    return idsSortByTime(this.dataSource);
  }

  private async convert(nowMs: number, length: PartitionLength): Promise<void> {
    const { table } = this.of;
    const bound = await this.prove(table, firstBound(nowMs, length), nowMs);
    await this.insist(partitionTable(this.of, bound, await readTable(this.dataSource, table)));
    await this.analyze();
  }

  private async cutFilled(last: Partition, wanted: number, nowMs: number): Promise<void> {
    const bound = await this.prove(last.name, wanted, nowMs);
    await this.insist(cutLast(this.of, last, bound));
  }

  /**
   * Has the database know that all ids are below a bound, so that it need not look when nobody may write. What an earlier try has
   * done of it stays, unless it could soon refuse calls.
   * @returns the bound
   */
  private async prove(name: string, wanted: number, nowMs: number): Promise<number> {
    const state = await this.readCheck(name);
    const left = state.bound === undefined || isTooClose(state.bound, nowMs) ? undefined : state.bound;
    if (left !== undefined && state.isValidated) return left;
    const bound = left ?? wanted;
    if (left === undefined) await this.insist([dropCheck(this.of, name), addCheck(this.of, name, bound)]);
    try {
      await this.dataSource.query(validateCheck(this.of, name));
    } catch (error) {
      // A check that stays would refuse calls one day.
      await this.insist([dropCheck(this.of, name)]);
      throw error;
    }
    return bound;
  }

  /** Of the partitions together, which PostgreSQL does for each of them alone by itself. */
  private async analyze(): Promise<void> {
    await this.dataSource.query(`ANALYZE "${this.of.table}"`);
  }

  private async readCheck(name: string): Promise<CheckState> {
    const [row] = await this.dataSource.query<{ definition: string; validated: boolean }[]>(READ_CHECK, [
      name,
      checkOf(this.of),
    ]);
    const id = /'([^']+)'/.exec(row?.definition ?? '')?.[1];
    return { bound: idTime(id ?? ''), isValidated: row?.validated ?? false };
  }

  private async hasRows(name: string): Promise<boolean> {
    const [row] = await this.dataSource.query<{ any: boolean }[]>(
      `SELECT EXISTS (SELECT FROM "${name}") AS any`,
    );
    return row?.any === true;
  }

  /** The statements are sent at once, so that no lock is held while this process has something else to do. */
  private async insist(statements: Statements): Promise<void> {
    for (let turn = 1; ; turn += 1)
      try {
        await this.dataSource.query([SHORT_LOCKS, ...statements].join(';\n'));
        return;
      } catch (error) {
        if (turn === TRIES || !isLockTimeout(error)) throw error;
        await pause(BETWEEN_TRIES_MS);
      }
  }
}

/** For a migration: a table without rows is cut at once. @returns whether there were none, and ids sort by their time */
export async function partitionEmptyTable(
  executor: Executor,
  of: AgedTable,
  bound: number,
): Promise<boolean> {
  const [row] = await executor.query<{ any: boolean }[]>(`SELECT EXISTS (SELECT FROM "${of.table}") AS any`);
  if (row?.any === true || !(await idsSortByTime(executor))) return false;
  for (const statement of partitionTable(of, bound, await readTable(executor, of.table)))
    await executor.query(statement);
  return true;
}

/** For taking a migration back: all rows are copied into a table in one piece, under the same indexes. */
export async function makeWhole(executor: Executor, of: AgedTable): Promise<void> {
  const { table } = of;
  const partitions = await executor.query<unknown[]>(READ_PARTITIONS, [table]);
  if (partitions.length === 0) return;
  const { indexes, grants } = await readTable(executor, table);
  for (const statement of wholeTable(of, { indexes, grants })) await executor.query(statement);
}

/** Whether ids sort by their time in this database; elsewhere nothing is told apart by them. */
export async function idsSortByTime(executor: Executor): Promise<boolean> {
  const [row] = await executor.query<{ isByTime: boolean }[]>(READ_ORDER);
  return row?.isByTime === true;
}

async function readTable(executor: Executor, table: string): Promise<FoundTable> {
  const indexes = await executor.query<TableIndex[]>(READ_INDEXES, [table]);
  const grants = await executor.query<{ statement: string }[]>(READ_GRANTS, [table]);
  return { indexes, grants: grants.map(({ statement }) => statement) };
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
}
