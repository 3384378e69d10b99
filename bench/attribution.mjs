// What a chat call pays for whom it is for, and for a limit: CPU of the service's own code, and of PostgreSQL in its commit.
// How to read it: bench/README.md. Needs a build.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { createTemporaryDatabase } from '../scripts/temporary-database.mjs';
import { distribution } from './statistics.mjs';

const { readAttribution } = await import('../dist/surface/attribution/read-attribution.js');
const { attributionHeaders } = await import('../dist/surface/attribution/attribution-headers.js');
const { scanTopLevel } = await import('../dist/wire/json-bytes/scan-top-level.js');
const { encodeCalls } = await import('../dist/billing/metering/call-input.js');
const { NO_USAGE } = await import('../dist/billing/metering/token-usage.js');
const { UsageCommitRepository } = await import('../dist/billing/metering/usage-commit.repository.js');
const { Dialer } = await import('../dist/database/dialer.js');
const { runMigrations } = await import('../dist/database/run-migrations.js');
const { newId } = await import('../dist/lib/ids.js');
const { BalanceBook } = await import('../dist/billing/holds/balance-book.service.js');
const { SystemClock } = await import('../dist/lib/clock.js');

const ROUNDS = 40;
const GATE_ROUNDS = 200;
const CALLS_A_ROUND = 5_000;
const COMMITS_A_ROUND = 60;
const CALLS_A_COMMIT = [1, 16];

const NAMES = attributionHeaders('x-svc-');
const HEAD = { host: 'gateway', 'content-type': 'application/json', authorization: 'Bearer svc_live_x' };
const BODY = { model: 'auto', messages: [{ role: 'user', content: 'Say hello. '.repeat(40) }] };
const METADATA = { order: '7', team: 'search', feature: 'suggestions', release: '2026-11-30' };
const SAID = {
  nothing: { headers: HEAD, body: BODY, sessionId: undefined },
  'a user': { headers: HEAD, body: { ...BODY, user: 'customer-42' }, sessionId: undefined },
  'three tags, a user, four pairs of metadata, a session': {
    headers: { ...HEAD, 'x-svc-tags': 'team-search, nightly, eu', 'x-svc-user': 'customer-42' },
    body: { ...BODY, user: 'customer-42', metadata: METADATA },
    sessionId: 'session-4711',
  },
};

/** µs of CPU that `work` takes a time, the least and the median of rounds. */
function measure(work) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    for (let call = 0; call < CALLS_A_ROUND; call += 1) work();
    const { user, system } = process.cpuUsage(before);
    rounds.push((user + system) / CALLS_A_ROUND);
  }
  return shortOf(rounds);
}

const shortOf = (rounds) => ({
  least: Math.min(...rounds.slice(rounds.length / 4)),
  median: distribution(rounds).p50,
});

const text = ({ least, median }) => `${least.toFixed(2)} (${median.toFixed(2)}) µs`;

function readings() {
  for (const [what, { headers, body, sessionId }] of Object.entries(SAID)) {
    const scan = scanTopLevel(Buffer.from(JSON.stringify(body)));
    const read = () => readAttribution({ headers, names: NAMES, scan, dialect: 'openai', sessionId });
    const records = [recordOf({ attribution: read() })];
    console.log(
      `read of ${what}: ${text(measure(read))}; row of it: ${text(measure(() => encodeCalls(1, records)))}`,
    );
  }
}

/** What passes the gate from memory, as nearly all calls do: held before it is sent, given back and counted when it is committed. */
function gates() {
  const clock = new SystemClock();
  const nothing = () => undefined;
  const lease = { isValid: () => clock.monotonicMs() < Infinity, onNewLife: nothing };
  const parts = { keepUp: nothing, serve: nothing, onNotice: nothing, answerBy: nothing, onChange: nothing };
  const book = new BalanceBook(parts, parts, lease, parts, parts, parts, clock);
  const callerOf = (organizationId, limits) => ({ organizationId, limits, payAsYouGo: false });
  const key = { id: 'key_limited', kind: 'key' };
  const project = { id: 'prj_limited', kind: 'project' };
  const callers = {
    'no limit': callerOf('org_plain', []),
    'a limit of the key and one of the project': callerOf('org_limited', [key, project]),
  };
  for (const { organizationId, limits } of Object.values(callers))
    for (const purse of [{ id: organizationId, kind: 'organization' }, ...limits])
      Object.assign(book.open(purse), { granted: 10n ** 18n, isKnown: true, readAt: 1e9 });
  const rounds = new Map(Object.keys(callers).map((what) => [what, []]));
  for (let round = 0; round < GATE_ROUNDS; round += 1)
    for (const [what, caller] of Object.entries(callers)) {
      const { organizationId, limits } = caller;
      const [keyId = 'key_plain', projectId = 'prj_plain'] = limits.map(({ id }) => id);
      const record = recordOf({ organizationId, projectId, keyId });
      const before = process.cpuUsage();
      for (let call = 0; call < CALLS_A_ROUND; call += 1) {
        const held = book.admit(caller, 1_000_000n, undefined);
        book.learnLimits(record);
        held.release();
      }
      const { user, system } = process.cpuUsage(before);
      rounds.get(what).push((user + system) / CALLS_A_ROUND);
    }
  for (const [what, found] of rounds) console.log(`gate, ${what}: ${text(shortOf(found))}`);
}

