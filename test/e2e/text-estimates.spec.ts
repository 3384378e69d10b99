import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { compressHere } from '../support/compress-here.js';
import { FakeBatchProvider } from '../support/fake-batch-provider.js';
import { anthropicEvents } from '../support/recordings/anthropic-answers.js';
import { chatEvents } from '../support/recordings/openai-answers.js';
import { HANG, jsonAnswer, streamAnswer } from '../support/recordings/script.js';
import { seedTenant, type CallRow, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { item, seedBatchTenant } from './batches-support.js';
import { EMBEDDINGS_PATH, MESSAGES_PATH, openRaw } from './messages-call.js';
import { CHAT_PATH, eventually } from './stream-call.js';

/** Chinese, quotes, line feeds and pairs of surrogates. */
const TEXT = '今天天气很好。\n"我们"去公园吧 😀 and more.';
const FILLER = [
  'Das Café am Hafen öffnet früh 😀, and the ferry leaves at dawn.',
  'Its captain, 王芳, has sailed these waters for thirty years.',
  'Gulls follow it far out to the lighthouse “Élan”.',
  'The cargo is mostly timber and mail.',
];
const PAGE = Array.from({ length: 120 }, (_, index) => FILLER[index % FILLER.length]).join(' ');
const DOCUMENT = `${PAGE} The lamp of the lighthouse was lit by Mara Finn. ${PAGE}`;
const LONG = `${DOCUMENT}\n\nWho lit the lamp of the lighthouse?`;

/** As the JSON of Python and PHP is by default. */
const inEscapes = (json: string): string =>
  json
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
const plain = (json: string): string => json;
const WAYS = [plain, inEscapes, (json: string) => inEscapes(JSON.stringify(JSON.parse(json), null, 2))];

const MESSAGE = { role: 'user', content: LONG };
const CHAT = { model: 'vendorb/gpt-4o-mini', messages: [MESSAGE] };
const MESSAGES = { model: 'claude-sonnet-5-5', max_tokens: 64, messages: [MESSAGE] };

compressHere();

let service: TestApplication;
let provider: FakeBatchProvider;
beforeAll(async () => {
  provider = await FakeBatchProvider.start();
  service = await startTestApplication();
});
afterEach(() => service.provider.reset());
afterAll(async () => {
  await service.stop();
  await provider.close();
});

const tokensOf = ({ input_tokens: input, output_tokens: output }: CallRow) => ({ input, output });

function onlyCall({ projectId }: Tenant): Promise<CallRow> {
  return eventually(async () => {
    const rows: CallRow[] = await service.dataSource.query('SELECT * FROM calls WHERE project_id = $1', [
      projectId,
    ]);
    return rows[0];
  }, 'a row in the call log');
}

/** The tokens of a call with the body, which each time has a tenant of its own. */
async function metered(
  path: string,
  body: string,
  { leavesAfter, smartRouting = false }: { leavesAfter?: string; smartRouting?: boolean } = {},
) {
  const tenant = await seedTenant(service.dataSource, { smartRouting });
  const answer = await openRaw(service.url, { apiKey: tenant.apiKey, path, body });
  if (leavesAfter === undefined) await answer.whole();
  else {
    await answer.until(leavesAfter);
    answer.leave();
  }
  return {
    ...tokensOf(await onlyCall(tenant)),
    saved: answer.headers['x-svc-tokens-saved'],
    text: answer.bytes.toString(),
  };
}

const SAID = '答案是"四十二"。\n😀 OK, and so on.';
const SAID_TOKENS = String(Math.ceil(Buffer.byteLength(SAID) / 4));

describe('an estimate counts what texts say, however the JSON is written', () => {
  it('of a chat whose caller leaves, with what compression saved', async () => {
    const counted = [];
    for (const write of WAYS) {
      service.provider.enqueue(streamAnswer(...chatEvents(['Hello ']).slice(0, 2), HANG));
      const body = write(JSON.stringify({ ...CHAT, stream: true }));
      const { text: _, ...tokens } = await metered(CHAT_PATH, body, { leavesAfter: 'Hello ' });
      counted.push(tokens);
    }
    expect(Number(counted[0]?.saved)).toBeGreaterThan(1_000);
    expect(Number(counted[0]?.input) + Number(counted[0]?.saved)).toBeLessThan(
      Buffer.byteLength(LONG) / 4 + 100,
    );
    expect(counted).toEqual(Array(WAYS.length).fill(counted[0]));
  });

  it('of a chat stream without usage, in the usage chunk too', async () => {
    for (const write of WAYS.slice(0, 2)) {
      const events = chatEvents([SAID], { usage: undefined }).map(String);
      service.provider.enqueue(streamAnswer(...events.map(write)));
      const { output, text } = await metered(CHAT_PATH, JSON.stringify({ ...CHAT, stream: true }));
      expect(output).toBe(SAID_TOKENS);
      expect(text).toContain(`"completion_tokens":${SAID_TOKENS},`);
    }
  });

  it.each([
    ['text', { content: SAID }],
    ['text in parts', { content: [{ type: 'text', text: SAID }] }],
    ['reasoning', { content: '', reasoning_content: SAID, reasoning: SAID }],
    [
      'a tool call',
      {
        content: null,
        tool_calls: [{ id: 'call_12', type: 'function', function: { name: '', arguments: SAID } }],
      },
    ],
  ])('of a whole chat answer without usage: %s', async (_name, message) => {
    const answer = JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }],
    });
    for (const write of WAYS) {
      service.provider.enqueue(jsonAnswer(Buffer.from(write(answer))));
      const { output, text } = await metered(CHAT_PATH, JSON.stringify(CHAT));
      expect(output).toBe(SAID_TOKENS);
      expect(JSON.parse(text)).toMatchObject({ usage: { completion_tokens: Number(SAID_TOKENS) } });
    }
  });

  it('of a message of provider A, whole without usage and cut', async () => {
    const content = [{ type: 'text', text: SAID }];
    const whole = [];
    const cut = [];
    for (const write of WAYS) {
      const body = write(JSON.stringify(MESSAGES));
      service.provider.enqueue(jsonAnswer(Buffer.from(write(JSON.stringify({ type: 'message', content })))));
      const { input, output } = await metered(MESSAGES_PATH, body);
      whole.push({ input, output });
      const usage = { input_tokens: 0, output_tokens: 0 };
      const events = anthropicEvents({ content: SAID, usage }).slice(0, 4).map(String);
      service.provider.enqueue(streamAnswer(...events.map(write === plain ? plain : inEscapes), HANG));
      const streamed = write(JSON.stringify({ ...MESSAGES, stream: true }));
      const told = await metered(MESSAGES_PATH, streamed, { leavesAfter: 'and so on.' });
      cut.push({ input: told.input, output: told.output });
    }
    for (const counted of [whole, cut]) {
      expect(counted[0]?.output).toBe(SAID_TOKENS);
      expect(counted).toEqual(Array(WAYS.length).fill(counted[0]));
    }
  });

  it.each([
    ['a text', TEXT.repeat(300)],
    ['texts', [TEXT, TEXT.repeat(300), 'x']],
  ])('of embeddings of %s', async (_name, input) => {
    for (const write of WAYS) {
      service.provider.enqueue(jsonAnswer({ object: 'list', data: [], model: 'text-embedding-3-small' }));
      const body = write(JSON.stringify({ model: 'text-embedding-3-small', input }));
      const told = await metered(EMBEDDINGS_PATH, body);
      expect(told.input).toBe(String(Math.ceil(Buffer.byteLength([input].flat().join('')) / 4)));
    }
  });
});

