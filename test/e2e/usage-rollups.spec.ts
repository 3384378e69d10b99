import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CallRecord } from '../../src/billing/calls/call-record.js';
import { Metering } from '../../src/billing/metering/metering.service.js';
import { NO_USAGE } from '../../src/billing/metering/token-usage.js';
import { UsageRollups } from '../../src/billing/usage/folding/usage-rollups.service.js';
import type { UsageRow } from '../../src/billing/usage/reading/usage-question.js';
import { UsageReports } from '../../src/billing/usage/reading/usage-reports.service.js';
import type { UsageGroup } from '../../src/billing/usage/usage-dimensions.js';
import { DAY_MS, HOUR_MS } from '../../src/lib/durations.js';
import { newId } from '../../src/lib/ids.js';
import { parseUsd } from '../../src/lib/money.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { foldWholly, insertCall } from './usage-support.js';

const GROUPS: UsageGroup[] = [
  'day',
  'hour',
  'model',
  'key',
  'tier',
  'router',
  'group',
  'surface',
  'user',
  'session',
  'project',
  'provider',
  'status',
];

let service: TestApplication;
let replica: TestApplication;
let operator: AdminClient;
let tenant: Tenant;

beforeAll(async () => {
  service = await startTestApplication();
  replica = await startTestApplication({ database: service.database, provider: service.provider });
  operator = new AdminClient(service.url);
});
beforeEach(async () => {
  tenant = await seedTenant(service.dataSource);
});
afterAll(async () => {
  await replica.stop();
  await service.stop();
});

const fold = () => service.app.get(UsageRollups).fold();

const foldAll = () => foldWholly(service.dataSource, fold);

interface Totals {
  readonly requests: number;
  readonly billed: bigint;
}

async function usage(groupBy: UsageGroup = 'surface', application = service): Promise<UsageRow[]> {
  const to = new Date(Date.now() + DAY_MS);
  const from = new Date(to.getTime() - 400 * DAY_MS);
  return application.app.get(UsageReports).usage({ projectIds: [tenant.projectId], from, to, groupBy });
}

async function totals(groupBy?: UsageGroup, application = service): Promise<Totals> {
  return sum(await usage(groupBy, application));
}

function sum(rows: readonly UsageRow[]): Totals {
  return {
    requests: rows.reduce((total, row) => total + Number(row.requests), 0),
    billed: rows.reduce((total, row) => total + parseUsd(row.cost_usd), 0n),
  };
}

async function ledger(): Promise<Totals> {
  const [row] = await service.dataSource.query<{ rows: string; spend: string }[]>(
    `SELECT count(*) AS rows, coalesce(-sum(amount_usd), 0) AS spend FROM ledger_entries WHERE organization_id = $1 AND kind = 'usage'`,
    [tenant.organizationId],
  );
  return { requests: Number(row?.rows), billed: parseUsd(row?.spend ?? '0') };
}

