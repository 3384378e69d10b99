import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/lib/ids.js';
import { anthropicEvents, anthropicMessage } from '../support/recordings/anthropic-answers.js';
import { chatCompletion, chatEvents } from '../support/recordings/openai-answers.js';
import { DESTROY, jsonAnswer, streamAnswer, type Script } from '../support/recordings/script.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { ChatClient } from './chat-client.js';
import { EMBEDDINGS_PATH, HELLO, openRaw } from './messages-call.js';
import { judgedRows } from './records-support.js';
import { eventually, MODEL_A, MODEL_B } from './stream-call.js';
import { aSpan, newSpanId, newTraceId, text, TracesClient } from './traces-client.js';

let service: TestApplication;
let admin: AdminClient;
let tenant: Tenant;
beforeAll(async () => {
  service = await startTestApplication();
  admin = new AdminClient(service.url);
});
beforeEach(async () => {
  tenant = await seedTenant(service.dataSource, { smartRouting: false });
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

const traces = (): TracesClient => new TracesClient(service.url, tenant.apiKey);
const named = (id: string): object => text('gen_ai.response.id', id);

/** A chat call that was answered by this script. @returns its id */
async function ask(answer: Script, members: object = {}, owner = tenant): Promise<string> {
  service.provider.enqueue(answer);
  return (await new ChatClient(service.url, owner.apiKey).ask(MODEL_B, members)).callId;
}
const answeredAs = (id: string, owner?: Tenant): Promise<string> =>
  ask(jsonAnswer(chatCompletion({ id })), {}, owner);

async function passThrough(answer: Script, members: object, path?: string): Promise<string> {
  service.provider.enqueue(answer);
  const open = await openRaw(service.url, { apiKey: tenant.apiKey, path, body: { ...HELLO, ...members } });
  await open.whole().catch(() => undefined);
  return String(open.headers['x-svc-call-id']);
}

const responseIdOf = (callId: string): Promise<string | null> =>
  eventually(async () => {
    const { status, body } = await admin.get(`/calls/${callId}`);
    return status === 200 ? { id: body.response_id as string | null } : undefined;
  }, 'the call').then(({ id }) => id);

describe('the id of an answer is kept with its call', () => {
  const STREAM = { stream: true };
  const filtered = `data: {"id":"","object":"","created":0,"model":"","choices":[],"prompt_filter_results":[]}\n\n`;

  it.each<[string, () => Promise<string>, string | null]>([
    ['a completion', () => answeredAs('chatcmpl-1'), 'chatcmpl-1'],
    ['a stream', () => ask(streamAnswer(...withId(chatEvents(['Hi']), 'chatcmpl-2')), STREAM), 'chatcmpl-2'],
    [
      'a stream that begins with a chunk of no id',
      () => ask(streamAnswer(filtered, ...withId(chatEvents(['Hi']), 'chatcmpl-3')), STREAM),
      'chatcmpl-3',
    ],
    ['a translated message', () => askA(jsonAnswer(anthropicMessage({ id: 'msg_4' }))), 'chatcmpl-msg_4'],
    [
      'a translated stream',
      () => askA(streamAnswer(...anthropicEvents({ id: 'msg_5' })), STREAM),
      'chatcmpl-msg_5',
    ],
    ['a message', () => passThrough(jsonAnswer(anthropicMessage({ id: 'msg_6' })), {}), 'msg_6'],
    [
      'a stream of messages',
      () => passThrough(streamAnswer(...anthropicEvents({ id: 'msg_7' })), STREAM),
      'msg_7',
    ],
    [
      'a stream that broke',
      () => passThrough(streamAnswer(...anthropicEvents({ id: 'msg_8' }).slice(0, 4), DESTROY), STREAM),
      'msg_8',
    ],
    ['what no index takes', () => answeredAs('x'.repeat(4_000)), null],
    ['an id with a NUL', () => answeredAs('chatcmpl-\u0000'), null],
    ['an error', () => ask(jsonAnswer({ error: { message: 'no' }, id: 'x' }, { status: 400 })), null],
  ])('of %s', async (_title, call, expected) => {
    expect(await responseIdOf(await call())).toBe(expected);
  });

  it('is the one that the caller saw when the call was asked twice', async () => {
    const client = new ChatClient(service.url, tenant.apiKey);
    const empty = { id: 'chatcmpl-empty', content: '', finishReason: 'length' };
    service.provider.enqueue(jsonAnswer(chatCompletion(empty)));
    const answer = await client.ask('vendorb/gpt-6.1-terra', { reasoning_effort: 'high' });
    expect(answer.headers['x-svc-retry']).toBe('thinking-disabled');
    expect(await responseIdOf(answer.callId)).toBe(answer.json.id);
    expect(answer.json.id).not.toBe('chatcmpl-empty');
  });

  it('embeddings have none', async () => {
    const { callId } = await openRaw(service.url, {
      apiKey: tenant.apiKey,
      path: EMBEDDINGS_PATH,
      body: { model: 'text-embedding-3-small', input: 'Hi' },
    }).then(async (open) => ({ bytes: await open.whole(), callId: open.callId }));
    expect(await responseIdOf(callId)).toBeNull();
  });

  function askA(answer: Script, members: object = {}): Promise<string> {
    service.provider.enqueue(answer);
    return new ChatClient(service.url, tenant.apiKey).ask(MODEL_A, members).then(({ callId }) => callId);
  }
  function withId(events: readonly Buffer[], id: string): Buffer[] {
    return events.map((event) =>
      Buffer.from(event.toString().replace(/"id":"chatcmpl[^"]*"/, `"id":"${id}"`)),
    );
  }
});

describe('a trace has the calls whose answers its spans name', () => {
  const callsOf = async (...ids: readonly string[]): Promise<string[]> => {
    const traceId = newTraceId();
    await traces().spans(ids.map((id) => aSpan({ traceId, attributes: [named(id)] })));
    const { body } = await admin.get(`/projects/${tenant.projectId}/traces/${traceId}`);
    return body.calls.map(({ id }: { id: string }) => id);
  };

  it('without traceparent, each once, in the order in which they were made', async () => {
    const [first, second] = [await answeredAs('chatcmpl-1'), await answeredAs('chatcmpl-2')];
    expect(await callsOf('chatcmpl-2', 'chatcmpl-1', first, 'chatcmpl-2')).toEqual([first, second]);
  });

  it("a translated one by provider A's own id too", async () => {
    service.provider.enqueue(jsonAnswer(anthropicMessage({ id: 'msg_9' })));
    const { callId } = await new ChatClient(service.url, tenant.apiKey).ask(MODEL_A);
    expect(await callsOf('msg_9')).toEqual([callId]);
    expect(await callsOf('chatcmpl-msg_9')).toEqual([callId]);
  });

  it('under the name that another library gives the id', async () => {
    const callId = await answeredAs('chatcmpl-v');
    const span = aSpan({ attributes: [text('ai.response.id', 'chatcmpl-v')] });
    await traces().spans([span]);
    const { body } = await admin.get(`/projects/${tenant.projectId}/traces/${span.traceId}`);
    expect(body.calls).toMatchObject([{ id: callId, response_id: 'chatcmpl-v', trace_id: null }]);
  });

  it("but none of another project's, and none of several with one id", async () => {
    const other = await seedTenant(service.dataSource, { smartRouting: false });
    await answeredAs('chatcmpl-theirs', other);
    expect(await callsOf('chatcmpl-theirs')).toEqual([]);
    const own = await answeredAs('chatcmpl-theirs');
    expect(await callsOf('chatcmpl-theirs')).toEqual([own]);
    await answeredAs('chatcmpl-theirs');
    expect(await callsOf('chatcmpl-theirs', 'chatcmpl-unknown')).toEqual([]);
  });
});

describe('an evaluation judges the call whose answer it names', () => {
  const evaluation = (id: string, label = 'fail'): object => ({
    name: 'gen_ai.evaluation.result',
    timeUnixNano: '0',
    attributes: [text('gen_ai.evaluation.score.label', label), named(id)],
  });
  /** Calls of a task group, as the router would have recognized it. */
  async function grouped(...callIds: readonly string[]): Promise<void> {
    await service.dataSource.query('UPDATE calls SET group_id = $2 WHERE id = ANY($1)', [
      callIds,
      newId('grp'),
    ]);
  }
  const verdictsOn = async (callId: string): Promise<boolean[]> =>
    (await judgedRows(service.dataSource, callId)).map(({ success }) => success);

  it('in whichever trace, by the event or by the span that carries it', async () => {
    const [one, other] = [await answeredAs('chatcmpl-1'), await answeredAs('chatcmpl-2')];
    await grouped(one, other);
    const bySpan = { ...(evaluation('x') as { attributes: object[] }) };
    await traces().spans([
      aSpan({ events: [evaluation('chatcmpl-1')] }),
      aSpan({
        attributes: [named('chatcmpl-2')],
        events: [{ ...bySpan, attributes: bySpan.attributes.slice(0, 1) }],
      }),
    ]);
    expect(await verdictsOn(one)).toEqual([false]);
    expect(await verdictsOn(other)).toEqual([false]);
  });

  it("a translated one by provider A's own id", async () => {
    service.provider.enqueue(jsonAnswer(anthropicMessage({ id: 'msg_1' })));
    const { callId } = await new ChatClient(service.url, tenant.apiKey).ask(MODEL_A);
    await grouped(callId);
    await traces().spans([aSpan({ events: [evaluation('msg_1', 'pass')] })]);
    expect(await verdictsOn(callId)).toEqual([true]);
  });

  it("of the project's own calls only", async () => {
    const other = await seedTenant(service.dataSource, { smartRouting: false });
    const theirs = await answeredAs('chatcmpl-1', other);
    await grouped(theirs);
    await traces().spans([aSpan({ events: [evaluation('chatcmpl-1')] })]);
    expect(await verdictsOn(theirs)).toEqual([]);
    const own = await answeredAs('chatcmpl-1');
    await grouped(own);
    await traces().spans([aSpan({ events: [evaluation('chatcmpl-1')] })]);
    expect(await verdictsOn(own)).toEqual([false]);
    expect(await verdictsOn(theirs)).toEqual([]);
  });

  it('of several with one id the one of its trace, else none', async () => {
    const traceId = newTraceId();
    const client = new ChatClient(service.url, tenant.apiKey);
    const elsewhere = await answeredAs('chatcmpl-1');
    service.provider.enqueue(jsonAnswer(chatCompletion({ id: 'chatcmpl-1' })));
    const headers = { traceparent: `00-${traceId}-${newSpanId()}-00` };
    const { callId } = await client.ask(MODEL_B, {}, { headers });
    await grouped(elsewhere, callId);
    await traces().spans([aSpan({ events: [evaluation('chatcmpl-1')] })]);
    expect([await verdictsOn(elsewhere), await verdictsOn(callId)]).toEqual([[], []]);
    await traces().spans([aSpan({ traceId, events: [evaluation('chatcmpl-1')] })]);
    expect([await verdictsOn(elsewhere), await verdictsOn(callId)]).toEqual([[], [false]]);
  });
});
