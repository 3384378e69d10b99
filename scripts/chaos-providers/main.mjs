// Two providers whose accounts fail at random under many streams: `npm run chaos:providers [-- --seconds 120 --streams 200 --seed 1]`.
// Compares what clients saw, what the providers did, the call log and the ledger. Exits with 1 on any difference.
import { parseArgs } from 'node:util';
import { buildGateway, GatewayProcess, temporaryDirectory } from '../../test/e2e/process-gateway.ts';
import { Management } from '../chaos-kill/management.mjs';
import { KINDS, send, TIERS } from './calls.mjs';
import { FailingProvider } from './failing-provider.mjs';
import { judge } from './judge.mjs';
import { FAULTS, Schedule } from './schedule.mjs';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    /** So many calls instead of so many seconds, and nothing that depends on time. */
    calls: { type: 'string' },
    streams: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    pace: { type: 'string', default: '400' },
  },
});
const STREAMS = Number(options.streams);
const SEED = Number(options.seed);
const CALLS = options.calls === undefined ? Number.POSITIVE_INFINITY : Number(options.calls);
const IS_SHORT = options.calls !== undefined;
const SECONDS = IS_SHORT ? Number.POSITIVE_INFINITY : Number(options.seconds);
const PACE_MS = IS_SHORT ? 0 : Number(options.pace);
/** How many calls begin while the accounts stay as they are. */
const CALLS_A_TURN = Math.ceil(STREAMS * (IS_SHORT ? 0.8 : 1.5));
const SILENCE_MS = 10_000;
const WAIT_MS = 3_000;
const SUCCESS = 0.999;
const MS_OF_DETOUR = 150;
const SETTLED_WITHIN_MS = 30_000;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function startProvider(name, seed) {
  const faults = IS_SHORT ? FAULTS.filter(({ kind, waits }) => kind !== 'silence' && waits !== true) : FAULTS;
  const deadFrom = IS_SHORT ? 3 : 20;
  const schedule = new Schedule({ seed, faults, deadFrom });
  return FailingProvider.start({ name, schedule, paceMs: PACE_MS, waitMs: WAIT_MS, silentMs: SILENCE_MS });
}

function start(providers, directory) {
  const keys = (name) =>
    ['one', 'two', 'three'].map((account) => `${account}=key-${name}-${account}`).join(',');
  return GatewayProcess.start(
    {
      LOG_LEVEL: 'error',
      SIMULATOR: 'off',
      FIRST_BYTE_TIMEOUT: `${SILENCE_MS}ms`,
      PROVIDER_A_BASE_URL: providers.get('a').url,
      PROVIDER_A_API_KEYS: keys('a'),
      PROVIDER_B_BASE_URL: `${providers.get('b').url}/v1`,
      PROVIDER_B_API_KEYS: keys('b'),
    },
    directory,
  );
}

async function prepare(management) {
  const { data: organizations } = await management.ask('GET', '/organizations');
  const [{ id: organizationId }] = organizations;
  await management.ask('PATCH', `/organizations/${organizationId}`, {
    rate_limits: { inference: 'unlimited' },
  });
  await management.ask('POST', `/organizations/${organizationId}/credits`, {
    amount_usd: 1_000,
    note: 'chaos',
  });
  const { data: projects } = await management.ask('GET', `/organizations/${organizationId}/projects`);
  const [{ id: projectId }] = projects;
  const { data: routers } = await management.ask('GET', `/projects/${projectId}/routers`);
  await management.ask('PATCH', `/routers/${routers[0].id}`, { tiers: TIERS, fallback: { on: ['outage'] } });
  return { organizationId, projectId };
}

/** Clients that call one after the other until it is over; after so many calls other accounts fail. */
async function load(target, providers) {
  const calls = [];
  let sent = 0;
  const until = performance.now() + SECONDS * 1_000;
  const client = async () => {
    while (sent < CALLS && performance.now() < until) {
      const number = sent;
      sent += 1;
      if (number > 0 && number % CALLS_A_TURN === 0) await turn(providers, number / CALLS_A_TURN);
      calls.push(await send(target, KINDS[number % KINDS.length], number));
    }
  };
  await Promise.all(Array.from({ length: STREAMS }, client));
  return calls;
}

/** Every seventh turn one of the providers refuses connections. */
async function turn(providers, number) {
  for (const provider of providers.values()) {
    provider.schedule.next();
    if (provider.isAway()) await provider.comeBack();
  }
  if (number % 7 === 3) providers.get(number % 2 === 0 ? 'a' : 'b').goAway();
}

