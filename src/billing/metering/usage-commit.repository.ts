import { Injectable } from '@nestjs/common';
import type { QueryConfig } from 'pg';
import { DatabaseClient } from '../../database/database-client.js';
import { Dialer } from '../../database/dialer.js';
import { DAY_MS } from '../../lib/durations.js';
import { newId } from '../../lib/ids.js';
import { formatUsd, parseUsd, type PicoUsd } from '../../lib/money.js';
import { billedTotal, CALL_INPUT, encodeCalls } from './call-input.js';
import { TAG_SEPARATOR } from '../calls/attribution.js';
import type { CallRecord } from '../calls/call-record.js';
import { ArchivedEntries } from '../ledger/archive/archived-entries.service.js';
import type { CompanionGroup } from './commit-companion.js';
import {
  COUNT_ADDED,
  CountedPurses,
  countSpend,
  isOfOldPurses,
  READ_COUNTED,
  type CountedRow,
} from './counted-purses.js';

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
                     response_id, detail, tags, end_user, session_id, metadata)
  SELECT id, created_at, organization_id, project_id, key_id, surface, stream, status, tier, router_id, group_id,
         requested_model, decided_model, served_model, input_tokens, output_tokens, cost_usd::numeric, billed_usd::numeric,
         trace_id, response_id, detail, string_to_array(tags, '${TAG_SEPARATOR}'), end_user, session_id, metadata::jsonb
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

/** The new balance, unless the process that sends `version` does not know which purses are counted. */
const moved = (change: string, version: string): string =>
  `CASE WHEN b.counted_version = ${version} THEN b.balance_usd + ${change} ELSE refuse_old_purses() END`;

/** All calls are of the organization `$2`, whose balance changes by `$3`; `$4` is the version of its counted purses. */
const MOVE_ONE_BALANCE = `
UPDATE balances b SET balance_usd = ${moved('$3', '$4')} WHERE organization_id = $2 RETURNING organization_id, balance_usd`;

/**
 * `$2` to `$4` hold the organizations, the changes of their balances and the versions; balances are locked in the order of their ids, so that
 * processes committing the same organizations cannot deadlock. The arrays are selected so that the planner does not count
 * their members: a plan for each number would be made anew on each commit.
 */
const MOVE_BALANCES = `
UPDATE balances b SET balance_usd = ${moved('locked.change', 'locked.version')}
  FROM (SELECT b.organization_id, c.change, c.version
          FROM unnest((SELECT $2::text[]), (SELECT $3::numeric[]), (SELECT $4::integer[])) AS c(organization_id, change, version)
          JOIN balances b ON b.organization_id = c.organization_id
         ORDER BY b.organization_id FOR UPDATE OF b) AS locked
 WHERE b.organization_id = locked.organization_id
RETURNING b.organization_id, b.balance_usd`;

const COMMIT_OF_ONE = `${INSERT_NEW}${MOVE_ONE_BALANCE}`;
const COMMIT_OF_MANY = `${INSERT_NEW}${MOVE_BALANCES}`;
/** Behind the parameters that every commit has: both kinds have as many. */
const COUNT_SPEND = countSpend(5);
/** Purses may begin to be counted between two tries. */
const MAX_TURNS = 3;

