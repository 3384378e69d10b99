import { Client } from 'pg';
import { SEALED_FOR_A_TIME, SEALED_PLACES } from '../../admin/maintenance/sealed-places.js';
import { createDataSource } from '../../database/data-source.js';
import {
  countSealed,
  sampleSealed,
  type SealedColumn,
  type SealedCounts,
} from '../../database/sealed-column.js';
import type { SealingKeys } from '../../lib/secret-box.js';
import { checkSequences } from './check-sequences.js';
import { fault, ok, reasonOf, warning, type Finding } from './finding.js';
import { judgeClock } from './judge-clock.js';

const CONNECT_WITHIN_MS = 5_000;
/** A question that waits for a lock asks for no more than that. */
const LOCKED_WITHIN_MS = 5_000;
const ANSWER_WITHIN_MS = 20_000;
const WAITED_TOO_LONG = ['55P03', '57014'];
const OLDEST_MAJOR = 15;
/** Of the connections that a server takes. */
const CROWDED = 0.8;

interface ServerFacts {
  readonly version: string;
  readonly encoding: string;
  readonly fsync: string;
  readonly is_replica: boolean;
  readonly only_reads: boolean;
  readonly now_ms: number;
}

/** Of the server, of the account or of the database, whichever has the fewest left. */
interface Connections {
  readonly bound: string;
  readonly used: number;
  readonly most: number;
}

/** The server, the schema, the clock and what is sealed there. @param keys undefined: not known here */
export async function checkDatabase(
  url: string,
  keys: SealingKeys | undefined,
  { lockedWithinMs = LOCKED_WITHIN_MS } = {},
): Promise<Finding[]> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS + LOCKED_WITHIN_MS,
  });
  client.on('error', () => undefined);
  const found: Finding[] = [];
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined);
    const wayOut =
      'Check the address, the account and its password, and that the server runs and can be reached from here.';
    return [fault('database', { said: `DATABASE_URL: no connection (${reasonOf(error)})`, wayOut })];
  }
  try {
    await client.query(`SET lock_timeout = ${lockedWithinMs}; SET statement_timeout = ${ANSWER_WITHIN_MS}`);
    for await (const finding of questions(client, keys)) found.push(finding);
  } catch (error) {
    found.push(refused(error));
  } finally {
    await client.end().catch(() => undefined);
  }
  return found;
}

async function* questions(client: Client, keys: SealingKeys | undefined): AsyncGenerator<Finding> {
  yield* await checkServer(client);
  const { known, ran } = await readSchema(client);
  yield judgeSchema(known, ran);
  // Before all migrations ran, there may be no place for numbers and secrets.
  if (!known.every((name) => ran.includes(name))) return;
  yield await checkOwner(client);
  yield await checkSequences(client);
  if (keys === undefined) return;
  yield await checkSecrets(client, keys);
  yield await checkKept(client, keys);
}

function refused(error: unknown): Finding {
  const { code, message } = error as { code?: string; message?: string };
  const isLate = WAITED_TOO_LONG.includes(code ?? '') || message === 'Query read timeout';
  return fault('database', {
    said: `a question was ${isLate ? 'not answered in time' : 'refused'} (${reasonOf(error)})`,
    wayOut: isLate
      ? 'Look at pg_stat_activity, with pg_blocking_pids(pid), for what holds locks or keeps the server busy.'
      : 'Let DATABASE_URL name the account that owns the tables; restored by another one, restore them again with pg_restore --no-owner --role=ACCOUNT.',
  });
}

async function checkServer(client: Client): Promise<Finding[]> {
  const askedMs = Date.now();
  const { rows } = await client.query<ServerFacts>(
    `SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
            current_setting('fsync') AS fsync, pg_is_in_recovery() AS is_replica,
            current_setting('transaction_read_only') = 'on' AS only_reads,
            (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms`,
  );
  const [facts] = rows;
  if (facts === undefined) throw new Error('no answer');
  const tookMs = Date.now() - askedMs;
  const clock = judgeClock('database clock', {
    differenceMs: facts.now_ms - askedMs - tookMs / 2,
    exactToMs: tookMs / 2,
    whose: "the database's",
  });
  return [judgeServer(facts, tookMs), await checkConnections(client), clock];
}

