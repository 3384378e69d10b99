import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CallRecord } from '../../src/billing/calls/call-record.js';
import { Metering } from '../../src/billing/metering/metering.service.js';
import { NO_USAGE } from '../../src/billing/metering/token-usage.js';
import { UsageCommitRepository } from '../../src/billing/metering/usage-commit.repository.js';
import { CreateCallInput1764328000000 } from '../../src/database/migrations/1764328000000-create-call-input.js';
import { newId } from '../../src/lib/ids.js';
import { parseUsd } from '../../src/lib/money.js';
import { anthropicEvents } from '../support/recordings/anthropic-answers.js';
import { CHAT_USAGE, chatCompletion, chatEvents, openAiError } from '../support/recordings/openai-answers.js';
import type { RecordedRequest } from '../support/recordings/recorded-request.js';
import {
  DESTROY,
  gate,
  HANG,
  jsonAnswer,
  neverAnswer,
  streamAnswer,
  type Gate,
  type Script,
} from '../support/recordings/script.js';
import { balanceOf, callRow, chargesOf, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { eventually, eventsOf, MODEL_A, openChat, sendChat } from './stream-call.js';

let service: TestApplication;
let replica: TestApplication;
beforeAll(async () => {
  service = await startTestApplication();
  replica = await startTestApplication({ database: service.database, provider: service.provider });
});
afterEach(() => service.provider.reset());
afterAll(async () => {
  await replica.stop();
  await service.stop();
});

async function connect(url = service.database.url): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Its first call has brought what the process needs of the balance to admit the next one from memory. */
async function seedWarmTenant(): Promise<Tenant> {
  const tenant = await seedTenant(service.dataSource);
  await (await openChat(service.url, { apiKey: tenant.apiKey })).whole();
  return tenant;
}

/** Runs the work while another connection holds the balance of the organization. */
async function whileLocked<T>(tenant: Tenant, work: () => Promise<T>): Promise<T> {
  const lock = await connect();
  try {
    await lock.query('BEGIN');
    await lock.query('SELECT FROM balances WHERE organization_id = $1 FOR UPDATE', [tenant.organizationId]);
    const result = await work();
    await lock.query('COMMIT');
    return result;
  } finally {
    await lock.end();
  }
}

function commitWaits(): Promise<true> {
  return eventually(async () => {
    const rows: unknown[] = await service.dataSource.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO calls%'`,
    );
    return rows.length > 0 ? true : undefined;
  }, 'a commit that waits for the lock');
}

function recordOf(tenant: Tenant, fields: Partial<CallRecord> = {}): CallRecord {
  const usage = { ...NO_USAGE, inputTokens: 10, outputTokens: 5 };
  const attempt = { model: 'm', provider: 'p', status: 200, usage, cost: 7n, billed: true, durationMs: 1 };
  return {
    id: newId('call'),
    createdAt: new Date(),
    organizationId: tenant.organizationId,
    projectId: tenant.projectId,
    keyId: tenant.keyId,
    surface: 'chat',
    stream: false,
    status: 200,
    requestedModel: 'm',
    usage,
    cost: 7n,
    reasons: [],
    attempts: [attempt],
    timings: { gatewayMs: 1, upstreamMs: 1 },
    ...fields,
  };
}

