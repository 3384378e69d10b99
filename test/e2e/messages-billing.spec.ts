import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anthropicEvents, anthropicMessage, MESSAGE_USAGE } from '../support/recordings/anthropic-answers.js';
import { gate, HANG, head, jsonAnswer, script, streamAnswer } from '../support/recordings/script.js';
import { balanceOf, callRow, chargesOf, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { HELLO, openRaw, sendRaw } from './messages-call.js';
import { eventually, type OpenAnswer } from './stream-call.js';

let service: TestApplication;
let tenant: Tenant;
beforeAll(async () => {
  service = await startTestApplication();
  tenant = await seedTenant(service.dataSource);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

const call = (body: Record<string, unknown> = {}): Promise<OpenAnswer> =>
  openRaw(service.url, { apiKey: tenant.apiKey, body: { ...HELLO, ...body } });

type Usage = Record<string, unknown>;
const split = (fiveMinutes: number, oneHour: number): Usage => ({
  cache_creation_input_tokens: fiveMinutes + oneHour,
  cache_creation: { ephemeral_5m_input_tokens: fiveMinutes, ephemeral_1h_input_tokens: oneHour },
});
const searches = (count: number): Usage => ({
  server_tool_use: { web_search_requests: count, web_fetch_requests: 9 },
});

/** Model, usage of the answer, USD. Prices a million tokens: Opus 5.5 4 in, 20 out, 0.2 read, 5 and 8 written, fast twice. */
const PRICED: [string, string, Usage, string][] = [
  ['input', 'claude-opus-5-5', { input_tokens: 1, output_tokens: 0 }, '0.000004'],
  ['output', 'claude-opus-5-5', { input_tokens: 0, output_tokens: 1 }, '0.00002'],
  [
    'cache reads',
    'claude-opus-5-5',
    { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 7 },
    '0.0000014',
  ],
  ['5-minute writes', 'claude-opus-5-5', { input_tokens: 0, output_tokens: 0, ...split(3, 0) }, '0.000015'],
  ['1-hour writes', 'claude-opus-5-5', { input_tokens: 0, output_tokens: 0, ...split(0, 3) }, '0.000024'],
  [
    'writes without a split as 5-minute writes',
    'claude-opus-5-5',
    { input_tokens: 0, output_tokens: 0, cache_creation: null, cache_creation_input_tokens: 3 },
    '0.000015',
  ],
  [
    'web searches, not fetches',
    'claude-opus-5-5',
    { input_tokens: 1, output_tokens: 1, ...searches(3) },
    '0.030024',
  ],
  [
    'every class together',
    'claude-opus-5-5',
    { input_tokens: 11, output_tokens: 13, cache_read_input_tokens: 17, ...split(19, 23), ...searches(1) },
    '0.0105864',
  ],
  [
    'every class at the fast rate when fast was served, the search fee apart',
    'claude-opus-5-5',
    {
      input_tokens: 11,
      output_tokens: 13,
      cache_read_input_tokens: 17,
      ...split(19, 23),
      ...searches(1),
      speed: 'fast',
    },
    '0.0111728',
  ],
  [
    'the standard rate when that was served',
    'claude-opus-5-5',
    { input_tokens: 1, output_tokens: 1, speed: 'standard' },
    '0.000024',
  ],
  [
    'fast as standard where no fast rate exists',
    'claude-sonnet-5-5',
    { input_tokens: 1, output_tokens: 1, speed: 'fast' },
    '0.000012',
  ],
  [
    'long context by its tier',
    'claude-haiku-5-5',
    { input_tokens: 60_000, output_tokens: 10, cache_read_input_tokens: 40_001 },
    '0.03202505',
  ],
  [
    'up to the bound by the lower tier',
    'claude-haiku-5-5',
    { input_tokens: 60_000, output_tokens: 10, cache_read_input_tokens: 40_000 },
    '0.006405',
  ],
  [
    'a dated id as its model',
    'vendora/claude-haiku-4-5-20251001',
    { input_tokens: 3, output_tokens: 1 },
    '0.000008',
  ],
  [
    'a hosted open model',
    'meta-llama/Llama-3.3-70B-Instruct',
    { input_tokens: 3, output_tokens: 2 },
    '0.00000335',
  ],
  [
    'the NVFP4 variant',
    'nvidia/DeepSeek-V3.2-NVFP4',
    { input_tokens: 2, output_tokens: 1, cache_read_input_tokens: 1 },
    '0.00000103',
  ],
];

function padded(decimal: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return `${whole}.${fraction.padEnd(12, '0')}`;
}

describe('a call is billed', () => {
  it.each(PRICED)('for %s of %s', async (_name, model, usage, cost) => {
    service.provider.enqueue(jsonAnswer(anthropicMessage({ usage })));
    const answer = await call({ model, speed: 'fast' });
    await answer.whole();
    expect(answer.headers['x-svc-cost']).toBe(cost);
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual([`-${padded(cost)}`]);
  });

  it.each(PRICED)('the same when streamed: %s of %s', async (_name, model, usage, cost) => {
    service.provider.enqueue(streamAnswer(...anthropicEvents({ usage })));
    const answer = await call({ model, stream: true });
    await answer.whole();
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual([`-${padded(cost)}`]);
  });

  it('by the last word of a stream whose counts grow', async () => {
    const [start = Buffer.alloc(0), ...rest] = anthropicEvents({ usage: { input_tokens: 1 } });
    const delta = (usage: Usage): string =>
      `event: message_delta\ndata: ${JSON.stringify({ type: 'message_delta', delta: { stop_reason: null }, usage })}\n\n`;
    service.provider.enqueue(
      streamAnswer(
        start,
        ...rest.slice(0, -2),
        delta({ output_tokens: 2, input_tokens: null }),
        delta({ output_tokens: 7, input_tokens: 5, ...searches(1) }),
        delta({ output_tokens: 9 }),
        ...rest.slice(-1),
      ),
    );
    const answer = await call({ model: 'claude-opus-5-5', stream: true });
    await answer.whole();
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual([`-${padded('0.0102')}`]);
  });

  it('by an estimate when the stream reports nothing', async () => {
    const events = anthropicEvents({ content: 'twelve bytes' }).map((event) =>
      event
        .toString()
        .replace(/"usage":\{.*?\}(?=\})/, '"usage":null')
        .replace(/"usage":\{[^}]*\{[^}]*\}[^}]*\}/, '"usage":null'),
    );
    expect(events.join('')).not.toContain('input_tokens');
    service.provider.enqueue(streamAnswer(...events));
    const answer = await call({ stream: true });
    expect((await answer.whole()).toString()).toBe(events.join(''));
    const row = await callRow(service.dataSource, answer.callId);
    expect(row.detail.usage).toMatchObject({ estimated: true, output_tokens: 3 });
    expect(Number(row.billed_usd)).toBeGreaterThan(0);
  });

  it('before message_stop goes out', async () => {
    const events = anthropicEvents();
    const held = gate();
    service.provider.enqueue(streamAnswer(...events.slice(0, -1), held, ...events.slice(-1)));
    const answer = await call({ stream: true });
    await answer.until('message_delta');
    await held.reached;
    const before: unknown[] = await service.dataSource.query('SELECT FROM calls WHERE id = $1', [
      answer.callId,
    ]);
    expect(before).toHaveLength(0);
    held.open();
    await answer.until('message_stop');
    const after: unknown[] = await service.dataSource.query('SELECT FROM calls WHERE id = $1', [
      answer.callId,
    ]);
    expect(after).toHaveLength(1);
  });

  it('so that the balance stays the sum of the ledger', async () => {
    expect((await balanceOf(service.dataSource, tenant.organizationId)).equalsLedger).toBe(true);
  });
});

