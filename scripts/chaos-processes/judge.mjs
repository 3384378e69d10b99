import { median } from '../../bench/statistics.mjs';

const DECIMALS = 12;
/** A call that was on its way when its process was killed may end a moment later, on either side. */
const NEAR_MS = 2_000;
/** Of the process that is never killed, from the second quarter of the time to the last. */
const MAX_GROWTH = 1.15;
const MAX_GROWTH_MB = 25;

/** Compares what clients saw with what the database has. @returns `{isWrong, text}` */
export async function judge({ db, seen, batches, check, samples, places }) {
  const { rows } = await db.query(
    `SELECT reference, count(*)::integer AS rows, -sum(amount_usd) AS amount FROM ledger_entries WHERE kind = 'usage' GROUP BY reference`,
  );
  const usage = new Map(rows.map((row) => [row.reference, row]));
  const whole = seen.filter((call) => call.whole);
  const paid = whole.filter(({ cost }) => cost !== undefined && cost > 0);
  const faults = {
    'whole answers without a charge': paid.filter(({ callId }) => !usage.has(callId)).length,
    'calls with two charges': rows.filter((row) => row.rows > 1).length,
    'whole answers with another charge than they said': paid.filter(({ callId, cost }) => {
      const row = usage.get(callId);
      return row !== undefined && Number(row.amount).toFixed(DECIMALS) !== cost.toFixed(DECIMALS);
    }).length,
    'charges of no call that was sent': Math.max(0, usage.size - seen.length),
    'answers that broke at a process that lived': seen.filter(isUnexplained).length,
    'answers that broke at a process that was told to stop': seen.filter(isBrokenByStop).length,
    'batches that did not end whole': batches.filter(({ batch }) => batch?.succeeded_count !== 3).length,
    'batches that were settled otherwise than they said': await settledOtherwise(db, batches),
    'keys with two batches': await twins(db),
    'differences of the ledger check': check.ok ? 0 : 1,
    'memory that grew': grew(samples) ? 1 : 0,
  };
  const outages = places.flatMap(({ outages }) => outages);
  const quarter = Math.floor(samples.length / 4);
  const lines = [
    `${seen.length} calls, ${whole.length} whole, ${seen.filter(({ kind }) => kind === 'abort').length} left by their callers; ${batches.length} batches for ${cost(batches)} USD.`,
    `${outages.filter(({ mercy }) => !mercy).length} processes killed, ${outages.filter(({ mercy }) => mercy).length} told to stop; up again after ${Math.round(median(outages.map(({ from, to }) => to - from)) ?? 0)} ms (median).`,
    `Memory of the process that lived: ${quarters(samples, quarter).join(', ')} MB (medians of quarters).`,
    ...Object.entries(faults).map(([what, count]) => `${count} ${what}`),
    ...seen
      .filter(isUnexplained)
      .slice(0, 10)
      .map(({ kind, status, callId }) => `  ${kind} ${status} ${callId}`),
  ];
  return { isWrong: Object.values(faults).some((count) => count > 0), text: lines.join('\n') };
}

/** It neither came whole nor was left by its caller, and its process was not on the way out or in. */
function isUnexplained({ whole, kind, place, begun, ended }) {
  if (whole || kind === 'abort') return false;
  return !place.outages.some(({ from, to }) => ended > from - NEAR_MS && begun < to + NEAR_MS);
}

/** Its head had come before its process was told to stop, which lets such an answer end. */
function isBrokenByStop({ whole, kind, status, place, begun, ended }) {
  if (whole || kind === 'abort' || status !== 200) return false;
  return place.outages.some(({ from, mercy }) => mercy && begun < from && ended > from);
}

async function settledOtherwise(db, batches) {
  const { rows } = await db.query(
    `SELECT reference, -sum(amount_usd) AS amount FROM ledger_entries WHERE kind = 'settlement' GROUP BY reference`,
  );
  const settled = new Map(rows.map(({ reference, amount }) => [reference, Number(amount)]));
  return batches.filter(
    ({ batch }) =>
      batch?.status === 'ended' &&
      (settled.get(batch.id) ?? 0).toFixed(DECIMALS) !== batch.cost_usd.toFixed(DECIMALS),
  ).length;
}

async function twins(db) {
  const { rows } = await db.query(
    'SELECT idempotency_key FROM batches WHERE idempotency_key IS NOT NULL GROUP BY 1 HAVING count(*) > 1',
  );
  return rows.length;
}

function cost(batches) {
  return batches.reduce((sum, { batch }) => sum + (batch?.cost_usd ?? 0), 0).toFixed(6);
}

function quarters(samples, quarter) {
  return [0, 1, 2, 3].map((index) =>
    Math.round(median(samples.slice(index * quarter, (index + 1) * quarter)) ?? 0),
  );
}

function grew(samples) {
  const [, second, , last] = quarters(samples, Math.floor(samples.length / 4));
  return last > second * MAX_GROWTH && last > second + MAX_GROWTH_MB;
}
