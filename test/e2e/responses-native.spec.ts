import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  callItem,
  messageItem,
  reasoningItem,
  responseAnswer,
  responseEvents,
  RESPONSES_USAGE,
  responseStream,
  searchItem,
} from '../support/recordings/responses-answers.js';
import { cutEvery, DESTROY, gate, HANG, jsonAnswer, streamAnswer } from '../support/recordings/script.js';
import { followResponse, readResponsesEvents } from '../support/responses-events.js';
import { balanceOf, callRow, chargesOf, seedTenant, type CallRow, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { MODEL_B, REASONING_B, ResponsesClient } from './responses-client.js';
import { eventually } from './stream-call.js';

let service: TestApplication;
let tenant: Tenant;
let client: ResponsesClient;
beforeAll(async () => {
  service = await startTestApplication();
  tenant = await seedTenant(service.dataSource);
  client = new ResponsesClient(service.url, tenant.apiKey);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

/** 10 x 0.15 + 5 x 0.6 millionths. */
const COST = '0.0000045';

async function freshClient(): Promise<ResponsesClient> {
  tenant = await seedTenant(service.dataSource);
  return new ResponsesClient(service.url, tenant.apiKey);
}

function onlyCall(): Promise<CallRow> {
  return eventually(async () => {
    const rows: CallRow[] = await service.dataSource.query('SELECT * FROM calls WHERE project_id = $1', [
      tenant.projectId,
    ]);
    return rows[0];
  }, 'a row in the call log');
}

/** The bytes with what speaks of us set, as text. */
const asOurs = (bytes: Buffer, cost = COST): string =>
  bytes
    .toString()
    .replace('"store":false', '"store":true')
    .replace('"total_tokens":15}', `"total_tokens":15,"cost":${cost}}`);

describe('a whole answer of provider B', () => {
  it('passes byte for byte but for its cost and what speaks of us', async () => {
    const bytes = responseAnswer({ id: 'resp_b1' });
    service.provider.enqueue(
      jsonAnswer(bytes, { headers: { 'x-request-id': 'req_b', 'openai-model': 'x' } }),
    );
    const answer = await client.ask(MODEL_B, { metadata: { a: '1' } });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(asOurs(bytes));
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'x-svc-model': MODEL_B,
      'x-svc-cost': COST,
      'x-upstream-request-id': 'req_b',
    });
    const row = await callRow(service.dataSource, answer.callId);
    expect(row).toMatchObject({ surface: 'responses', status: 200, stream: false, requested_model: MODEL_B });
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual(['-0.000004500000']);
  });

  it('was asked for in the bytes of the caller', async () => {
    const body = `{ "model" : "${MODEL_B}", "input":"Hi \\u00e9", "temperature":1.0, "metadata":{"n":"1e2"}, "store":true}`;
    expect(
      (await client.send(body, { headers: { 'x-codex-turn-metadata': 'local', 'session-id': 's' } })).status,
    ).toBe(200);
    const sent = await service.provider.nextRequest();
    expect(sent.path).toBe('/b/v1/responses');
    expect(sent.body.toString()).toBe(
      body.replace(`"${MODEL_B}"`, '"gpt-4o-mini"').replace('"store":true', '"store":false'),
    );
    expect(Object.keys(sent.headers).filter((name) => /codex|session|svc/.test(name))).toEqual([]);
  });

  it('brings encrypted reasoning, which is shown to those who asked for it', async () => {
    const output = [reasoningItem('gAAAAsecret'), messageItem('Hi')];
    service.provider.respond('/responses', jsonAnswer(responseAnswer({ output })));
    const hidden = await client.ask(REASONING_B);
    expect((await service.provider.nextRequest()).json()).toMatchObject({
      store: false,
      include: ['reasoning.encrypted_content'],
    });
    expect(hidden.text).not.toContain('gAAAAsecret');
    const shown = await client.ask(REASONING_B, { include: ['reasoning.encrypted_content'], store: false });
    expect(shown.json).toMatchObject({ store: false, output: [{ encrypted_content: 'gAAAAsecret' }, {}] });
  });

  it('is billed a cent for each search on top', async () => {
    const output = [
      searchItem({ type: 'search', query: 'x' }, 'ws_1'),
      searchItem({ type: 'open_page', url: 'https://a.example' }, 'ws_2'),
      searchItem({ type: 'search', query: 'y' }, 'ws_3'),
      messageItem('Found.'),
    ];
    service.provider.enqueue(jsonAnswer(responseAnswer({ output })));
    const answer = await client.ask(MODEL_B, { tools: [{ type: 'web_search' }] });
    expect((await service.provider.nextRequest()).json()).toMatchObject({ tools: [{ type: 'web_search' }] });
    expect(answer.json).toMatchObject({ usage: { cost: 0.0200045 } });
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual(['-0.020004500000']);
  });

  it('that was used up by thinking is asked for again with thinking off', async () => {
    const usage = { ...RESPONSES_USAGE, output_tokens: 4_000, total_tokens: 4_010 };
    service.provider.enqueue(
      jsonAnswer(
        responseAnswer({
          output: [reasoningItem('x')],
          status: 'incomplete',
          incompleteReason: 'max_output_tokens',
          usage,
        }),
      ),
    );
    const answer = await client.ask(REASONING_B, { reasoning: { effort: 'high' }, max_output_tokens: 4_000 });
    expect(answer.json).toMatchObject({ status: 'completed' });
    expect(answer.headers['x-svc-retry']).toBe('thinking-disabled');
    await service.provider.nextRequest();
    expect((await service.provider.nextRequest()).json()).toMatchObject({ reasoning: { effort: 'none' } });
    const row = await callRow(service.dataSource, answer.callId);
    expect(row.detail.attempts).toHaveLength(2);
  });

  it('with an error keeps its bytes and status', async () => {
    const error = { error: { message: 'No.', type: 'invalid_request_error', param: 'input', code: 'bad' } };
    service.provider.enqueue(jsonAnswer(error, { status: 400 }));
    const answer = await client.ask(MODEL_B);
    expect([answer.status, answer.json]).toEqual([400, error]);
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual([]);
  });

  it('that failed passes as it came, and is a failure in the log', async () => {
    const error = { code: 'rate_limit_exceeded', message: 'Slow.' };
    service.provider.enqueue(jsonAnswer(responseAnswer({ status: 'failed', error, output: [] })));
    const answer = await client.ask(MODEL_B);
    expect([answer.status, answer.json]).toMatchObject([200, { status: 'failed', error }]);
    const row = await callRow(service.dataSource, answer.callId);
    expect(row.status).toBe(429);
    expect(row.detail.attempts).toMatchObject([{ status: 429 }]);
  });

  it.each(['[]', '{}', '{"choices":[]}', '{"output":null}'])(
    'that is none is 502 and free: %s',
    async (body) => {
      service.provider.enqueue(jsonAnswer(Buffer.from(body)));
      const answer = await client.ask(MODEL_B);
      expect([answer.status, answer.error.code]).toEqual([502, 'upstream_unreadable']);
      expect(await chargesOf(service.dataSource, answer.callId)).toEqual([]);
    },
  );
});

describe('a stream of provider B', () => {
  it.each([1, 7, 100_000])('passes byte for byte, in pieces of %i', async (size) => {
    const bytes = responseStream({ id: 'resp_b2' });
    service.provider.enqueue(streamAnswer(...cutEvery(bytes, size)));
    const answer = await client.ask(MODEL_B, { stream: true });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    const expected = bytes.toString().replaceAll('"store":false', '"store":true');
    expect(answer.text).toBe(expected.replace('"total_tokens":15}', `"total_tokens":15,"cost":${COST}}`));
    const row = await callRow(service.dataSource, answer.callId);
    expect(row).toMatchObject({ surface: 'responses', stream: true, status: 200 });
  });

  it('ends when it is billed', async () => {
    const answer = await client.ask(MODEL_B, { stream: true });
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual(['-0.000004500000']);
    expect(followResponse(readResponsesEvents(answer.text))).toMatchObject({
      status: 'completed',
      usage: { cost: 0.0000045 },
    });
  });

  it('begins with a search that has begun', async () => {
    const held = gate();
    const events = responseEvents({
      output: [searchItem({ type: 'search', query: 'x' }), messageItem('Hi')],
    });
    service.provider.enqueue(streamAnswer(...events.slice(0, 4), held, ...events.slice(4)));
    const call = client.start(MODEL_B, { tools: [{ type: 'web_search' }] });
    const answer = await call.answer;
    await answer.until('response.web_search_call.in_progress');
    held.open();
    const last = readResponsesEvents(await answer.whole()).at(-1);
    expect(last?.response.usage).toMatchObject({ cost: 0.0100045 });
  });

  it.each(responseEvents().map((_, index) => index))(
    'that breaks behind event %i is billed and ends as failed',
    async (index) => {
      const fresh = await freshClient();
      service.provider.enqueue(streamAnswer(...responseEvents().slice(0, index), DESTROY));
      const answer = await fresh.ask(MODEL_B, { stream: true });
      const row = await onlyCall();
      if (answer.status !== 200) {
        expect([answer.status, answer.error.code]).toEqual([502, 'upstream_interrupted']);
        expect(row.status).toBe(502);
        return;
      }
      const events = readResponsesEvents(answer.text);
      expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, at) => at));
      expect(events.at(-2)).toMatchObject({ type: 'error', code: 'upstream_interrupted' });
      expect(events.at(-1)).toMatchObject({ type: 'response.failed', response: { status: 'failed' } });
      expect(row.status).toBe(502);
      expect(await chargesOf(service.dataSource, row.id)).toHaveLength(1);
      expect((await balanceOf(service.dataSource, tenant.organizationId)).equalsLedger).toBe(true);
      const { id } = (events[0] as { response: { id: string } }).response;
      expect((await fresh.get(id)).status).toBe(404);
    },
  );

  it('whose client leaves is stopped and billed by what came', async () => {
    const fresh = await freshClient();
    service.provider.enqueue(streamAnswer(...responseEvents().slice(0, 5), HANG));
    const call = fresh.start(MODEL_B);
    await (await call.answer).until('response.output_text.delta');
    call.leave();
    await (
      await service.provider.nextRequest()
    ).aborted;
    const row = await onlyCall();
    expect(row).toMatchObject({ status: 499, surface: 'responses', stream: true });
    expect(row.detail.usage).toMatchObject({ estimated: true });
  });

  it('that fails by itself says so as it came', async () => {
    const error = { code: 'server_error', message: 'Oops.' };
    service.provider.enqueue(streamAnswer(responseStream({ status: 'failed', error, output: [] })));
    const answer = await client.ask(MODEL_B, { stream: true });
    expect(readResponsesEvents(answer.text).at(-1)).toMatchObject({
      type: 'response.failed',
      response: { error },
    });
    expect(await callRow(service.dataSource, answer.callId)).toMatchObject({ status: 500 });
  });

  it.each([['error'], ['response.failed']])('that ends in %s tells what it was billed by', async (ending) => {
    const error = { code: 'rate_limit_exceeded', message: 'Slow.', param: null };
    const begun = responseEvents().slice(0, 5);
    const failed = {
      response: { id: 'resp_x', object: 'response', status: 'failed', error, output: [], usage: null },
    };
    const last = { type: ending, sequence_number: 5, ...(ending === 'error' ? error : failed) };
    service.provider.enqueue(streamAnswer(...begun, `event: ${ending}\ndata: ${JSON.stringify(last)}\n\n`));
    const answer = await client.ask(MODEL_B, { stream: true });
    const row = await callRow(service.dataSource, answer.callId);
    expect(row.status).toBe(429);
    expect(readResponsesEvents(answer.text).at(-1)).toMatchObject({
      type: 'response.failed',
      response: { usage: { cost: Number(row.billed_usd), total_tokens: expect.any(Number) as number } },
    });
    expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
  });

  it('of tool calls is read by their items', async () => {
    service.provider.enqueue(
      streamAnswer(
        responseStream({
          output: [callItem('one', '{"a":1}'), callItem('two', '{}', { id: 'fc_2', callId: 'call_2' })],
        }),
      ),
    );
    const answer = await client.ask(MODEL_B, {
      stream: true,
      tools: [{ type: 'function', name: 'one', parameters: null }],
    });
    expect(followResponse(readResponsesEvents(answer.text)).output).toHaveLength(2);
  });
});
