import { Inject, Injectable } from '@nestjs/common';
import type { QueryConfig } from 'pg';
import { DatabaseClient } from '../database/database-client.js';
import { Dialer } from '../database/dialer.js';
import { newId } from '../lib/ids.js';
import { formatUsd, parseUsd, type PicoUsd } from '../lib/money.js';
import { billedTotal, CALL_INPUT, encodeCalls } from './call-input.js';
import type { CallRecord } from './call-record.js';
import type { CompanionGroup } from './commit-companion.js';

export interface NewBalance {
  readonly balance: PicoUsd;
  /** What the calls cost. */
  readonly charged: PicoUsd;
}

/** Of each organization whose ledger grew. */
export type NewBalances = ReadonlyMap<string, NewBalance>;

interface BalanceRow {
  readonly organization_id: string;
  readonly balance_usd: string;
}

const INPUT = `WITH input AS MATERIALIZED (SELECT * FROM unnest($1::${CALL_INPUT}[]))`;

const INSERT_CALLS = `
  INSERT INTO calls (id, created_at, organization_id, project_id, key_id, surface, stream, status, tier, router_id, group_id,
                     requested_model, decided_model, served_model, input_tokens, output_tokens, cost_usd, billed_usd, trace_id,
                     response_id, detail)
  SELECT id, created_at, organization_id, project_id, key_id, surface, stream, status, tier, router_id, group_id,
         requested_model, decided_model, served_model, input_tokens, output_tokens, cost_usd::numeric, billed_usd::numeric,
         trace_id, response_id, detail
    FROM input WHERE part = 0`;

const INSERT_CHARGES = `
  INSERT INTO ledger_entries (organization_id, kind, amount_usd, reference, part, created_at)
  SELECT organization_id, 'usage', charge_usd::numeric, id, part, created_at FROM input WHERE charge_usd IS NOT NULL`;

/**
 * One round trip for any number of calls: call rows, ledger rows and balances in one statement, so that they hold together
 * or not at all. `$1` holds the rows (`encodeCalls`). A row that exists already fails the statement whole, which is cheaper
 * than asking for each row.
 */
const INSERT_NEW = `${INPUT}, new_calls AS (${INSERT_CALLS}
), added AS (${INSERT_CHARGES}
)`;

/** All calls are of the organization `$2`, whose balance changes by `$3`. */
const MOVE_ONE_BALANCE = `
UPDATE balances SET balance_usd = balance_usd + $3 WHERE organization_id = $2 RETURNING organization_id, balance_usd`;

/**
 * `$2` and `$3` hold the organizations and the changes of their balances, which are locked in the order of their ids, so that
 * processes committing the same organizations cannot deadlock. The arrays are selected so that the planner does not count
 * their members: a plan for each number would be made anew on each commit.
 */
const MOVE_BALANCES = `
UPDATE balances b SET balance_usd = b.balance_usd + locked.change
  FROM (SELECT b.organization_id, c.change
          FROM unnest((SELECT $2::text[]), (SELECT $3::numeric[])) AS c(organization_id, change)
          JOIN balances b ON b.organization_id = c.organization_id
         ORDER BY b.organization_id FOR UPDATE OF b) AS locked
 WHERE b.organization_id = locked.organization_id
RETURNING b.organization_id, b.balance_usd`;

const COMMIT_OF_ONE = `${INSERT_NEW}${MOVE_ONE_BALANCE}`;
const COMMIT_OF_MANY = `${INSERT_NEW}${MOVE_BALANCES}`;
/** Those of one take three parameters, and so do those of many. */
const FIRST_COMPANION_PARAMETER = 4;

/** For calls of which some may be committed already (a replay after a lost answer): those move nothing. */
const COMMIT_AGAIN = `${INPUT}, new_calls AS (${INSERT_CALLS}
  ON CONFLICT (id) DO NOTHING
), added AS (${INSERT_CHARGES}
  ON CONFLICT (kind, reference, part) DO NOTHING
  RETURNING organization_id, amount_usd
), changes AS (
  SELECT organization_id, sum(amount_usd) AS change FROM added GROUP BY organization_id
), locked AS (
  SELECT b.organization_id FROM balances b JOIN changes c ON c.organization_id = b.organization_id ORDER BY b.organization_id FOR UPDATE OF b
)
UPDATE balances b SET balance_usd = b.balance_usd + c.change
  FROM changes c JOIN locked l ON l.organization_id = c.organization_id
 WHERE b.organization_id = c.organization_id
RETURNING b.organization_id, b.balance_usd`;

const READ_INPUT_TYPE: QueryConfig = { text: `SELECT '${CALL_INPUT}'::regtype::oid AS oid` };
const UNIQUE_VIOLATION = '23505';
/** A connection that is silent for so long is given up, and the statement is sent again on another one. */
const ANSWER_WITHIN_MS = 12_000;

interface OpenConnection {
  readonly client: DatabaseClient;
  /** Rejects when it cannot be dialled. */
  readonly opened: Promise<unknown>;
}

/** Writes calls, each once, on a connection of its own: whatever waits for the others cannot take it away from the bills. */
@Injectable()
export class UsageCommitRepository {
  /** The number of `CALL_INPUT` in this database. */
  private inputType: number | undefined;
  private connection: OpenConnection | undefined;
  /** Of which the connection keeps plans. */
  private companionKind: string | undefined;
  /** When the statement in flight was sent. */
  private askedMs: number | undefined;

  constructor(@Inject(Dialer) private readonly dialer: Dialer) {}