describe('a call is durable before it is done', () => {
  it('so a whole answer waits for its commit', async () => {
    const tenant = await seedWarmTenant();
    let isAnswered = false;
    const call = await whileLocked(tenant, async () => {
      const sent = sendChat(service.url, { apiKey: tenant.apiKey });
      void sent.answer.then(() => (isAnswered = true));
      await commitWaits();
      expect(isAnswered).toBe(false);
      return sent;
    });
    expect((await call.answer).status).toBe(200);
  });

  it("so a stream's usage and [DONE] wait for its commit, and nothing before does", async () => {
    const tenant = await seedWarmTenant();
    service.provider.enqueue(streamAnswer(...chatEvents(['one', 'two'], { usage: CHAT_USAGE })));
    const answer = await whileLocked(tenant, async () => {
      const opened = await openChat(service.url, { apiKey: tenant.apiKey, body: { stream: true } });
      await opened.until('"finish_reason":"stop"');
      await commitWaits();
      expect(opened.bytes.toString()).not.toMatch(/\[DONE\]|"usage":\{/);
      expect(opened.isOver).toBe(false);
      expect(await chargesOf(service.dataSource, opened.callId)).toEqual([]);
      return opened;
    });
    expect((await answer.whole()).toString()).toContain('[DONE]');
    expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
  });
});

describe('the ledger', () => {
  it('gives the balance, to the last decimal, after a storm of calls over two replicas, each billed at most once', async () => {
    service.provider.respond('/chat/completions', answerInStorm);
    service.provider.respond('/messages', (request) =>
      request.json().stream === true ? streamAnswer(...anthropicEvents()) : streamAnswer(DESTROY),
    );
    const tenants = await Promise.all([1, 2, 3].map(() => seedTenant(service.dataSource)));
    const shown = new Map<string, number>();
    const storm = Array.from({ length: 300 }, (_, index) => oneOfStorm(index, tenants, shown));
    await Promise.all(storm);
    const projects = tenants.map(({ projectId }) => projectId);
    await eventually(async () => {
      const [row] = await service.dataSource.query<{ count: string }[]>(
        'SELECT count(*) FROM calls WHERE project_id = ANY($1)',
        [projects],
      );
      return row?.count === '300' ? true : undefined;
    }, '300 rows in the call log');
    for (const { organizationId } of tenants)
      expect((await balanceOf(service.dataSource, organizationId)).equalsLedger).toBe(true);
    const rows: { id: string; charges: string; billed: string; ledger: string }[] =
      await service.dataSource.query(
        `SELECT c.id, count(l.reference) AS charges, c.billed_usd AS billed, coalesce(-sum(l.amount_usd), 0) AS ledger
         FROM calls c LEFT JOIN ledger_entries l ON l.kind = 'usage' AND l.reference = c.id
        WHERE c.project_id = ANY($1) GROUP BY c.id`,
        [projects],
      );
    for (const { id, charges, billed, ledger } of rows) {
      expect(Number(charges)).toBeLessThanOrEqual(1);
      expect(Number(ledger)).toBe(Number(billed));
      if (shown.has(id)) expect(Number(billed)).toBe(shown.get(id));
    }
    expect(shown.size).toBeGreaterThan(150);
  });

  it('moves nothing when the same commit is sent again', async () => {
    const tenant = await seedTenant(service.dataSource);
    const repository = service.app.get(UsageCommitRepository, { strict: false });
    const twoAttempts = recordOf(tenant);
    const records = [
      recordOf(tenant),
      { ...twoAttempts, attempts: [...twoAttempts.attempts, ...twoAttempts.attempts] },
    ];
    await repository.commit(records);
    const first = await balanceOf(service.dataSource, tenant.organizationId);
    expect(first).toEqual({ balance: '99.999999999979', equalsLedger: true });
    await Promise.all([repository.commit(records), repository.commit(records.toReversed())]);
    expect(await balanceOf(service.dataSource, tenant.organizationId)).toEqual(first);
  });

  it('takes what is new beside what is committed already, and a call once that is there twice', async () => {
    const tenant = await seedTenant(service.dataSource);
    const repository = service.app.get(UsageCommitRepository, { strict: false });
    const [known, fresh] = [recordOf(tenant), recordOf(tenant)];
    await repository.commit([known]);
    const balances = await repository.commit([fresh, known, fresh]);
    expect([...balances.keys()]).toEqual([tenant.organizationId]);
    expect(balances.get(tenant.organizationId)?.balance).toBe(99_999_999_999_986n);
    expect(await balanceOf(service.dataSource, tenant.organizationId)).toEqual({
      balance: '99.999999999986',
      equalsLedger: true,
    });
    for (const { id } of [known, fresh]) expect(await chargesOf(service.dataSource, id)).toHaveLength(1);
  });

  it('loses nothing when replicas commit the same organizations at once, each in its own order', async () => {
    const tenants = await Promise.all([1, 2, 3, 4].map(() => seedTenant(service.dataSource)));
    const rounds = [service, replica, service, replica].map(async ({ app }, index) => {
      const repository = app.get(UsageCommitRepository, { strict: false });
      for (let round = 0; round < 25; round += 1) {
        const some = tenants.slice(round % tenants.length).concat(tenants.slice(0, (round + index) % 3));
        const records = some.map((tenant) => recordOf(tenant));
        const balances = await repository.commit(index % 2 === 0 ? records : records.toReversed());
        expect(balances.size).toBe(new Set(some).size);
      }
    });
    await Promise.all(rounds);
    for (const { organizationId } of tenants) {
      const [row] = await service.dataSource.query<{ calls: string }[]>(
        'SELECT count(*) AS calls FROM calls WHERE organization_id = $1',
        [organizationId],
      );
      const { balance, equalsLedger } = await balanceOf(service.dataSource, organizationId);
      expect(equalsLedger).toBe(true);
      expect(parseUsd(balance)).toBe(parseUsd('100') - 7n * BigInt(row?.calls ?? 0));
    }
  });

  it('is not touched by calls that cost nothing', async () => {
    const tenant = await seedTenant(service.dataSource);
    const repository = service.app.get(UsageCommitRepository, { strict: false });
    const free = recordOf(tenant, { attempts: [], cost: undefined });
    expect(await repository.commit([free])).toEqual(new Map());
    expect(await callRow(service.dataSource, free.id)).toMatchObject({ id: free.id });
    expect(await chargesOf(service.dataSource, free.id)).toEqual([]);
  });

  it('takes no change and no removal of a row', async () => {
    const tenant = await seedTenant(service.dataSource);
    await (await openChat(service.url, { apiKey: tenant.apiKey })).whole();
    const where = `WHERE organization_id = '${tenant.organizationId}'`;
    for (const statement of [
      `UPDATE ledger_entries SET amount_usd = 0 ${where}`,
      `DELETE FROM ledger_entries ${where}`,
      'TRUNCATE ledger_entries',
    ])
      await expect(service.dataSource.query(statement)).rejects.toThrow();
    expect((await balanceOf(service.dataSource, tenant.organizationId)).balance).toBe('99.999995500000');
  });

  it('takes the rows beside one that the database refuses', async () => {
    const tenant = await seedTenant(service.dataSource);
    const metering = service.app.get(Metering, { strict: false });
    const [before, bad, after] = [recordOf(tenant), recordOf(tenant, { status: 70_000 }), recordOf(tenant)];
    const [first, second, third] = await Promise.allSettled(
      [before, bad, after].map((one) => metering.commit(one)),
    );
    expect([first?.status, second?.status, third?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(second).toMatchObject({ reason: { code: 'metering_unavailable' } });
    expect(await chargesOf(service.dataSource, bad.id)).toEqual([]);
    expect(await balanceOf(service.dataSource, tenant.organizationId)).toEqual({
      balance: '99.999999999986',
      equalsLedger: true,
    });
  });
});

/** Calls of the storm that the provider has seen, by their `seed`. */
const arrived = new Set<number>();

function answerInStorm(request: RecordedRequest): Script {
  const { user, stream, seed } = request.json() as { user: string; stream?: boolean; seed: number };
  arrived.add(seed);
  const isMarketplace = request.path.includes('/m/');
  const usage = {
    ...CHAT_USAGE,
    prompt_tokens: 10 + user.length,
    ...(isMarketplace && { cost: 0.000_000_123 }),
  };
  switch (user) {
    case 'refused':
      return jsonAnswer(openAiError(), { status: 500 });
    case 'left':
      return stream === true ? streamAnswer(...chatEvents(['left']).slice(0, 2), HANG) : neverAnswer();
    case 'broken':
      return streamAnswer(...chatEvents(['broken']).slice(0, 2), DESTROY);
    default:
      return stream === true
        ? streamAnswer(...chatEvents(['whole'], { usage }))
        : jsonAnswer(chatCompletion({ usage }));
  }
}

const STORM = [
  { user: 'whole' },
  { user: 'whole', stream: true },
  { user: 'whole, of A', stream: true, model: MODEL_A },
  { user: 'whole, of the marketplace', model: 'some-org/some-model' },
  { user: 'whole', stream: true, model: 'some-org/some-model' },
  { user: 'refused' },
  { user: 'left', stream: true },
  { user: 'left' },
  { user: 'broken', stream: true },
  { user: 'whole' },
] as const;

async function oneOfStorm(
  index: number,
  tenants: readonly Tenant[],
  shown: Map<string, number>,
): Promise<void> {
  const body = STORM[index % STORM.length] ?? STORM[0];
  const { apiKey } = tenants[index % tenants.length] ?? { apiKey: '' };
  const call = sendChat((index % 4 < 2 ? service : replica).url, { apiKey, body: { ...body, seed: index } });
  if (body.user === 'left' && !('stream' in body)) {
    await eventually(() => (arrived.has(index) ? true : undefined), 'the request at the provider');
    call.leave();
    return;
  }
  const answer = await call.answer;
  if (body.user === 'left') {
    await answer.until('left');
    answer.leave();
    return;
  }
  const bytes = await answer.whole();
  if (!body.user.startsWith('whole')) return;
  expect(answer.status).toBe(200);
  const usage =
    'stream' in body
      ? (eventsOf(bytes).at(-2) as { usage: { cost: number } }).usage
      : (JSON.parse(bytes.toString()) as { usage: { cost: number } }).usage;
  shown.set(answer.callId, usage.cost);
}

const WHOLE = jsonAnswer(chatCompletion());
const STREAMED = streamAnswer(...chatEvents(['a'], { usage: CHAT_USAGE }));

/** The script after a gate. */
function withGate(held: Gate, late: Script): Script {
  return { ...late, steps: [{ kind: 'gate', gate: held }, ...late.steps] };
}

/** Whoever finds that bills are not taken is refused; the first call that is not. */
function servedAgain(tenant: Tenant): ReturnType<typeof openChat> {
  return eventually(async () => {
    const answer = await openChat(service.url, { apiKey: tenant.apiKey });
    return answer.status === 503 ? undefined : answer;
  }, 'a call that is taken');
}

/** Of the service, which the test asks with. */
const POOL_SIZE = 10;

describe('a database that goes away', () => {
  const onServer = async (statement: string): Promise<void> => {
    const url = new URL(service.database.url);
    url.pathname = '/postgres';
    const client = await connect(url.href);
    await client.query(statement);
    await client.end();
  };
  const name = (): string => new URL(service.database.url).pathname.slice(1);
  const cutConnections = (): Promise<void> =>
    onServer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name()}'`);
  /** Until the pool that the test itself reads with has heard of all that ended: an ended connection fails what is asked of it. */
  const cutForAMoment = async (): Promise<void> => {
    await cutConnections();
    await eventually(async () => {
      const asked = Array.from({ length: POOL_SIZE }, () => service.dataSource.query('SELECT 1'));
      const answers = await Promise.allSettled(asked);
      return answers.every(({ status }) => status === 'fulfilled') ? true : undefined;
    }, 'connections that live');
  };

  it('for a moment delays answers, and each is billed once', async () => {
    const tenant = await seedTenant(service.dataSource);
    await (await openChat(service.url, { apiKey: tenant.apiKey })).whole();
    const calls = Array.from({ length: 40 }, (_, index) =>
      sendChat(service.url, { apiKey: tenant.apiKey, body: { stream: index % 2 === 0 } }),
    );
    await cutForAMoment();
    for (const { answer } of calls) {
      const opened = await answer;
      expect(opened.status).toBe(200);
      await opened.whole();
      expect(await chargesOf(service.dataSource, opened.callId)).toHaveLength(1);
    }
    expect(await balanceOf(service.dataSource, tenant.organizationId)).toEqual({
      balance: '99.999815500000',
      equalsLedger: true,
    });
  });

  it('and comes back restored, where its types have other numbers, still takes calls', async () => {
    const tenant = await seedTenant(service.dataSource);
    const metering = service.app.get(Metering, { strict: false });
    await metering.commit(recordOf(tenant));
    const restored = new CreateCallInput1764328000000();
    const runner = service.dataSource.createQueryRunner();
    await restored.down(runner);
    await restored.up(runner);
    await runner.release();
    await cutForAMoment();
    await metering.commit(recordOf(tenant));
    expect((await balanceOf(service.dataSource, tenant.organizationId)).balance).toBe('99.999999999986');
  });

  it(
    'and does not answer for long withholds answers with 503, and never bills what it was not told',
    { timeout: 40_000 },
    async () => {
      const tenant = await seedTenant(service.dataSource);
      await (await openChat(service.url, { apiKey: tenant.apiKey })).whole();
      const client = new pg.Client({ connectionString: service.database.url });
      await client.connect();
      // The statement waits for a lock, as it would wait for a server that stands still.
      await client.query('BEGIN; LOCK TABLE calls IN ACCESS EXCLUSIVE MODE');
      const first = sendChat(service.url, { apiKey: tenant.apiKey });
      await commitWaits();
      const second = await openChat(service.url, { apiKey: tenant.apiKey });
      for (const answer of [await first.answer, second]) {
        expect(answer.status).toBe(503);
        expect(await answer.json()).toMatchObject({ error: { code: 'metering_unavailable' } });
      }
      await client.query('ROLLBACK');
      await client.end();
      const later = await servedAgain(tenant);
      expect(later.status).toBe(200);
      expect(await chargesOf(service.dataSource, second.callId)).toEqual([]);
      expect(await chargesOf(service.dataSource, later.callId)).toHaveLength(1);
      expect((await balanceOf(service.dataSource, tenant.organizationId)).equalsLedger).toBe(true);
    },
  );

  it('is given up on one connection after twelve seconds, and asked on another one', async () => {
    const tenant = await seedTenant(service.dataSource);
    const repository = service.app.get(UsageCommitRepository, { strict: false });
    const record = recordOf(tenant);
    const client = await connect();
    await client.query('BEGIN; LOCK TABLE calls IN ACCESS EXCLUSIVE MODE');
    const commit = repository.commit([record]).then(
      () => 'committed',
      (error: unknown) => String(error),
    );
    await commitWaits();
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now');
    try {
      clock.mockReturnValue(now + 11_000);
      repository.giveUpSilent();
      clock.mockReturnValue(now + 13_000);
      repository.giveUpSilent();
      expect(await commit).toMatch(/did not answer within 12000 ms/);
    } finally {
      clock.mockRestore();
    }
    await client.query('ROLLBACK');
    await client.end();
    await repository.commit([record]);
    expect(await chargesOf(service.dataSource, record.id)).toHaveLength(1);
    expect((await balanceOf(service.dataSource, tenant.organizationId)).equalsLedger).toBe(true);
  });

  it('for long withholds answers with 503, lets no stream end as if it were whole, and comes back', async () => {
    const tenant = await seedTenant(service.dataSource);
    await (await openChat(service.url, { apiKey: tenant.apiKey })).whole();
    const held = gate();
    service.provider.respond('/chat/completions', (request) =>
      withGate(held, request.json().stream === true ? STREAMED : WHOLE),
    );
    const whole = sendChat(service.url, { apiKey: tenant.apiKey });
    const stream = sendChat(service.url, { apiKey: tenant.apiKey, body: { stream: true } });
    await eventually(
      () => (service.provider.requests.length === 3 ? true : undefined),
      'both calls at the provider',
    );
    await onServer(`ALTER DATABASE ${name()} ALLOW_CONNECTIONS false`);
    await cutConnections();
    const stranger = await openChat(service.url, { apiKey: `svc_live_${'0'.repeat(48)}` });
    held.open();
    const [wholeAnswer, streamed] = [await whole.answer, await stream.answer];
    const streamEnd = eventsOf(await streamed.whole()).at(-1);
    await onServer(`ALTER DATABASE ${name()} ALLOW_CONNECTIONS true`);
    expect(wholeAnswer.status).toBe(503);
    expect(wholeAnswer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(await wholeAnswer.json()).toMatchObject({ error: { code: 'metering_unavailable' } });
    expect(streamEnd).toMatchObject({ error: { code: 'metering_unavailable' } });
    expect(streamed.bytes.toString()).not.toMatch(/\[DONE\]|"usage":\{/);
    service.provider.reset();
    expect(stranger.status).toBe(503);
    expect(await stranger.json()).toMatchObject({ error: { code: 'database_unavailable' } });
    const later = await servedAgain(tenant);
    expect(later.status).toBe(200);
    await callRow(service.dataSource, later.callId);
    expect((await balanceOf(service.dataSource, tenant.organizationId)).equalsLedger).toBe(true);
  });
});