async function readAll(management, path) {
  const rows = new Map();
  for (let after = ''; ;) {
    const page = await management.ask('GET', `${path}?limit=100${after}`);
    for (const row of page.data) rows.set(row.id, row);
    if (!page.has_more) return rows;
    after = `&after=${page.last_id}`;
  }
}

/** The rows of errors are written behind their answers. */
async function settled(management, { organizationId, projectId }, calls) {
  const end = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const log = await readAll(management, `/projects/${projectId}/calls`);
    if (calls.every(({ callId }) => log.has(callId)) || performance.now() > end) {
      const ledger = await readAll(management, `/organizations/${organizationId}/ledger`);
      const { total } = await management.ask('GET', `/projects/${projectId}/usage?group_by=model`);
      const check = await management.check(organizationId);
      const { data: accounts } = await management.ask('GET', '/providers');
      return { log, ledger, total, check, accounts };
    }
    await pause(500);
  }
}

function report({ figures, wrong, detours, firstHops }, { providers, check, accounts, seconds }) {
  const { owed, answered } = figures;
  const share = owed === 0 ? 1 : answered / owed;
  // Where the first way takes so long, a way around does too.
  const isMeasurable = firstHops.p99 < MS_OF_DETOUR;
  const isFast = !isMeasurable || detours.p99 < MS_OF_DETOUR;
  const faults = new Map();
  for (const { asked } of providers.values())
    for (const { fault } of asked) {
      const name =
        fault === undefined ? 'none' : (fault.status ?? [fault.kind, fault.after].filter(Boolean).join(' '));
      faults.set(name, (faults.get(name) ?? 0) + 1);
    }
  console.log(`Requests at the providers by fault: ${JSON.stringify(Object.fromEntries(faults))}`);
  console.log(
    `Accounts at the end: ${accounts
      .filter(({ provider }) => provider < 'provider_c')
      .map((one) => `${one.provider}/${one.name} ${one.state}`)
      .join(', ')}`,
  );
  console.table([
    { ...figures, 'calls/s': Math.round(figures.calls / seconds), 'success, %': (share * 100).toFixed(3) },
  ]);
  console.log(`Went on after a failure: ${spread(detours)}; first requests of calls: ${spread(firstHops)}.`);
  if (!isMeasurable) console.log('The machine is too busy to say anything of times.');
  console.log(
    `Balance ${check.balance_usd} USD, sum of ${check.entries} rows ${check.ledger_sum_usd} USD: ${check.ok ? 'ok' : 'DIFFERENT'}.`,
  );
  for (const [what, { count, first }] of wrong) console.log(`WRONG: ${what}: ${count}, first ${first}`);
  const isOwedMet = share >= SUCCESS;
  const others = [...wrong.keys()].filter((what) => !what.startsWith('owed'));
  const isRight = others.length === 0 && isOwedMet && check.ok && (IS_SHORT || isFast);
  console.log(isRight ? `${figures.calls} calls, no difference.` : 'DIFFERENCES.');
  return isRight ? 0 : 1;
}

const spread = ({ count, p50, p99, max }) =>
  `${count}, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${max.toFixed(1)} ms`;

async function run() {
  buildGateway();
  const directory = temporaryDirectory();
  const providers = new Map();
  let isOver = false;
  for (const [at, name] of ['a', 'b'].entries())
    providers.set(name, await startProvider(name, SEED * 2 + at));
  try {
    const gateway = start(providers, directory.path);
    const { url, adminToken, apiKey } = await gateway.welcome();
    void gateway.exited.then(({ code, signal }) => {
      if (!isOver)
        console.log(`WRONG: the gateway ended with ${signal ?? code}: ${gateway.stderr}${gateway.stdout}`);
    });
    const management = new Management({ url, adminToken });
    const ids = await prepare(management);
    const begun = performance.now();
    const calls = await load({ url, apiKey }, providers);
    const seconds = (performance.now() - begun) / 1_000;
    const found = await settled(management, ids, calls);
    isOver = true;
    return report(judge({ calls, providers, ...found }), { providers, ...found, seconds });
  } finally {
    await GatewayProcess.endAll();
    for (const { provider } of providers.values()) await provider.close();
    directory.remove();
  }
}

process.exitCode = await run();