/** Exported for its table of tests. */
export function judgeServer(
  { version, encoding, fsync, is_replica: isReplica, only_reads: onlyReads }: Omit<ServerFacts, 'now_ms'>,
  tookMs: number,
): Finding {
  const server = `PostgreSQL ${version}`;
  if (Number.parseInt(version, 10) < OLDEST_MAJOR)
    return fault('database', {
      said: `${server} is too old`,
      wayOut: `Take PostgreSQL ${OLDEST_MAJOR} or later.`,
    });
  if (isReplica)
    return fault('database', {
      said: `${server} is a read replica`,
      wayOut: 'Let DATABASE_URL name the primary.',
    });
  if (onlyReads)
    return fault('database', {
      said: `${server} takes no changes (default_transaction_read_only)`,
      wayOut:
        'Find out who set it (a full disk, where somebody else runs the server), then set it off for the database and the account.',
    });
  if (encoding !== 'UTF8')
    return fault('database', {
      said: `${server} with the encoding ${encoding}`,
      wayOut: "Make the database with ENCODING 'UTF8'.",
    });
  if (fsync !== 'on')
    return fault('database', {
      said: `${server} with fsync off loses bills in a crash`,
      wayOut: 'Set fsync = on.',
    });
  return ok('database', `${server} answers in ${tookMs} ms`);
}

async function checkConnections(client: Client): Promise<Finding> {
  // `pg_stat_activity` hides what other accounts' connections are; these numbers hide nothing.
  const { rows } = await client.query<Connections>(
    `SELECT bound, used, most FROM (
       SELECT 'server' AS bound, (SELECT sum(numbackends)::int FROM pg_stat_database) AS used,
              current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS most
       UNION ALL
       SELECT 'account', (SELECT count(*)::int FROM pg_stat_activity WHERE usename = current_user), rolconnlimit
         FROM pg_roles WHERE rolname = current_user AND rolconnlimit >= 0
       UNION ALL
       SELECT 'database', (SELECT numbackends FROM pg_stat_database s WHERE s.datid = d.oid), datconnlimit
         FROM pg_database d WHERE datname = current_database() AND datconnlimit >= 0) AS bounds
      ORDER BY most - used LIMIT 1`,
  );
  const [tightest] = rows;
  if (tightest === undefined) throw new Error('no answer');
  return judgeConnections(tightest);
}

/** Exported for its table of tests. */
export function judgeConnections({ bound, used, most }: Connections): Finding {
  const said = `${used} of ${most} connections that the ${bound} takes are taken`;
  if (used < most * CROWDED) return ok('database connections', said);
  const raise = bound === 'server' ? 'max_connections' : `the CONNECTION LIMIT of the ${bound}`;
  const wayOut = `Raise ${raise}: each process of the gateway takes ten, and a few beside.`;
  return warning('database connections', { said, wayOut });
}

