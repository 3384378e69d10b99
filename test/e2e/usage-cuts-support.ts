import type { DataSource } from 'typeorm';
import { expect } from 'vitest';
import type { UsageReports } from '../../src/billing/usage/reading/usage-reports.service.js';
import { readUsageTexts } from '../../src/billing/usage/reading/usage-texts.js';
import type { UsageGroup } from '../../src/billing/usage/usage-dimensions.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/durations.js';
import { formatUsd, parseUsd } from '../../src/lib/money.js';
import { atOnce } from '../../src/lib/steps.js';
import { startOfDate } from '../../src/lib/zones/zone-slots.js';
import type { Tenant } from '../support/seed.js';
import { insertCall, type CallFields } from './usage-support.js';

/** A call of which it is known what it counts for. */
export interface MadeCall {
  readonly at: number;
  readonly fields: CallFields;
  readonly provider: string;
  readonly projectId: string;
  readonly billed: bigint;
}

export interface Sums {
  readonly requests: number;
  readonly tokens: number;
  readonly billed: bigint;
}

export const ZONES = [
  'UTC',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'America/St_Johns',
  'Pacific/Chatham',
  'Asia/Kolkata',
];

/** Both changes of Berlin's and Lord Howe's clocks in 2026, and ends of months. */
const MOMENTS = [
  '2026-03-29T01:00Z',
  '2026-04-04T15:00Z',
  '2026-10-03T15:30Z',
  '2026-10-25T01:00Z',
  '2026-11-01T00:00Z',
];
const EDGES_MS = [-1, 0, 1, -15 * MINUTE_MS, 15 * MINUTE_MS, 15 * MINUTE_MS - 1, -HOUR_MS, HOUR_MS - 1];

/** The same numbers in every run. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Calls within two days of those moments, and exactly at, before and after them. */
export function makeCalls(count: number, projectId: string, random: (below: number) => number): MadeCall[] {
  return Array.from({ length: count }, (_, index) => {
    const moment = Date.parse(MOMENTS[random(MOMENTS.length)]!);
    const at =
      moment + (index % 3 === 0 ? EDGES_MS[random(EDGES_MS.length)]! : random(4 * DAY_MS) - 2 * DAY_MS);
    return makeCall(at, projectId, random);
  });
}

function makeCall(at: number, projectId: string, random: (below: number) => number): MadeCall {
  const pick = <Value>(...values: Value[]): Value => values[random(values.length)]!;
  const surface = pick('chat', 'chat', 'messages', 'batch');
  const provider = pick('provider_a', 'provider_b', '');
  const billed = BigInt(random(1_000_000_000)) * BigInt(1 + random(1_000));
  const attempts =
    provider === ''
      ? []
      : [
          { model: 'm', provider: 'first' },
          { model: 'm', provider },
        ];
  return {
    at,
    provider,
    projectId,
    billed,
    fields: {
      created_at: new Date(at),
      surface,
      requests: surface === 'batch' ? 1 + random(50) : 1,
      status: pick(200, 200, 429, 502),
      tier: pick('small', 'big', null),
      router_id: pick('rtr_one', null),
      group_id: pick('grp_one', 'grp_two', null),
      served_model: pick('a/one', 'b/two', null),
      decided_model: pick('a/one', null),
      key_id: pick('key_one', 'key_two'),
      tags: pick<string[] | null>(null, null, ['x'], ['x', 'y:1'], ['y:1', 'z', 'w/q']),
      end_user: pick('ann', 'bob', "o'neil", null),
      session_id: pick('s1', 's2', null),
      input_tokens: random(1_000),
      output_tokens: 0,
      billed_usd: formatUsd(billed),
      detail: JSON.stringify({ reasons: ['a "provider":"x" \u0000 in a text'], attempts }),
    },
  };
}

/** The keys of a call under a grouping, told without the service. */
function keysOf({ at, fields, provider, projectId }: MadeCall, group: UsageGroup, zone: string): string[] {
  const one: Record<Exclude<UsageGroup, 'tag'>, () => string | null | undefined> = {
    day: () => dayIn(at, zone),
    hour: () => hourIn(at, zone),
    model: () => fields.served_model ?? fields.decided_model,
    key: () => fields.key_id,
    tier: () => fields.tier,
    router: () => (fields.surface === 'batch' ? 'Router (batch)' : fields.router_id),
    group: () => fields.group_id,
    surface: () => fields.surface,
    user: () => fields.end_user,
    session: () => fields.session_id,
    project: () => projectId,
    provider: () => provider || null,
    status: () => String(fields.status),
  };
  if (group === 'tag') return (fields.tags ?? null) === null ? ['none'] : [...(fields.tags ?? [])];
  return [one[group]() ?? 'none'];
}

/** To make one costs as much as some hundred of its answers. */
const FORMATS = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'longOffset',
    }),
  ]),
);