/** For calls of which some may be committed already (a replay after a lost answer): those move nothing. `$2`, `$3`: versions. */
const COMMIT_AGAIN = `${INPUT}, new_calls AS (${INSERT_CALLS}
  ON CONFLICT (id) DO NOTHING
), added AS (${INSERT_CHARGES}
  ON CONFLICT (kind, reference, part) DO NOTHING
  RETURNING organization_id, amount_usd, reference
), spent AS (${COUNT_ADDED}
), changes AS (
  SELECT organization_id, sum(amount_usd) AS change FROM added GROUP BY organization_id
), locked AS (
  SELECT b.organization_id FROM balances b JOIN changes c ON c.organization_id = b.organization_id ORDER BY b.organization_id FOR UPDATE OF b
)
UPDATE balances b SET balance_usd = ${moved('c.change', 'v.version')}
  FROM changes c JOIN locked l ON l.organization_id = c.organization_id
  JOIN unnest($2::text[], $3::integer[]) AS v(organization_id, version) ON v.organization_id = c.organization_id
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
  private readonly counted = new CountedPurses();
  private connection: OpenConnection | undefined;
  /** Of which the connection keeps plans. */
  private companionKind: string | undefined;
  /** When the statement in flight was sent. */
  private askedMs: number | undefined;

  constructor(
    private readonly dialer: Dialer,
    private readonly archived: ArchivedEntries,
  ) {}

  /** @param beside written in the same statement: all or nothing. A call that turns out to be there already fails it then. */
  commit(records: readonly CallRecord[], beside?: CompanionGroup): Promise<NewBalances> {
    return records.some(mayBeArchived) ? this.commitOld(records, beside) : this.commitFresh(records, beside);
  }

  /** What is charged in an archived file was committed once; nothing is left of it that a statement would meet. */
  private commitOld(
    records: readonly CallRecord[],
    beside: CompanionGroup | undefined,
  ): Promise<NewBalances> {
    const old = records.filter(mayBeArchived).map(({ id }) => id);
    return this.archived.whileNothingMoves(old, async (archived) => {
      if (archived.size === 0) return this.commitFresh(records, beside);
      if (beside !== undefined) throw new Error('a call with companions is there already');
      const missing = records.filter(({ id }) => !archived.has(id));
      return missing.length === 0 ? new Map() : this.commitFresh(missing);
    });
  }

  private async commitFresh(records: readonly CallRecord[], beside?: CompanionGroup): Promise<NewBalances> {
    const changes = balanceChanges(records);
    try {
      const rows = await this.insertKnowingPurses(records, changes, beside);
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
      const counted = { name: 'read-counted', text: READ_COUNTED, values: [[record.organizationId]] };
      this.counted.learn(await rowsOf<CountedRow>(client, counted));
      await client.query('BEGIN');
      await rowsOf(
        client,
        this.commitOfNew(encodeCalls(type[0]?.oid ?? 0, again), again, balanceChanges(again)),
      );
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

  /** A key or project that is counted since a moment ago: the list is read, and the calls are sent again. */
  private async insertKnowingPurses(
    records: readonly CallRecord[],
    changes: ReadonlyMap<string, PicoUsd>,
    beside: CompanionGroup | undefined,
  ): Promise<BalanceRow[]> {
    for (let turn = 1; ; turn += 1)
      try {
        return await this.insert(records, changes, beside);
      } catch (error) {
        if (!isOfOldPurses(error) || turn === MAX_TURNS) throw error;
        this.counted.learn(
          await this.query<CountedRow>({ text: READ_COUNTED, values: [[...changes.keys()]] }),
        );
      }
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
      return this.query(this.commitOfNew(input, records, changes, beside));
    }
    try {
      return await this.query(this.commitOfNew(input, records, changes));
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const organizations = [...changes.keys()];
      const versions = organizations.map((id) => this.counted.versionOf(id));
      return this.query({
        name: 'commit-again',
        text: COMMIT_AGAIN,
        values: [input, organizations, versions],
      });
    }
  }

  private commitOfNew(
    input: Buffer,
    records: readonly CallRecord[],
    changes: ReadonlyMap<string, PicoUsd>,
    beside?: CompanionGroup,
  ): QueryConfig<unknown[]> {
    const statement = moveOf(changes, (id) => this.counted.versionOf(id));
    const { values } = statement;
    values.unshift(input);
    let { name, text } = statement;
    let between = '';
    const spend = this.counted.spendOf(records);
    if (spend !== undefined) {
      name += '-counted';
      between = `, spent AS (${COUNT_SPEND})`;
      values.push([...spend.keys()], [...spend.values()].map(formatUsd));
    }
    if (beside !== undefined) {
      const { kind, companions } = beside;
      const companion = kind.write(companions, values.length + 1);
      name += `-${kind.name}-${companions.length}`;
      between += `, ${companion.expressions}`;
      values.push(...companion.values);
    }
    if (between !== '') text = `${INSERT_NEW}${between}${statement.move}`;
    return { name, text, values };
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

/** A commit that moves balances alone: whole, and the part of it that moves them. */
interface Move {
  readonly name: string;
  readonly text: string;
  readonly move: string;
  readonly values: unknown[];
}

function moveOf(changes: ReadonlyMap<string, PicoUsd>, versionOf: (organizationId: string) => number): Move {
  const organizations = [...changes.keys()];
  const amounts = [...changes.values()].map(formatUsd);
  const versions = organizations.map(versionOf);
  return organizations.length === 1
    ? {
        name: 'commit-of-one',
        text: COMMIT_OF_ONE,
        move: MOVE_ONE_BALANCE,
        values: [organizations[0], amounts[0], versions[0]],
      }
    : {
        name: 'commit-of-many',
        text: COMMIT_OF_MANY,
        move: MOVE_BALANCES,
        values: [organizations, amounts, versions],
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

/** No charge is archived before it is much older than this. */
const MAY_BE_ARCHIVED_AFTER_MS = DAY_MS;

function mayBeArchived({ createdAt }: CallRecord): boolean {
  return Date.now() - createdAt.getTime() > MAY_BE_ARCHIVED_AFTER_MS;
}

function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
}