/** Names of migrations: those of this build, and those that the database has. */
async function readSchema(client: Client): Promise<{ known: string[]; ran: string[] }> {
  const listed = createDataSource('postgres://nowhere').options.migrations as readonly { name: string }[];
  const known = listed.map(({ name }) => name);
  const { rows: tables } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('migrations') IS NOT NULL AS there`,
  );
  if (tables[0]?.there !== true) return { known, ran: [] };
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
  return { known, ran: rows.map(({ name }) => name) };
}

/** Exported for its table of tests. */
export function judgeSchema(known: readonly string[], ran: readonly string[]): Finding {
  const pending = known.filter((name) => !ran.includes(name));
  const newer = ran.filter((name) => !known.includes(name));
  if (pending.length > 0)
    return warning('schema', {
      said: `${pending.length} of ${known.length} migrations have not run; the first is ${pending[0] ?? ''}`,
      wayOut: 'Run `npm run migrate`, or start the gateway, which does the same.',
    });
  if (newer.length > 0)
    return warning('schema', {
      said: `the schema is newer than this version by ${newer.length} migrations`,
      wayOut: 'Finish the upgrade: schemas serve the version before them too, and no older one.',
    });
  return ok('schema', `up to date (${ran.length} migrations)`);
}

/** Partitions are made and dropped while the gateway runs, which PostgreSQL grants to owners alone. */
async function checkOwner(client: Client): Promise<Finding> {
  const { rows } = await client.query<{ others: number; may_create: boolean }>(
    `SELECT count(*) FILTER (WHERE NOT pg_has_role(relowner, 'USAGE'))::int AS others,
            has_schema_privilege(current_schema(), 'CREATE') AS may_create
       FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')`,
  );
  const { others = 0, may_create: mayCreate = false } = rows[0] ?? {};
  const check = 'database rights';
  if (others === 0 && mayCreate) return ok(check, 'the account owns the tables and may make more');
  const missing = [
    others > 0 ? `owns ${others} of the tables not` : undefined,
    mayCreate ? undefined : 'may make none in its schema',
  ].filter((one) => one !== undefined);
  return fault(check, {
    said: `the account ${missing.join(', and ')}, so that partitions cannot be made in time nor dropped`,
    wayOut:
      'Let DATABASE_URL name the account that migrates, or make this one a member of it: GRANT owner TO account; GRANT CREATE ON SCHEMA public TO account.',
  });
}

async function checkSecrets(client: Client, keys: SealingKeys): Promise<Finding> {
  const { current, former, unreadable } = await sumOf(SEALED_PLACES, (place) =>
    countSealed(client, keys, place),
  );
  if (unreadable > 0)
    return fault('secrets key', {
      said: `${unreadable} of ${current + former + unreadable} stored secrets open with no key that is set`,
      wayOut: 'Set SECRETS_KEY to what it was, or add the former one to SECRETS_KEY_OLD.',
    });
  if (former > 0)
    return warning('secrets key', {
      said: `${former} stored secrets are still sealed with a key of SECRETS_KEY_OLD`,
      wayOut: 'The next sweep seals them anew: POST /api/v1/admin/maintenance/sweep.',
    });
  return ok('secrets key', `opens all ${current} stored secrets`);
}

async function checkKept(client: Client, keys: SealingKeys): Promise<Finding> {
  return judgeKept(await sumOf(SEALED_FOR_A_TIME, (place) => sampleSealed(client, keys, place)));
}

function judgeKept({ current, former, unreadable }: SealedCounts): Finding {
  const check = 'kept contents';
  const seen = current + former + unreadable;
  const these = `${seen} contents of calls and kept responses that were looked at`;
  if (unreadable > 0)
    return fault(check, {
      said: `${unreadable} of ${these} open with no key that is set`,
      wayOut:
        'Add the key that sealed them to SECRETS_KEY_OLD until they have expired. Without it they cannot be read again; they go with their retention.',
    });
  if (former > 0)
    return ok(
      check,
      `${former} of ${these} open with a key of SECRETS_KEY_OLD alone, which must stay until they have expired`,
    );
  return ok(check, `SECRETS_KEY opens all ${these}`);
}

async function sumOf(
  places: readonly SealedColumn[],
  count: (place: SealedColumn) => Promise<SealedCounts>,
): Promise<SealedCounts> {
  const sum = { current: 0, former: 0, unreadable: 0 };
  for (const place of places) {
    const { current, former, unreadable } = await count(place);
    sum.current += current;
    sum.former += former;
    sum.unreadable += unreadable;
  }
  return sum;
}