function partsIn(at: number, zone: string): Record<string, string> {
  const parts = FORMATS.get(zone)!.formatToParts(at);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}

function dayIn(at: number, zone: string): string {
  const { year, month, day } = partsIn(at, zone);
  return `${year}-${month}-${day}`;
}

function hourIn(at: number, zone: string): string {
  const { hour, timeZoneName = '' } = partsIn(at, zone);
  const offset = zone === 'UTC' ? 'Z' : timeZoneName === 'GMT' ? '+00:00' : timeZoneName.replace('GMT', '');
  return `${dayIn(at, zone)}T${hour}:00:00${offset}`;
}

/** What a report has to say. */
export function expectedRows(
  calls: readonly MadeCall[],
  { groups, zone }: { readonly groups: readonly UsageGroup[]; readonly zone: string },
): Map<string, Sums> {
  const rows = new Map<string, Sums>();
  for (const call of calls) {
    const [first, second] = groups.map((group) => keysOf(call, group, zone));
    for (const key of first!.flatMap((one) => (second ?? [null]).map((two) => JSON.stringify([one, two]))))
      rows.set(key, add(rows.get(key), call));
  }
  return rows;
}

export const sumOf = (calls: readonly MadeCall[]): Sums =>
  calls.reduce<Sums>((sum, call) => add(sum, call), { requests: 0, tokens: 0, billed: 0n });

function add(sum: Sums | undefined, { fields, billed }: MadeCall): Sums {
  return {
    requests: (sum?.requests ?? 0) + (fields.requests ?? 1),
    tokens: (sum?.tokens ?? 0) + (fields.input_tokens ?? 0),
    billed: (sum?.billed ?? 0n) + billed,
  };
}

export const toSums = (row: { requests: string; input_tokens: string; cost_usd: string }): Sums => ({
  requests: Number(row.requests),
  tokens: Number(row.input_tokens),
  billed: parseUsd(row.cost_usd),
});

/** The whole, days of the zone, and an end and a beginning within quarters. */
export const PERIODS: ((zone: string) => [from: number, to: number])[] = [
  () => [Date.parse('2020-01-01'), Date.parse('2030-01-01')],
  (zone) => [startOfDate(Date.parse('2026-03-29'), zone), startOfDate(Date.parse('2026-10-26'), zone)],
  () => [Date.parse('2026-03-28T17:03:04.005Z'), Date.parse('2026-10-31T23:59:59.999Z')],
];

/** What is asked of usage. */
export interface CutQuestion {
  readonly groups: readonly UsageGroup[];
  readonly zone: string;
  readonly period: (typeof PERIODS)[number];
}

const BOUNDS = { rows: 100_000, facts: 100_000 };

/** Every question against what the calls are. */
export async function expectExactCuts(
  reports: UsageReports,
  { calls, projectIds }: { readonly calls: readonly MadeCall[]; readonly projectIds: readonly string[] },
  questions: readonly CutQuestion[],
): Promise<void> {
  const wrong: unknown[] = [];
  for (const [index, { groups, zone, period }] of questions.entries()) {
    const [from, to] = period(zone);
    const [groupBy, thenBy] = groups as [UsageGroup, UsageGroup?];
    const question = { projectIds, from: new Date(from), to: new Date(to), groupBy, thenBy, zone };
    const report = await reports.report(question, BOUNDS);
    const rows = atOnce(readUsageTexts(report.rows));
    const whole = atOnce(readUsageTexts(report.whole ?? report.rows));
    const counted = calls.filter(({ at }) => at >= from && at < to);
    const got = new Map(rows.map((row) => [JSON.stringify([row.key, row.second_key]), toSums(row)]));
    const expected = expectedRows(counted, { groups, zone });
    const total = whole.map(toSums).reduce((sum, row) => sum + row.billed, 0n);
    try {
      expect(got).toEqual(expected);
      expect(rows).toHaveLength(expected.size);
      expect(total).toBe(sumOf(counted).billed);
    } catch (error) {
      wrong.push({ groups, zone, index, error: (error as Error).message.slice(0, 600) });
    }
  }
  expect(wrong.slice(0, 3)).toEqual([]);
}

/** Into the call log and the ledger. */
export async function writeCalls(
  dataSource: DataSource,
  calls: readonly MadeCall[],
  tenant: Tenant,
): Promise<void> {
  for (const { fields, billed } of calls) {
    const id = await insertCall(dataSource, tenant, {
      ...fields,
      ...(fields.surface === 'batch' && { batch_id: `batch_${Math.abs(Number(billed))}` }),
    });
    await dataSource.query(
      'INSERT INTO ledger_entries (organization_id, kind, amount_usd, reference) VALUES ($1, $2, -$3::numeric, $4)',
      [
        tenant.organizationId,
        fields.surface === 'batch' ? 'settlement' : 'usage',
        fields.billed_usd,
        fields.surface === 'batch' ? `batch_${Math.abs(Number(billed))}` : id,
      ],
    );
  }
}