function recordOf(more) {
  return {
    id: newId('call'),
    createdAt: new Date(),
    surface: 'chat',
    stream: false,
    status: 200,
    tier: 'fixed',
    requestedModel: 'auto',
    decidedModel: 'vendorb/gpt-4o-mini',
    servedModel: 'vendorb/gpt-4o-mini',
    usage: { ...NO_USAGE, inputTokens: 800, outputTokens: 100 },
    cost: 1_000_000n,
    reasons: ['The caller named the model.'],
    attempts: [
      {
        model: 'vendorb/gpt-4o-mini',
        provider: 'provider_b',
        status: 200,
        cost: 1_000_000n,
        billed: true,
        durationMs: 812.5,
      },
    ],
    timings: { gatewayMs: 1.5, upstreamMs: 812.5 },
    organizationId: 'org_1',
    projectId: 'prj_1',
    keyId: 'key_1',
    ...more,
  };
}

/** µs of CPU of the connection that commits. */
const backendMicroseconds = (pid) =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1_000;

async function commits(url) {
  const client = new pg.Client({ connectionString: url });
  // The server may be stopped by an error before this one is.
  client.on('error', () => undefined);
  await client.connect();
  const kinds = {
    'nothing said, no limit': { organizationId: 'org_plain', limited: false, said: SAID.nothing },
    'three tags, a user, metadata, a session': {
      organizationId: 'org_said',
      limited: false,
      said: Object.values(SAID).at(-1),
    },
    'a limit of the key and of the project': {
      organizationId: 'org_limited',
      limited: true,
      said: SAID.nothing,
    },
  };
  const runs = [];
  for (const [what, { organizationId, limited, said }] of Object.entries(kinds)) {
    const [projectId, keyId] = [`prj_${organizationId}`, `key_${organizationId}`];
    await client.query('INSERT INTO organizations (id, name) VALUES ($1, $1)', [organizationId]);
    await client.query(
      'INSERT INTO balances (organization_id, balance_usd, counted_version) VALUES ($1, 1000, $2)',
      [organizationId, limited ? 1 : 0],
    );
    if (limited)
      for (const id of [keyId, projectId])
        await client.query('INSERT INTO spend_purses (id, organization_id, project_id) VALUES ($1, $2, $3)', [
          id,
          organizationId,
          projectId,
        ]);
    const scan = scanTopLevel(Buffer.from(JSON.stringify(said.body)));
    const { headers, sessionId } = said;
    const attribution = readAttribution({ headers, names: NAMES, scan, dialect: 'openai', sessionId });
    const repository = new UsageCommitRepository(new Dialer(url));
    const record = () => recordOf({ organizationId, projectId, keyId, attribution });
    await repository.commit([record()]);
    const { rows } = await client.query(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'inference-gateway commits' ORDER BY backend_start DESC LIMIT 1`,
    );
    runs.push({ what, repository, record, pid: rows[0].pid });
  }
  for (const calls of CALLS_A_COMMIT) {
    const found = new Map(runs.map(({ what }) => [what, { service: [], database: [] }]));
    for (let round = 0; round < ROUNDS; round += 1)
      for (const { what, repository, record, pid } of runs) {
        const groups = Array.from({ length: COMMITS_A_ROUND }, () => Array.from({ length: calls }, record));
        const [service, database] = [process.cpuUsage(), backendMicroseconds(pid)];
        for (const records of groups) await repository.commit(records);
        const { user, system } = process.cpuUsage(service);
        const each = COMMITS_A_ROUND * calls;
        found.get(what).service.push((user + system) / each);
        found.get(what).database.push((backendMicroseconds(pid) - database) / each);
      }
    for (const [what, { service, database }] of found) {
      const short = (rounds) => text(shortOf(rounds));
      console.log(
        `commits of ${calls}, ${what}: service ${short(service)}, database ${short(database)} a call`,
      );
    }
  }
  for (const { repository } of runs) await repository.close();
  await client.end();
}

readings();
gates();
const database = await createTemporaryDatabase();
try {
  await runMigrations(database.url);
  await commits(database.url);
} finally {
  await database.stop();
}
