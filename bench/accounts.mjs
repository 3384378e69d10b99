// What picking an account costs a call, in CPU time of this process, so that other work on the machine counts little:
// `npm run bench:accounts`. Each figure is the least of several runs, in nanoseconds a pick.
import { AccountPool } from '../src/upstreams/accounts/account-pool.ts';

const PICKS = 100_000;
const RUNS = 5;
const SIZES = [1, 3, 100];
const MODEL = 'model-7';
const SESSIONS = Array.from({ length: 1_024 }, (_, at) => `session-0123456789abcdef-${at}`);

const MODES = {
  'in turn': () => ({ model: MODEL }),
  'of a session': (at) => ({ model: MODEL, sticky: SESSIONS[at % SESSIONS.length] }),
};
const STATES = {
  'all in use': () => undefined,
  'a third out': (pool, size) => leaveOut(pool, Math.floor(size / 3)),
  'all but one out': (pool, size) => leaveOut(pool, size - 1),
  'all out': (pool, size) => leaveOut(pool, size),
  'by lists of models': () => undefined,
};

function leaveOut(pool, count) {
  for (let at = 0; at < count; at += 1)
    pool.leaveOut(`account-${at}`, { forMs: 3_600_000, reason: 'rate_limited' });
}

function poolOf(size, hasLists) {
  const accounts = Array.from({ length: size }, (_, at) => ({
    name: `account-${at}`,
    weight: 1 + (at % 4),
    models: hasLists ? [MODEL, `model-of-${at}`] : undefined,
  }));
  return new AccountPool(
    accounts,
    () => performance.now(),
    () => undefined,
  );
}

/** @returns nanoseconds of CPU a pick; what was picked is used, so that nothing of it is left out */
function measure(pool, wish) {
  let seen = 0;
  const before = process.cpuUsage();
  for (let at = 0; at < PICKS; at += 1) seen += pool.pick(wish(at))?.name.length ?? 0;
  const { user, system } = process.cpuUsage(before);
  if (seen === 0) throw new Error('nothing was picked');
  return ((user + system) * 1_000) / PICKS;
}

const rows = [];
for (const [state, prepare] of Object.entries(STATES))
  for (const [mode, wish] of Object.entries(MODES)) {
    const row = { accounts: state, picked: mode };
    for (const size of SIZES) {
      const pool = poolOf(size, state === 'by lists of models');
      prepare(pool, size);
      const times = Array.from({ length: RUNS }, () => measure(pool, wish));
      row[`${size}, ns`] = Math.round(Math.min(...times));
    }
    rows.push(row);
  }
console.table(rows);
