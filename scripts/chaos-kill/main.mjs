// Kills the built product under load and compares what clients saw with the ledger: `npm run chaos:kill [-- --rounds 10]`.
// Every second round the database is killed too. Exits with 1 on any difference.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildGateway, GatewayProcess, temporaryDirectory } from '../../test/e2e/process-gateway.ts';
import { FakeStripe } from '../../test/support/fake-stripe.ts';
import { KINDS, send } from './client.mjs';
import { judgeRound, sumOf } from './judge-round.mjs';
import { Management } from './management.mjs';
import { startSlowProvider } from './slow-provider.mjs';

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } });
const ROUNDS = Number(options.rounds);
const CLIENTS = 24;
/** A round's kill comes at a random moment after so many whole calls, or so long. */
const CALLS_BEFORE_KILL = 120;
const MAX_LOAD_MS = 8_000;
const EXTRA_LOAD_MS = 300;
/** How long Stripe keeps its answer to a charge: a kill in between is the one that could lose or double money. */
const CHARGE_PAUSE_MS = 80;
const SETTLED_WITHIN_MS = 60_000;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function start({ provider, stripe, directory }) {
  return GatewayProcess.start(
    {
      LOG_LEVEL: 'error',
      SIMULATOR: 'off',
      PROVIDER_A_BASE_URL: `${provider.url}/a`,
      PROVIDER_A_API_KEY: 'a',
      PROVIDER_B_BASE_URL: `${provider.url}/b/v1`,
      PROVIDER_B_API_KEY: 'b',
      PAYMENTS: 'stripe',
      STRIPE_API_KEY: 'sk_test',
      STRIPE_API_BASE_URL: stripe.url,
    },
    directory,
  );
}

/** Clients that call until they are told to stop; what each saw. */
async function load(target, isOver, seen) {
  const client = async (first) => {
    for (let turn = first; !isOver(); turn += 1) {
      const call = await send(target, KINDS[turn % KINDS.length]);
      seen.push(call);
      // A gateway that is gone answers at once.
      if (call.status === 0) await pause(5);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
}

async function untilKill(seen, before) {
  const end = performance.now() + MAX_LOAD_MS;
  const whole = () => seen.slice(before).filter((call) => call.whole).length;
  while (whole() < CALLS_BEFORE_KILL && performance.now() < end) await pause(20);
  await pause(Math.random() * EXTRA_LOAD_MS);
}

/** Without mercy: the process, and in every second round its database, first, since it would end in good order with the process. */
async function kill(gateway, directory, withDatabase) {
  const server = withDatabase ? serverIn(join(directory, 'data')) : undefined;
  if (server !== undefined) process.kill(server, 'SIGKILL');
  gateway.signal('SIGKILL');
  await gateway.exited;
}

function serverIn(folder) {
  const file = readdirSync(folder, { recursive: true }).find((name) => name.endsWith('postmaster.pid'));
  return file === undefined ? undefined : Number(readFileSync(join(folder, file), 'utf8').split('\n')[0]);
}

/** Calls until one passes: a payment that was cut is asked about again within some seconds. */
async function untilServed(target) {
  const end = performance.now() + SETTLED_WITHIN_MS;
  const tries = [];
  do {
    tries.push(await send(target, KINDS[0]));
    if (tries.at(-1).whole) return tries;
    await pause(100);
  } while (performance.now() < end);
  throw new Error(`no call passes: ${JSON.stringify(tries.at(-1))}`);
}

async function untilPaid(management, organizationId, stripe, ledger) {
  const end = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    await management.readLedger(organizationId, ledger);
    const [paid, credited] = [paidCents(stripe), sumOf(ledger, 'reload')];
    if (paid === credited || performance.now() > end) return { paid, credited };
    await pause(500);
  }
}

const paidCents = ({ paid }) => paid.reduce((sum, { amount }) => sum + amount, 0);

async function run() {
  buildGateway();
  const directory = temporaryDirectory();
  const provider = await startSlowProvider();
  const stripe = await FakeStripe.start();
  stripe.beforeAnswer = () => pause(Math.random() * CHARGE_PAUSE_MS);
  const environment = { provider, stripe, directory: directory.path };
  const [seen, ledger, table] = [[], new Map(), []];
  let wrong = 0;
  try {
    let gateway = start(environment);
    let { url, adminToken, apiKey } = await gateway.welcome();
    let management = new Management({ url, adminToken });
    const organizationId = await management.prepare();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const before = seen.length;
      let over = false;
      const traffic = load({ url, apiKey }, () => over, seen);
      await untilKill(seen, before);
      const withDatabase = round % 2 === 0;
      await kill(gateway, directory.path, withDatabase);
      over = true;
      await traffic;
      const restarted = performance.now();
      gateway = start(environment);
      ({ url, adminToken } = await gateway.welcome());
      const upMs = Math.round(performance.now() - restarted);
      management = new Management({ url, adminToken });
      seen.push(...(await untilServed({ url, apiKey })));
      await management.readLedger(organizationId, ledger);
      const check = await management.check(organizationId);
      const judged = judgeRound({ seen, ledger });
      const isWrong =
        judged.lost + judged.doubled + judged.mispriced + judged.surplus > 0 ||
        !check.ok ||
        sumOf(ledger, 'reload') > paidCents(stripe);
      if (isWrong) wrong += 1;
      table.push({
        round,
        killed: withDatabase ? 'gateway + database' : 'gateway',
        calls: seen.length - before,
        cut: seen.slice(before).filter(({ whole, kind }) => !whole && kind !== 'abort').length,
        ...judged,
        reloads: stripe.paid.length,
        'ledger ok': check.ok,
        'up again, ms': upMs,
      });
    }
    const { paid, credited } = await untilPaid(management, organizationId, stripe, ledger);
    const check = await management.check(organizationId);
    console.table(table);
    console.log(`Stripe took ${paid / 100} USD, the ledger has ${credited / 100} USD of reloads.`);
    console.log(
      `Balance ${check.balance_usd} USD, sum of ${check.entries} rows ${check.ledger_sum_usd} USD.`,
    );
    if (paid !== credited || !check.ok) wrong += 1;
  } finally {
    await GatewayProcess.endAll();
    await provider.close();
    await stripe.close();
    directory.remove();
  }
  console.log(wrong === 0 ? `${ROUNDS} rounds, no difference.` : `${wrong} DIFFERENCES.`);
  return wrong === 0 ? 0 : 1;
}

process.exitCode = await run();