describe('a client that leaves', () => {
  it('in mid-stream aborts the upstream and is billed once, on known input and what was streamed', async () => {
    const events = anthropicEvents({
      content: 'a text of thirty-two characters.',
      usage: { ...MESSAGE_USAGE, input_tokens: 100, cache_read_input_tokens: 1_000 },
    });
    service.provider.enqueue(streamAnswer(...events.slice(0, 4), HANG));
    const answer = await call({ model: 'claude-opus-5-5', stream: true });
    const request = await service.provider.nextRequest();
    await answer.until('thirty-two');
    answer.leave();
    expect((await request.aborted).aborted).toBe(true);
    const row = await eventually(() => rowOf(answer.callId), 'the row');
    expect(row).toMatchObject({ status: 499, stream: true });
    expect(row.detail.usage).toMatchObject({
      input_tokens: 100,
      cache_read_tokens: 1_000,
      output_tokens: 8,
      estimated: true,
    });
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual(['-0.000760000000']);
  });

  it('before the answer began aborts the upstream and is billed for its prompt', async () => {
    service.provider.enqueue(script(HANG));
    const sent = sendRaw(service.url, { apiKey: tenant.apiKey, body: HELLO });
    const request = await service.provider.nextRequest();
    sent.leave();
    expect((await request.aborted).aborted).toBe(true);
    const row = await eventually(async () => {
      const [latest]: { id: string; status: number; billed_usd: string }[] = await service.dataSource.query(
        'SELECT id, status, billed_usd FROM calls WHERE project_id = $1 ORDER BY id DESC LIMIT 1',
        [tenant.projectId],
      );
      return latest?.status === 499 ? latest : undefined;
    }, 'the row');
    expect(Number(row.billed_usd)).toBeGreaterThan(0);
  });

  it('while the answer is being read whole is billed once', async () => {
    service.provider.enqueue(script(head(200, { 'content-type': 'application/json' }), '{"id":', HANG));
    const sent = sendRaw(service.url, { apiKey: tenant.apiKey, body: HELLO });
    const request = await service.provider.nextRequest();
    sent.leave();
    await request.aborted;
    await eventually(async () => {
      const rows: unknown[] = await service.dataSource.query(
        `SELECT FROM calls WHERE project_id = $1 AND status = 499`,
        [tenant.projectId],
      );
      return rows.length === 3 ? true : undefined;
    }, 'a third row of a client that left');
  });
});

async function rowOf(callId: string): Promise<Awaited<ReturnType<typeof callRow>> | undefined> {
  const rows: unknown[] = await service.dataSource.query('SELECT FROM calls WHERE id = $1', [callId]);
  return rows.length === 0 ? undefined : callRow(service.dataSource, callId);
}