describe('a batch', () => {
  let application: TestApplication;
  beforeAll(async () => {
    application = await startTestApplication({ environment: { PROVIDER_A_BASE_URL: provider.url } });
  });
  afterAll(() => application.stop());

  it('is estimated by what its texts say', async () => {
    const { client } = await seedBatchTenant(application, { balanceUsd: '0.0000001' });
    const estimates = [];
    for (const write of WAYS) {
      const native = item('a', { messages: [MESSAGE], system: LONG });
      const body = { ...CHAT, model: 'vendora/claude-sonnet-5-5', max_tokens: 10 };
      const text = write(JSON.stringify({ requests: [native, { custom_id: 'b', body }] }));
      const { status, json } = await client.submit(text);
      expect(status).toBe(402);
      estimates.push((json as { error: { estimate_usd: number } }).error.estimate_usd);
    }
    expect(estimates).toEqual(Array(WAYS.length).fill(estimates[0]));
  });

  it('bills a result without usage by its text, and shows the usage', async () => {
    const { client } = await seedBatchTenant(application);
    const content = [{ type: 'text', text: SAID }];
    provider.resultOf = () => ({
      type: 'succeeded',
      message: { id: 'msg_1', type: 'message', role: 'assistant', content, stop_reason: 'end_turn' },
    });
    const body = { model: 'vendora/claude-sonnet-5-5', messages: [{ role: 'user', content: 'Hi' }] };
    const { id } = await client.submitted({ requests: [item('a'), { custom_id: 'b', body }] });
    provider.endAll();
    await client.ended(id);
    const lines = await client.resultLines(id);
    const usageOf = (customId: string) =>
      lines.find(({ custom_id }) => custom_id === customId)?.response?.['usage'];
    const native = usageOf('a') as Record<string, number>;
    const completion = usageOf('b') as Record<string, number>;
    expect(native).toEqual({ input_tokens: 10, output_tokens: Number(SAID_TOKENS) });
    expect(completion).toMatchObject({ prompt_tokens: 8, completion_tokens: Number(SAID_TOKENS) });
    // Half of 2 and 10 USD a million.
    const cost = (input: number) => (input * 1 + Number(SAID_TOKENS) * 5) / 1_000_000;
    expect(lines.map((line) => line.cost).sort()).toEqual([cost(8), cost(10)].sort());
  });
});
