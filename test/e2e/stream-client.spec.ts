import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LiveCalls } from '../../src/live-calls/live-calls.service.js';
import { collectGarbage } from '../support/collect-garbage.js';
import { anthropicEvents } from '../support/recordings/anthropic-answers.js';
import { CHAT_USAGE, chatCompletion, chatEvents, chatStream } from '../support/recordings/openai-answers.js';
import {
  END,
  gate,
  head,
  HANG,
  jsonAnswer,
  neverAnswer,
  script,
  streamAnswer,
} from '../support/recordings/script.js';
import { balanceOf, chargesOf, seedTenant, type CallRow, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { eventsOf, eventually, MODEL_A, openChat, sendChat } from './stream-call.js';

let service: TestApplication;
let tenant: Tenant;
beforeAll(async () => {
  service = await startTestApplication();
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

async function freshTenant(application = service): Promise<Tenant> {
  tenant = await seedTenant(application.dataSource);
  return tenant;
}

/** The tenant's only call, however its answer was lost. */
function onlyCall(application = service): Promise<CallRow> {
  return eventually(async () => {
    const rows: CallRow[] = await application.dataSource.query('SELECT * FROM calls WHERE project_id = $1', [
      tenant.projectId,
    ]);
    expect(rows.length).toBeLessThan(2);
    return rows[0];
  }, 'a row in the call log');
}

async function expectBilledOnce(application: TestApplication, amount: string): Promise<void> {
  const row = await onlyCall(application);
  expect(await chargesOf(application.dataSource, row.id)).toEqual([amount]);
  expect((await balanceOf(application.dataSource, tenant.organizationId)).equalsLedger).toBe(true);
}

/** `[{"role":"user","content":"Hi"}]` is 32 bytes: 8 tokens. */
const PROMPT_COST = '-0.000001200000';

describe('a client that leaves', () => {
  it('in mid-stream stops the provider at once and pays for the prompt and what was streamed', async () => {
    const { apiKey } = await freshTenant();
    const held = gate();
    service.provider.enqueue(streamAnswer(...chatEvents(['twelve bytes']).slice(0, 2), held));
    const answer = await openChat(service.url, { apiKey, body: { stream: true } });
    await answer.until('twelve bytes');
    answer.leave();
    await (
      await service.provider.nextRequest()
    ).aborted;
    const row = await onlyCall();
    expect(row).toMatchObject({ status: 499, stream: true, input_tokens: '8', output_tokens: '3' });
    expect(row.detail.usage).toMatchObject({ estimated: true });
    // 8 x 0.15 + 3 x 0.6 millionths.
    await expectBilledOnce(service, '-0.000003000000');
  });

  it('in mid-stream pays what provider A has told of the input, and an estimate of the output', async () => {
    const { apiKey } = await freshTenant();
    const usage = { input_tokens: 100, cache_read_input_tokens: 1_000 };
    service.provider.enqueue(
      streamAnswer(...anthropicEvents({ content: 'twelve bytes', usage }).slice(0, 4), HANG),
    );
    const answer = await openChat(service.url, { apiKey, body: { model: MODEL_A, stream: true } });
    await answer.until('twelve bytes');
    answer.leave();
    await (
      await service.provider.nextRequest()
    ).aborted;
    expect(await onlyCall()).toMatchObject({ status: 499, input_tokens: '1100', output_tokens: '3' });
    // 100 x 2 + 1,000 x 0.1 + 3 x 10 millionths.
    await expectBilledOnce(service, '-0.000330000000');
  });

  it.each([
    ['a stream', { stream: true }],
    ['a whole answer', {}],
  ])(
    'before the first byte of %s stops the provider at once and pays for the prompt',
    async (_name, body) => {
      const { apiKey } = await freshTenant();
      service.provider.enqueue(neverAnswer());
      const call = sendChat(service.url, { apiKey, body });
      const request = await service.provider.nextRequest();
      call.leave();
      await request.aborted;
      expect(await onlyCall()).toMatchObject({ status: 499, output_tokens: '0' });
      await expectBilledOnce(service, PROMPT_COST);
    },
  );

  it('in the middle of a whole answer stops the provider too', async () => {
    const { apiKey } = await freshTenant();
    const held = gate();
    const body = chatCompletion();
    service.provider.enqueue(
      script(
        head(200, { 'content-type': 'application/json' }),
        body.subarray(0, 40),
        held,
        body.subarray(40),
        END,
      ),
    );
    const call = sendChat(service.url, { apiKey });
    const request = await service.provider.nextRequest();
    await held.reached;
    call.leave();
    await request.aborted;
    expect(await onlyCall()).toMatchObject({ status: 499 });
    await expectBilledOnce(service, PROMPT_COST);
  });

  it('pays nothing when the provider had refused the call', async () => {
    const { apiKey } = await freshTenant();
    const held = gate();
    service.provider.enqueue(
      script(head(429, { 'content-type': 'application/json' }), '{"error":', held, '{}}', END),
    );
    const call = sendChat(service.url, { apiKey });
    const request = await service.provider.nextRequest();
    await held.reached;
    call.leave();
    await request.aborted;
    const row = await onlyCall();
    expect(row.status).toBe(499);
    expect(await chargesOf(service.dataSource, row.id)).toEqual([]);
  });

  it('after the last event but before the end of the upstream pays the reported usage', async () => {
    const { apiKey } = await freshTenant();
    service.provider.enqueue(streamAnswer(...chatEvents(['a'], { usage: CHAT_USAGE, done: false }), HANG));
    const answer = await openChat(service.url, { apiKey, body: { stream: true } });
    await answer.until('"finish_reason":"stop"');
    // The usage chunk follows in the same packet and is kept back, so it is known.
    answer.leave();
    await (
      await service.provider.nextRequest()
    ).aborted;
    await onlyCall();
    await expectBilledOnce(service, '-0.000004500000');
  });
});

describe('a client that reads slowly', () => {
  it('makes the provider wait, and gets every byte in the end', async () => {
    const { apiKey } = await freshTenant();
    const event = chatEvents(['x'.repeat(64_000)])[1] ?? Buffer.alloc(0);
    const count = 1_200;
    let written = 0;
    const last = gate();
    // Each step is written when the one before it was taken by the socket; the gates tell how far it came.
    const gates = Array.from({ length: count }, () => {
      const passed = gate();
      passed.open();
      void passed.reached.then(() => (written += 1));
      return passed;
    });
    const steps = gates.flatMap((passed) => [event, passed]);
    service.provider.enqueue(
      streamAnswer(...steps, last, ...chatEvents([], { usage: CHAT_USAGE }).slice(-3)),
    );
    const before = await heldBytes();
    const answer = await openChat(service.url, { apiKey, body: { stream: true }, unread: true });
    const stalledAt = await whenStill(() => written);
    expect(stalledAt).toBeLessThan(count / 2);
    // The buffers of the system hold megabytes; the process does not.
    expect((await heldBytes()) - before).toBeLessThan(2_000_000);
    answer.read();
    last.open();
    const bytes = await answer.whole();
    expect(bytes.length).toBeGreaterThan(count * event.length);
    expect(bytes.toString('latin1', bytes.length - 14)).toBe('data: [DONE]\n\n');
    expect(written).toBe(count);
  });
});

/** Of buffers. What was collected is taken from the count some time later, by a thread of the engine's. */
async function heldBytes(): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < 20; round += 1) {
    collectGarbage();
    least = Math.min(least, process.memoryUsage().arrayBuffers);
    await service.dataSource.query('SELECT 1');
  }
  return least;
}

/** The count once it has not moved for many turns of the event loop with sockets polled in between. */
async function whenStill(count: () => number): Promise<number> {
  let [last, still] = [-1, 0];
  while (still < 300) {
    await service.dataSource.query('SELECT 1');
    still = count() === last ? still + 1 : 0;
    last = count();
  }
  return last;
}

describe('the limit of a live call', () => {
  let hasty: TestApplication;
  beforeAll(async () => {
    // Time for the provider to be asked, also on a machine that has much else to do.
    hasty = await startTestApplication({ environment: { LIVE_CALL_TIMEOUT: '2s' } });
  });
  afterEach(() => hasty.provider.reset());
  afterAll(() => hasty.stop());

  it('ends a stream with an error event, stops the provider, and bills what was streamed', async () => {
    const { apiKey } = await freshTenant(hasty);
    hasty.provider.enqueue(streamAnswer(...chatEvents(['twelve bytes']).slice(0, 2), HANG));
    const answer = await openChat(hasty.url, { apiKey, body: { stream: true } });
    const events = eventsOf(await answer.whole());
    expect(events.at(-1)).toMatchObject({ error: { code: 'live_call_timeout' } });
    expect(answer.bytes.toString()).not.toContain('[DONE]');
    await (
      await hasty.provider.nextRequest()
    ).aborted;
    expect(await onlyCall(hasty)).toMatchObject({ status: 504, output_tokens: '3' });
    await expectBilledOnce(hasty, '-0.000003000000');
  });

  it('ends a whole answer with 504, stops the provider, and bills the prompt', async () => {
    const { apiKey } = await freshTenant(hasty);
    hasty.provider.enqueue(neverAnswer());
    const answer = await openChat(hasty.url, { apiKey });
    expect(answer.status).toBe(504);
    expect(await answer.json()).toMatchObject({ error: { code: 'live_call_timeout', type: 'api_error' } });
    await (
      await hasty.provider.nextRequest()
    ).aborted;
    expect(await onlyCall(hasty)).toMatchObject({ status: 504 });
    await expectBilledOnce(hasty, PROMPT_COST);
  });

  it('ends a stream whose client does not read, too', async () => {
    const { apiKey } = await freshTenant(hasty);
    const event = chatEvents(['x'.repeat(64_000)])[1] ?? '';
    hasty.provider.enqueue(streamAnswer(...Array.from({ length: 400 }, () => event), HANG));
    const answer = await openChat(hasty.url, { apiKey, body: { stream: true }, unread: true });
    await (
      await hasty.provider.nextRequest()
    ).aborted;
    expect(await onlyCall(hasty)).toMatchObject({ status: 504 });
    answer.leave();
  });
});

describe('a live call that ends in time', () => {
  let patient: TestApplication;
  beforeAll(async () => {
    patient = await startTestApplication({ environment: { LIVE_CALL_TIMEOUT: '100s' } });
  });
  afterAll(() => patient.stop());

  it('is let go of, whole or streamed', async () => {
    const { apiKey } = await freshTenant(patient);
    patient.provider.enqueue(jsonAnswer(chatCompletion()));
    expect((await openChat(patient.url, { apiKey })).status).toBe(200);
    patient.provider.enqueue(streamAnswer(chatStream(['a'], { usage: CHAT_USAGE })));
    const answer = await openChat(patient.url, { apiKey, body: { stream: true } });
    expect((await answer.whole()).toString()).toContain('[DONE]');
    await eventually(() => patient.app.get(LiveCalls).count === 0 || undefined, 'calls that are over');
  });
});

describe('the limit of a live call whose client takes nothing', () => {
  let hasty: TestApplication;
  beforeAll(async () => {
    // Time for the provider's whole answer to come in.
    hasty = await startTestApplication({ environment: { LIVE_CALL_TIMEOUT: '2s' } });
  });
  afterEach(() => hasty.provider.reset());
  afterAll(() => hasty.stop());

  it.each([
    ['a stream', { stream: true }, 504],
    ['an answer that came in time', {}, 200],
  ])('breaks the connection of %s', { timeout: 20_000 }, async (_what, body, status) => {
    const { apiKey } = await freshTenant(hasty);
    const event = chatEvents(['x'.repeat(64_000)])[1] ?? '';
    hasty.provider.enqueue(
      status === 504
        ? streamAnswer(...Array.from({ length: 400 }, () => event), HANG)
        : jsonAnswer(chatCompletion({ content: 'x'.repeat(20_000_000) })),
    );
    const answer = await openChat(hasty.url, { apiKey, body, unread: true });
    expect(await onlyCall(hasty)).toMatchObject({ status });
    await eventually(() => hasty.app.get(LiveCalls).count === 0 || undefined, 'a call that is over');
    answer.read();
    expect(await answer.ending()).toBe('broken');
    expect(await chargesOf(hasty.dataSource, answer.callId)).toHaveLength(1);
  });
});
