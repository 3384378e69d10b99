// Kills the built product while it carries, proves, archives and brings back entries of the ledger, while others commit:
// `npm run chaos:ledger [-- --rounds 20 --entries 60000] [--beside dist/main.js of another version]`. Another process looks at the
// books all the time; `--beside` names one of another build that does all of this too and is not killed. Exits with 1 on any difference.
import { parseArgs } from 'node:util';
import pg from 'pg';
import { buildGateway, GatewayProcess, temporaryDirectory } from '../../test/e2e/process-gateway.ts';
import { Management } from '../chaos-kill/management.mjs';
import { createTemporaryDatabase } from '../temporary-database.mjs';
import { balances, stagesOf, wrongPieces } from './books.mjs';
import { Writer } from './writer.mjs';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    entries: { type: 'string', default: '60000' },
    beside: { type: 'string' },
  },
});
const STAGES = ['carrying', 'proving', 'archiving', 'bringing back'];
const ORGANIZATIONS = 8;
const WRITERS = 3;
const CHARGES_AT_ONCE = 5_000;
/** A stage that does not come within that time is not waited for. */
const STAGE_WITHIN_MS = 15_000;
const BEFORE_KILL_MS = 2;
const BETWEEN_CHECKS_MS = 50;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const someOf = (all) => all[Math.floor(Math.random() * all.length)];

async function start(url, directory, entry) {
  const gateway = GatewayProcess.start(
    {
      DATABASE_URL: url,
      LEDGER_ARCHIVE: '60d',
      OBJECT_STORE_URL: `file://${directory}/objects`,
      SIMULATOR: 'off',
      LOG_LEVEL: 'error',
    },
    directory,
    { entry },
  );
  return { gateway, management: new Management(await gateway.welcome()) };
}

/** Asks for the books of one organization after the other. @returns how often, and what was wrong */
async function look(management, organizationIds, isOver) {
  const seen = { checks: 0, wrong: [] };
  while (!isOver()) {
    const query = Math.random() < 0.3 ? '?full=true' : '';
    const check = await management.ask(
      'GET',
      `/organizations/${someOf(organizationIds)}/ledger/check${query}`,
    );
    seen.checks += 1;
    if (!check.ok) seen.wrong.push(check);
    await pause(BETWEEN_CHECKS_MS);
  }
  return seen;
}

/** Sweeps, and brings back what a sweep archived, until it is killed or told to end. */
async function work(management, isOver) {
  while (!isOver()) {
    const { ledger_check: found } = await management.ask('POST', '/maintenance/sweep');
    if (found === 'differences') return found;
    // Refused while nothing is archived, or another process is at it.
    await management.ask('POST', '/maintenance/ledger-archive/bring-back').catch(() => undefined);
  }
  return 'ok';
}

/** In the middle of a stage, if it comes to it; stopped first, to see what it is at. @returns the stages whose transactions are cut */
async function kill({ gateway }, client, stage) {
  const end = performance.now() + STAGE_WITHIN_MS;
  while (performance.now() < end && !(await stagesOf(client)).includes(stage)) await pause(2);
  await pause(Math.random() * BEFORE_KILL_MS);
  gateway.signal('SIGSTOP');
  const stages = await stagesOf(client);
  gateway.signal('SIGKILL');
  await gateway.exited;
  return stages;
}

async function rounds({ url, directory, client }) {
  const table = [];
  for (let round = 1; round <= Number(options.rounds); round += 1) {
    const victim = await start(url, directory);
    let [isKilled, found] = [false, 'ok'];
    const working = work(victim.management, () => isKilled).then(
      (said) => (found = said),
      () => undefined,
    );
    const stage = STAGES[round % STAGES.length];
    const stages = await kill(victim, client, stage);
    isKilled = true;
    await working;
    const wrong = await wrongPieces(client);
    table.push({
      round,
      waitedFor: stage,
      cut: stages.join(', '),
      wrongPieces: wrong.length,
      sweeps: found,
    });
  }
  return table;
}

/** What was committed is what balances and checks say, by every process. */
async function compare({ client, organizationIds, writers, lasting }) {
  const wrong = [];
  const now = await balances(client);
  for (const id of organizationIds) {
    const written = writers.reduce((sum, writer) => sum + (writer.written.get(id) ?? 0), 0);
    if (now.get(id) !== written) wrong.push(`${id}: ${now.get(id)} instead of ${written}`);
    for (const { management } of lasting) {
      const check = await management.ask('GET', `/organizations/${id}/ledger/check?full=true`);
      if (!check.ok || Math.round(check.ledger_sum_usd * 1e6) !== written) wrong.push(JSON.stringify(check));
    }
  }
  return wrong;
}

async function run() {
  buildGateway();
  const directory = temporaryDirectory();
  const database = await createTemporaryDatabase();
  const client = new pg.Client(database.url);
  try {
    const lasting = [await start(database.url, directory.path)];
    if (options.beside !== undefined) lasting.push(await start(database.url, directory.path, options.beside));
    await client.connect();
    const organizationIds = Array.from({ length: ORGANIZATIONS }, (_, index) => `org_${index}`);
    await client.query(`INSERT INTO organizations (id, name) SELECT id, id FROM unnest($1::text[]) AS id`, [
      organizationIds,
    ]);
    await client.query(
      `INSERT INTO balances (organization_id) SELECT id FROM unnest($1::text[]) AS id ON CONFLICT DO NOTHING`,
      [organizationIds],
    );
    const writers = Array.from({ length: WRITERS }, () => new Writer(database.url, organizationIds));
    while (writers[0].entries < Number(options.entries)) await writers[0].commit(client, CHARGES_AT_ONCE);
    let isOver = false;
    const writing = writers.map((writer) => writer.run());
    const looking = lasting.map(({ management }) => look(management, organizationIds, () => isOver));
    const beside = lasting.slice(1).map(({ management }) => work(management, () => isOver));
    const table = await rounds({ url: database.url, directory: directory.path, client });
    isOver = true;
    for (const writer of writers) writer.isOver = true;
    await Promise.all(writing);
    const seen = await Promise.all(looking);
    const [sweeps, differences] = [
      await Promise.all(beside),
      await compare({ client, organizationIds, writers, lasting }),
    ];
    console.table(table);
    const { rows } = await client.query(
      'SELECT count(*) AS pieces, sum(entries) AS entries FROM ledger_pieces',
    );
    const checks = seen.map((one) => `${one.checks} checks, ${one.wrong.length} wrong`).join('; ');
    console.log(
      `${writers.reduce((sum, { entries }) => sum + entries, 0)} entries, ${rows[0].entries} carried in ${rows[0].pieces} pieces. ${checks}.`,
    );
    const faults = table.filter((row) => row.wrongPieces > 0 || row.sweeps !== 'ok').length;
    const all = [...differences, ...seen.flatMap(({ wrong }) => wrong.map((check) => JSON.stringify(check)))];
    for (const one of all.slice(0, 10)) console.log(one);
    const wrong = faults + all.length + sweeps.filter((said) => said !== 'ok').length;
    console.log(wrong === 0 ? `${table.length} kills, no difference.` : `${wrong} DIFFERENCES.`);
    return wrong === 0 ? 0 : 1;
  } finally {
    await GatewayProcess.endAll();
    await client.end();
    await database.stop();
    directory.remove();
  }
}

process.exitCode = await run();
