import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CALL_INPUT, encodeCalls } from '../../src/billing/metering/call-input.js';
import type { CallRecord } from '../../src/billing/calls/call-record.js';
import { NO_USAGE } from '../../src/billing/metering/token-usage.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/** A record in which no two fields hold the same. */
const RECORD: Required<Omit<CallRecord, 'parentSpan'>> = {
  id: 'call_1',
  createdAt: new Date('2026-11-28T10:00:00.123Z'),
  organizationId: 'org_1',
  projectId: 'prj_1',
  keyId: 'key_1',
  surface: 'messages',
  stream: true,
  status: 218,
  tier: 'a tier',
  routerId: 'rtr_1',
  groupId: 'grp_1',
  complexity: 0.75,
  requestedModel: 'a requested model',
  decidedModel: 'a decided model',
  servedModel: 'a served model',
  usage: { ...NO_USAGE, inputTokens: 100, cacheReadTokens: 20, outputTokens: 7 },
  cost: 5_000_000_000n,
  reasons: ['a reason'],
  attempts: [
    { model: 'first', provider: 'a', status: 200, cost: 2_000_000_000n, billed: true, durationMs: 1 },
    { model: 'second', provider: 'b', status: 201, cost: 3_000_000_000n, billed: true, durationMs: 2 },
  ],
  timings: { gatewayMs: 1, upstreamMs: 2 },
  traceId: 'a trace',
  responseId: 'an answer',
  cache: 'hit',
  decidedBy: { kind: 'machine', complexity: 0.75, threshold: 0.5, considered: ['a decided model'] },
  attribution: {
    tags: ['a-tag', 'another'],
    endUser: 'a user',
    sessionId: 'a session',
    metadata: { key: 'a value' },
  },
};

let database: TestDatabase;
let client: pg.Client;
let elementType: number;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ oid: number }>(`SELECT '${CALL_INPUT}'::regtype::oid AS oid`);
  elementType = rows[0]?.oid ?? 0;
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function readBack(records: readonly CallRecord[]): Promise<Record<string, unknown>[]> {
  const { rows } = await client.query<Record<string, unknown>>(`SELECT * FROM unnest($1::${CALL_INPUT}[])`, [
    encodeCalls(elementType, records),
  ]);
  return rows;
}

it('a committed call stands in the fields of the type that bear its names, a further charge in a row of its own', async () => {
  const [call, further, ...others] = await readBack([RECORD]);
  expect(others).toEqual([]);
  const { detail, ...columns } = call ?? {};
  expect(columns).toEqual({
    id: 'call_1',
    part: 0,
    created_at: RECORD.createdAt,
    organization_id: 'org_1',
    charge_usd: '-0.002',
    project_id: 'prj_1',
    key_id: 'key_1',
    surface: 'messages',
    stream: true,
    status: 218,
    tier: 'a tier',
    router_id: 'rtr_1',
    group_id: 'grp_1',
    requested_model: 'a requested model',
    decided_model: 'a decided model',
    served_model: 'a served model',
    input_tokens: 120,
    output_tokens: 7,
    cost_usd: '0.005',
    billed_usd: '0.005',
    trace_id: 'a trace',
    response_id: 'an answer',
    tags: 'a-tag,another',
    end_user: 'a user',
    session_id: 'a session',
    metadata: { key: 'a value' },
  });
  expect(detail).toMatchObject({
    reasons: ['a reason'],
    complexity: 0.75,
    attempts: [{ model: 'first' }, { model: 'second' }],
  });
  expect(further).toMatchObject({ id: 'call_1', part: 1, charge_usd: '-0.003', organization_id: 'org_1' });
  expect(further).toMatchObject({ project_id: null, status: null, detail: null });
});

it('every field of the type is written: one more in the database, or one less, is refused', async () => {
  const { rows } = await client.query<{ attname: string }>(
    `SELECT attname FROM pg_attribute WHERE attrelid = '${CALL_INPUT}'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
  );
  const [call] = await readBack([RECORD]);
  expect(Object.keys(call ?? {})).toEqual(rows.map(({ attname }) => attname));
  expect(Object.entries(call ?? {}).filter(([, value]) => value === null)).toEqual([]);
});