describe('usage while calls are written', () => {
  it('counts a call once that was written before the sums moved on and committed after', async () => {
    const slow = new pg.Client({ connectionString: service.database.url });
    await slow.connect();
    try {
      await slow.query('BEGIN');
      await insertCall(
        { query: (text: string, values: unknown[]) => slow.query(text, values) } as never,
        tenant,
        {
          created_at: new Date(Date.now() - 2 * HOUR_MS),
        },
      );
      await insertCall(service.dataSource, tenant);
      expect((await totals()).requests).toBe(1);
      await fold();
      expect((await totals()).requests).toBe(1);
      await slow.query('COMMIT');
      expect((await totals()).requests).toBe(2);
      await foldAll();
      expect((await totals()).requests).toBe(2);
      await fold();
      expect((await totals()).requests).toBe(2);
    } finally {
      await slow.end();
    }
  });

  it('does not count what was rolled back', async () => {
    await service.dataSource
      .transaction(async (manager) => {
        await insertCall(manager, tenant);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await foldAll();
    expect(await usage()).toEqual([]);
  });

  it('equals the ledger at every moment, with two processes that write, add up and read', async () => {
    let writing = true;
    const write = async (application: TestApplication): Promise<void> => {
      const metering = application.app.get(Metering);
      for (let round = 0; round < 40; round += 1)
        await Promise.all(Array.from({ length: 7 }, (_, index) => metering.commit(recordOf(tenant, index))));
    };
    const addUp = async (application: TestApplication): Promise<void> => {
      while (writing) await application.app.get(UsageRollups).fold();
    };
    let reads = 0;
    const read = async (application: TestApplication): Promise<void> => {
      for (; writing; reads += 1) {
        const group = GROUPS[reads % GROUPS.length];
        const before = await ledger();
        const now = await totals(group, application);
        const after = await ledger();
        expect(now.requests).toBeGreaterThanOrEqual(before.requests);
        expect(now.requests).toBeLessThanOrEqual(after.requests);
        expect(now.billed >= before.billed && now.billed <= after.billed).toBe(true);
      }
    };
    const others = [addUp(service), addUp(replica), read(service), read(replica)];
    await Promise.all([write(service), write(replica)]);
    writing = false;
    await Promise.all(others);
    expect(reads).toBeGreaterThan(3);
    for (const group of GROUPS) expect(await totals(group)).toEqual(await ledger());
    await foldAll();
    for (const group of GROUPS) expect(await totals(group, replica)).toEqual(await ledger());
    expect((await ledger()).requests).toBe(2 * 40 * 7);
  });

  it('counts a call once that is committed again', async () => {
    const record = recordOf(tenant, 1);
    await service.app.get(Metering).commit(record);
    await foldAll();
    await service.app.get(Metering).commit(record);
    await foldAll();
    expect(await totals()).toEqual(await ledger());
    expect((await totals()).requests).toBe(1);
  });
});

describe('a fold without calls', () => {
  it('writes nothing, however many other transactions there were', async () => {
    await insertCall(service.dataSource, tenant, { billed_usd: '1', end_user: 'ann' });
    await foldAll();
    const marks = async (): Promise<unknown> =>
      service.dataSource.query(
        'SELECT usage.folded_to, usage.xmin, terms.folded_to AS terms_to, terms.xmin AS terms_xmin FROM usage_progress AS usage, call_terms_progress AS terms',
      );
    const before = await marks();
    for (let turn = 0; turn < 3; turn += 1) {
      await service.dataSource.query('SELECT pg_current_xact_id()');
      await fold();
    }
    expect(await marks()).toEqual(before);
    await insertCall(service.dataSource, tenant, { billed_usd: '2', end_user: 'ann' });
    await foldAll();
    expect(await totals()).toEqual({ requests: 2, billed: parseUsd('3') });
    expect(await marks()).not.toEqual(before);
  });
});

describe('a database that comes from another server', () => {
  it('is counted anew, because its transactions have numbers that are still to come here', async () => {
    await insertCall(service.dataSource, tenant, { billed_usd: '1.5' });
    await foldAll();
    await insertCall(service.dataSource, tenant, { billed_usd: '2.25' });
    await service.dataSource.query('UPDATE calls SET written_in = written_in + 1000000000000');
    await service.dataSource.query('UPDATE usage_progress SET folded_to = folded_to + 1000000000000');
    await insertCall(service.dataSource, tenant, { billed_usd: '4' });
    await fold();
    expect(await totals()).toEqual({ requests: 3, billed: parseUsd('7.75') });
    await insertCall(service.dataSource, tenant, { billed_usd: '0.25' });
    await foldAll();
    expect(await totals()).toEqual({ requests: 4, billed: parseUsd('8') });
  });
});

describe('usage of the past', () => {
  it('is read from the sums, not from the calls', async () => {
    const [lastYear, today] = [new Date(Date.now() - 300 * DAY_MS), new Date()];
    for (const created of [lastYear, lastYear, today])
      await insertCall(service.dataSource, tenant, { created_at: created, billed_usd: '0.1' });
    await foldAll();
    const before = await usage('day');
    await service.dataSource.query('DELETE FROM calls WHERE project_id = $1', [tenant.projectId]);
    expect(await usage('day')).toEqual(before);
    expect(before).toHaveLength(2);
    expect(sum(before)).toEqual({ requests: 3, billed: parseUsd('0.3') });
  });

  it('is exact where a period begins and ends within an hour', async () => {
    const times = [
      '09:59:59.999',
      '10:00:00.000',
      '10:30:00.000',
      '10:59:59.999',
      '11:00:00.000',
      '12:15:00.000',
    ];
    for (const time of times)
      await insertCall(service.dataSource, tenant, { created_at: new Date(`2026-03-01T${time}Z`) });
    // A batch is written when it ends, under an id of that moment.
    await insertCall(service.dataSource, tenant, {
      id: newId('call'),
      created_at: new Date('2026-03-01T10:45:00Z'),
      surface: 'batch',
      requests: 40,
    });
    const requests = async (from: string, to: string): Promise<number> => {
      const { body } = await operator.get(
        `/projects/${tenant.projectId}/usage?group_by=hour&from=2026-03-01T${from}Z&to=2026-03-01T${to}Z`,
      );
      return (body.data as { requests: number }[]).reduce((total, row) => total + row.requests, 0);
    };
    const expectAll = async (): Promise<void> => {
      expect(await requests('10:00:00', '11:00:00')).toBe(43);
      expect(await requests('10:00:00.001', '11:00:00.001')).toBe(43);
      expect(await requests('10:30:00', '10:30:00.001')).toBe(1);
      expect(await requests('10:40:00', '10:50:00')).toBe(40);
      expect(await requests('09:59:59', '12:15:00')).toBe(45);
      expect(await requests('09:59:59', '12:15:00.001')).toBe(46);
    };
    await expectAll();
    await foldAll();
    await expectAll();
  });
});

describe('usage by group', () => {
  beforeEach(async () => {
    await insertCall(service.dataSource, tenant, {
      router_id: 'rtr_one',
      tier: 'small',
      group_id: 'grp_one',
    });
    await insertCall(service.dataSource, tenant, {
      served_model: null,
      decided_model: 'decided',
      status: 502,
    });
    await insertCall(service.dataSource, tenant, {
      surface: 'batch',
      requests: 100,
      billed_usd: '0.5',
      router_id: 'rtr_x',
    });
  });

  it.each<[UsageGroup, Record<string, number>]>([
    ['router', { 'Router (batch)': 100, none: 1, rtr_one: 1 }],
    ['surface', { batch: 100, chat: 2 }],
    ['model', { decided: 1, m: 101 }],
    ['tier', { none: 101, small: 1 }],
    ['group', { grp_one: 1, none: 101 }],
  ])('%s is %j, before and after it is added up', async (group, expected) => {
    const counts = async () =>
      Object.fromEntries((await usage(group)).map((row) => [row.key, Number(row.requests)]));
    expect(await counts()).toEqual(expected);
    await foldAll();
    expect(await counts()).toEqual(expected);
  });

  it("leaves out other projects' calls", async () => {
    const other = await seedTenant(service.dataSource);
    await insertCall(service.dataSource, other);
    expect((await totals()).requests).toBe(102);
    await foldAll();
    expect((await totals()).requests).toBe(102);
  });
});

function recordOf(owner: Tenant, index: number): CallRecord {
  const tokens = { ...NO_USAGE, inputTokens: 10 + index, outputTokens: 5 };
  const cost = BigInt(index + 1) * 1_000_003n;
  return {
    id: newId('call'),
    createdAt: new Date(Date.now() - (index % 3) * HOUR_MS),
    organizationId: owner.organizationId,
    projectId: owner.projectId,
    keyId: owner.keyId,
    surface: 'chat',
    stream: false,
    status: 200,
    tier: index % 2 === 0 ? 'small' : undefined,
    requestedModel: 'm',
    servedModel: `model-${index % 4}`,
    usage: tokens,
    cost,
    reasons: [],
    attempts: [{ model: 'm', provider: 'p', status: 200, usage: tokens, cost, billed: true, durationMs: 1 }],
    timings: { gatewayMs: 1, upstreamMs: 1 },
  };
}