  /** @param beside written in the same statement: all or nothing. A call that turns out to be there already fails it then. */
  async commit(records: readonly CallRecord[], beside?: CompanionGroup): Promise<NewBalances> {
    const changes = balanceChanges(records);
    try {
      const rows = await this.insert(records, changes, beside);
      return new Map(
        rows.map(({ organization_id: id, balance_usd: balance }) => [
          id,
          { balance: parseUsd(balance), charged: -(changes.get(id) ?? 0n) },
        ]),
      );
    } catch (error) {
      // A database that was restored meanwhile has another number for the type.
      this.inputType = undefined;
      throw error;
    }
  }

  /**
   * Whether calls are recorded: all that the commit of a call like this one does, taken back at the end, on a connection of its own.
   * @throws what a commit would throw
   */
  async probe(record: CallRecord): Promise<void> {
    const { client, opened } = this.open('inference-gateway probe');
    await opened;
    const again = [{ ...record, id: newId('call') }];
    try {
      const type = await rowsOf<{ oid: number }>(client, READ_INPUT_TYPE);
      await client.query('BEGIN');
      await rowsOf(client, commitOfNew(encodeCalls(type[0]?.oid ?? 0, again), balanceChanges(again)));
      await client.query('ROLLBACK');
    } finally {
      await client.end();
    }
  }

  /** Gives up a connection that has not answered for 12 s: its statement fails, and is sent again on another one. */
  giveUpSilent(): void {
    if (this.askedMs === undefined || performance.now() - this.askedMs < ANSWER_WITHIN_MS) return;
    const silent = new Error(`the database did not answer within ${ANSWER_WITHIN_MS} ms`);
    this.connection?.client.breakOff(silent);
  }

  async close(): Promise<void> {
    const { connection } = this;
    this.connection = undefined;
    await connection?.opened.then(() => connection.client.end()).catch(() => undefined);
  }

  private async insert(
    records: readonly CallRecord[],
    changes: ReadonlyMap<string, PicoUsd>,
    beside: CompanionGroup | undefined,
  ): Promise<BalanceRow[]> {
    this.inputType ??= await this.readInputType();
    const input = encodeCalls(this.inputType, records);
    if (beside !== undefined) {
      await this.leavePast(beside.kind.name);
      return this.query(commitWith(commitOfNew(input, changes), beside));
    }
    try {
      return await this.query(commitOfNew(input, changes));
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return this.query({ name: 'commit-again', text: COMMIT_AGAIN, values: [input] });
    }
  }

  /** A kind of companions that comes no more would leave its plans with the server for as long as the connection lasts. */
  private async leavePast(kind: string): Promise<void> {
    const isPast = this.companionKind !== undefined && this.companionKind !== kind;
    this.companionKind = kind;
    if (isPast) await this.close();
  }

  private async readInputType(): Promise<number> {
    const [row] = await this.query<{ oid: number }>(READ_INPUT_TYPE);
    if (row === undefined) throw new Error(`the type ${CALL_INPUT} has no number`);
    return row.oid;
  }

  /** TypeORM has no named statements, which save the planning of these on every commit. */
  private async query<Row extends object = BalanceRow>(query: QueryConfig): Promise<Row[]> {
    const connection = (this.connection ??= this.connect());
    const { client } = connection;
    await connection.opened;
    this.askedMs = performance.now();
    try {
      return await rowsOf<Row>(client, query);
    } finally {
      this.askedMs = undefined;
      if (client.isBroken) this.leave(connection);
    }
  }

  private open(name: string): OpenConnection {
    const client = new DatabaseClient({
      dialer: this.dialer,
      connectionString: this.dialer.url,
      application_name: name,
    });
    return { client, opened: client.connect() };
  }

  private connect(): OpenConnection {
    const connection = this.open('inference-gateway commits');
    const { client } = connection;
    const leave = (): void => this.leave(connection);
    client.once('end', leave);
    connection.opened.catch(leave);
    return connection;
  }

  /** The next statement dials anew. A connection that failed may be open still, and would refuse every one. */
  private leave(connection: OpenConnection): void {
    if (this.connection === connection) this.connection = undefined;
    connection.client.breakOff(new Error('a connection that failed is not used again'));
  }
}

/** By callback: for a promise the driver makes two, and keeps a stack for each query. */
function rowsOf<Row extends object>(client: DatabaseClient, query: QueryConfig): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    client.query<Row>(query, (error: Error | null, result) => {
      if (error) reject(error);
      else resolve(result.rows);
    });
  });
}

function commitOfNew(input: Buffer, changes: ReadonlyMap<string, PicoUsd>): QueryConfig<unknown[]> {
  const [organizations, amounts] = [[...changes.keys()], [...changes.values()].map(formatUsd)];
  return organizations.length === 1
    ? { name: 'commit-of-one', text: COMMIT_OF_ONE, values: [input, organizations[0], amounts[0]] }
    : { name: 'commit-of-many', text: COMMIT_OF_MANY, values: [input, organizations, amounts] };
}

function commitWith(
  { name, values = [] }: QueryConfig<unknown[]>,
  { kind, companions }: CompanionGroup,
): QueryConfig {
  const { expressions, values: more } = kind.write(companions, FIRST_COMPANION_PARAMETER);
  const rest = name === 'commit-of-one' ? MOVE_ONE_BALANCE : MOVE_BALANCES;
  return {
    name: `${name}-${kind.name}-${companions.length}`,
    text: `${INSERT_NEW}, ${expressions}${rest}`,
    values: [...values, ...more],
  };
}

/** What each organization's balance moves by: the sum of the charges. */
function balanceChanges(records: readonly CallRecord[]): Map<string, PicoUsd> {
  const changes = new Map<string, PicoUsd>();
  for (const record of records) {
    const billed = billedTotal(record);
    if (billed === 0n) continue;
    changes.set(record.organizationId, (changes.get(record.organizationId) ?? 0n) - billed);
  }
  return changes;
}

function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
}
