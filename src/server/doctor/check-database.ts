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
const OLDEST_MAJOR = 15;
/** Of the connections that a server takes. */
const CROWDED = 0.8;

interface ServerFacts {
  readonly version: string;
  readonly encoding: string;
  readonly fsync: string;
  readonly is_replica: boolean;
  readonly used: number;
  readonly most: number;
  readonly now_ms: number;
}

/** The server, the schema, the clock and what is sealed there. @param keys undefined: not known here */
export async function checkDatabase(url: string, keys: SealingKeys | undefined): Promise<Finding[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const wayOut =
      'Check the address, the account and its password, and that the server runs and can be reached from here.';
    return [fault('database', { said: `DATABASE_URL: no connection (${reasonOf(error)})`, wayOut })];
  }
  try {
    const { known, ran } = await readSchema(client);
    const isWhole = known.every((name) => ran.includes(name));
    return [
      ...(await checkServer(client)),
      judgeSchema(known, ran),
      // Before all migrations ran, there may be no place for numbers and secrets.
      ...(isWhole ? [await checkSequences(client)] : []),
      ...(isWhole && keys !== undefined
        ? [await checkSecrets(client, keys), await checkKept(client, keys)]
        : []),
    ];
  } catch (error) {
    const wayOut = 'The account must own the database, or be granted all on its tables.';
    return [fault('database', { said: `a question was refused (${reasonOf(error)})`, wayOut })];
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function checkServer(client: Client): Promise<Finding[]> {
  const askedMs = Date.now();
  const { rows } = await client.query<ServerFacts>(
    `SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
            current_setting('fsync') AS fsync, pg_is_in_recovery() AS is_replica,
            (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
            current_setting('max_connections')::int AS most,
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
  return [judgeServer(facts, tookMs), ...judgeConnections(facts), clock];
}

/** Exported for its table of tests. */
export function judgeServer(
  { version, encoding, fsync, is_replica: isReplica }: Omit<ServerFacts, 'used' | 'most' | 'now_ms'>,
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

function judgeConnections({ used, most }: Pick<ServerFacts, 'used' | 'most'>): Finding[] {
  const said = `${used} of ${most} connections are taken`;
  if (used < most * CROWDED) return [ok('database connections', said)];
  const wayOut = 'Raise max_connections: each process of the gateway takes ten, and a few beside.';
  return [warning('database connections', { said, wayOut })];
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
