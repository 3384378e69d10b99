import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { COUNT_TOKENS_PATH, HELLO, MESSAGES_PATH, openRaw, type RawCallOptions } from './messages-call.js';
import { eventually, type OpenAnswer } from './stream-call.js';

let service: TestApplication;
let tenant: Tenant;
beforeAll(async () => {
  service = await startTestApplication();
  tenant = await seedTenant(service.dataSource);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

const call = (options: Partial<RawCallOptions> = {}): Promise<OpenAnswer> =>
  openRaw(service.url, { apiKey: tenant.apiKey, body: HELLO, ...options });

interface Refusal {
  readonly status: number;
  readonly type?: string;
  readonly code?: string;
  readonly names?: string;
}

/** A refusal in provider A's envelope, and nothing sent. */
async function expectRefusal(answer: OpenAnswer, { status, type, code, names }: Refusal): Promise<void> {
  const body = (await answer.json()) as { type: string; error: Record<string, unknown>; request_id: string };
  expect({ status: answer.status, type: body.type }).toEqual({ status, type: 'error' });
  expect(body.error['type']).toBe(type ?? 'invalid_request_error');
  if (code !== undefined) expect(body.error['details']).toMatchObject({ error_code: code });
  if (names !== undefined) expect(body.error['message']).toContain(names);
  expect(body.request_id).toBe(answer.headers['x-request-id']);
  expect(answer.headers['request-id']).toBe(answer.headers['x-request-id']);
  expect(answer.headers['x-svc-error-source']).toBe('gateway');
  expect(JSON.stringify(body)).not.toContain(tenant.apiKey);
  expect(service.provider.requests).toHaveLength(0);
}

const custom = { name: 'get_weather', input_schema: { type: 'object', properties: {} } };
const withTool = (tool: unknown): unknown => ({ ...HELLO, tools: [custom, tool] });

const REFUSED_TYPES = [
  'code_execution_20250522',
  'code_execution_20260521',
  'computer_20241022',
  'computer_20251124',
  'computer_toolset_20260801',
  'browser_toolset_20260801',
  'text_editor_20241022',
  'text_editor_20250728',
  'bash_20241022',
  'bash_20250124',
  'memory_20250818',
  'tool_search_tool_bm25',
  'tool_search_tool_bm25_20251119',
  'tool_search_tool_regex_20251119',
  'advisor_20260301',
  'mcp_toolset',
  'a_family_to_come_20300101',
  'web_search',
  'web_search_2025',
  'web_search_20250305x',
  'xweb_fetch_20250910',
  'Custom',
  '',
];

describe('a tool', () => {
  it.each(REFUSED_TYPES)('of type %j is refused before anything runs', async (type) => {
    const refusal = { status: 400, code: 'unsupported_server_tool', names: 'tools[1].type' };
    for (const path of [MESSAGES_PATH, COUNT_TOKENS_PATH])
      await expectRefusal(await call({ path, body: withTool({ type, name: 'x' }) }), refusal);
  });

  it.each([
    ['its type is spelled with escapes', '{"\\u0074ype":"b\\u0061sh_20250124","name":"bash"}'],
    [
      'it names its type twice, first',
      '{"type":"bash_20250124","type":"custom","name":"x","input_schema":{}}',
    ],
    [
      'it names its type twice, last',
      '{"type":"custom","type":"bash_20250124","name":"x","input_schema":{}}',
    ],
    ['it stands behind white space', ' \n{ "type" :\t"bash_20250124" }'],
  ])('is refused also when %s', async (_name, tool) => {
    const body = JSON.stringify({ ...HELLO, tools: ['TOOL'] }).replace('"TOOL"', tool);
    await expectRefusal(await call({ body }), { status: 400, names: 'tools[0].type' });
  });

  it('is refused when there are too many', async () => {
    const tools = Array.from({ length: 20_001 }, () => ({ ...custom }));
    await expectRefusal(await call({ body: { ...HELLO, tools } }), { status: 400, names: '`tools`' });
  });

  it.each([[7], [{}], [true], [['custom']]])('whose type is %j is refused', async (type) => {
    await expectRefusal(await call({ body: withTool({ ...custom, type }) }), {
      status: 400,
      names: 'tools[1].type',
    });
  });

  it.each([
    custom,
    { ...custom, type: null },
    { ...custom, type: 'custom' },
    {
      ...custom,
      input_schema: { type: 'object', properties: { type: { type: 'string', const: 'bash_20250124' } } },
    },
    { type: 'web_search_20250305', name: 'web_search', max_uses: 2 },
    { type: 'web_search_20991231', name: 'web_search' },
    { type: 'web_fetch_20260318', name: 'web_fetch' },
  ])('such as %j is carried', async (tool) => {
    expect((await call({ body: withTool(tool) })).status).toBe(200);
    expect((await service.provider.nextRequest()).json().tools[1]).toEqual(tool);
  });

  it.each([[null], [[]]])('list of %j is carried', async (tools) => {
    expect((await call({ body: { ...HELLO, tools } })).status).toBe(200);
  });

  it.each([['web_search_20250305'], [{}], ['']])('list that is %j is refused', async (tools) => {
    await expectRefusal(await call({ body: { ...HELLO, tools } }), { status: 400, names: '`tools`' });
  });

  it('that is no object is refused', async () => {
    await expectRefusal(await call({ body: withTool('bash_20250124') }), { status: 400, names: 'tools[1]' });
  });
});

describe('what else provider A would run', () => {
  it.each([
    ['mcp_servers', [{ type: 'url', url: 'https://mcp.example.com', name: 'x' }]],
    ['mcp_servers', []],
    ['container', 'container_1'],
    ['container', { id: 'container_1', skills: [] }],
  ])('%s of %j is refused', async (name, value) => {
    await expectRefusal(await call({ body: { ...HELLO, [name]: value } }), {
      status: 400,
      code: 'unsupported_server_tool',
      names: name,
    });
  });

  it('fallbacks are refused: an answer by another model would be billed as the one named', async () => {
    for (const fallbacks of [[{ model: 'claude-haiku-4-5' }], ['claude-haiku-4-5'], 'default', []]) {
      const answer = await call({ body: { ...HELLO, fallbacks } });
      await expectRefusal(answer, { status: 400, names: '`fallbacks`' });
    }
  });

  it('a thread is refused in words that tell the SDKs to go on without one', async () => {
    const threads = [
      { type: 'create' },
      { type: 'continue', previous_message_id: 'msg_of_another' },
      'x',
      {},
    ];
    for (const path of [MESSAGES_PATH, COUNT_TOKENS_PATH])
      for (const thread of threads) {
        const answer = await call({ path, body: { ...HELLO, thread } });
        await expectRefusal(answer, {
          status: 400,
          code: 'thread_unsupported_request',
          names: '`thread`',
        });
      }
  });

  it.each(['mcp_servers', 'container', 'fallbacks', 'thread'])('%s of null is carried', async (name) => {
    expect((await call({ body: { ...HELLO, [name]: null } })).status).toBe(200);
  });
});

describe('a model', () => {
  it.each([
    'auto',
    'vendorb/gpt-4o-mini',
    'gpt-4o-mini',
    'openai/gpt-4o-mini',
    'mistralai/Mistral-Large-4',
    'moonshotai/kimi-k2',
    'llama3:8b',
    'ft:gpt-4o-mini:acme::abc',
    'text-embedding-3-small',
    'o1-pro',
    'nonsense',
  ])('that is not on the Messages API (%s) points at the OpenAI-compatible endpoint', async (model) => {
    await expectRefusal(await call({ body: { ...HELLO, model } }), {
      status: 400,
      code: 'model_not_on_messages',
      names: '/api/v1/route/chat/completions',
    });
  });

  it.each(['claude-unheard-of-9', 'vendora/claude-unheard-of-9', 'vendora/gpt-4o-mini'])(
    'without a price (%s) is refused',
    async (model) => {
      await expectRefusal(await call({ body: { ...HELLO, model } }), {
        status: 400,
        code: 'unpriced_model',
        names: 'model',
      });
    },
  );

  it.each([
    'zai-org/GLM-5.3',
    'Qwen/Qwen3-235B-A22B-Instruct-2507',
    'deepseek-ai/DeepSeek-V4.1-Flash',
    'nvidia/DeepSeek-V3.2-NVFP4',
    'moonshotai/kimi-k2',
  ])('of a Chinese lab (%s) is forbidden while they are off', async (model) => {
    const { apiKey } = await seedTenant(service.dataSource, { chineseModels: false });
    for (const path of [MESSAGES_PATH, COUNT_TOKENS_PATH]) {
      await expectRefusal(await call({ apiKey, path, body: { ...HELLO, model } }), {
        status: 403,
        type: 'permission_error',
        code: 'chinese_models_off',
      });
    }
  });

  it.each([[undefined], [null], ['']])('that is %j is asked for', async (model) => {
    await expectRefusal(await call({ body: { ...HELLO, model } }), { status: 400, names: '`model`' });
  });

  it.each([[7], [['claude-sonnet-5-5']], [{}], [true]])('of a wrong type (%j) is refused', async (model) => {
    await expectRefusal(await call({ body: { ...HELLO, model } }), { status: 400, names: '`model`' });
  });
});

describe('a body', () => {
  const text = JSON.stringify(HELLO);

  it.each([
    ['nothing', ''],
    ['no JSON', 'hello'],
    ['JSON that stops half-way', text.slice(0, -3)],
    ['text behind the object', `${text}x`],
    ['an array', '[]'],
    ['a text', '"claude"'],
    ['a trailing comma', text.replace(/}$/, ',}')],
    ['model twice', text.replace('{', '{"model":"claude-haiku-4-5",')],
    ['model twice, once with escapes', text.replace('{', '{"mod\\u0065l":"claude-haiku-4-5",')],
    ['another member twice', text.replace('{', '{"max_tokens":1,')],
    ['200 levels of nesting', text.replace('"Hi"', `${'['.repeat(200)}${']'.repeat(200)}`)],
    ['stream as a text', text.replace('{', '{"stream":"true",')],
    ['stream as a number', text.replace('{', '{"stream":1,')],
    ['a byte order mark', `\ufeff${text}`],
  ])('of %s is refused', async (_name, body) => {
    await expectRefusal(await call({ body }), { status: 400 });
  });

  it('that is not UTF-8 is refused', async () => {
    await expectRefusal(await call({ body: Buffer.from(text.replace('Hi', '\u00ff'), 'latin1') }), {
      status: 400,
    });
  });

  it('that is not the gzip it claims to be is refused', async () => {
    await expectRefusal(await call({ headers: { 'content-encoding': 'gzip' } }), { status: 400 });
  });

  it('of an unknown encoding is refused', async () => {
    await expectRefusal(await call({ headers: { 'content-encoding': 'zstd' } }), { status: 415 });
  });

  it('of 21 MB is too large, announced or not, and so is a small gzip that becomes as large', async () => {
    const large = Buffer.from(text.replace('Hi', 'a'.repeat(21 * 1_048_576)));
    const tooLarge = { status: 413, type: 'request_too_large', names: '20 MB' };
    await expectRefusal(await call({ body: large }), tooLarge);
    const chunked = { 'transfer-encoding': 'chunked', 'content-length': undefined };
    await expectRefusal(await call({ body: large, headers: chunked }), tooLarge);
    const gzip = { 'content-encoding': 'gzip' };
    await expectRefusal(await call({ body: gzipSync(large), headers: gzip }), tooLarge);
  });

  it('of exactly 20 MB passes', async () => {
    const cap = 20 * 1_048_576;
    const body = text.replace('Hi', 'a'.repeat(cap - text.length + 2));
    expect(Buffer.byteLength(body)).toBe(cap);
    expect((await call({ body })).status).toBe(200);
  });

  it('that never ends sends nothing', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.resume();
    socket.write(
      `POST ${MESSAGES_PATH} HTTP/1.1\r\nhost: x\r\nx-api-key: ${tenant.apiKey}\r\ncontent-length: ${text.length}\r\n\r\n${text.slice(0, 40)}`,
    );
    await new Promise((resolve) => setImmediate(resolve));
    socket.end();
    await new Promise((resolve) => socket.once('close', resolve));
    expect((await call()).status).toBe(200);
    expect(service.provider.requests).toHaveLength(1);
  });
});

describe('the edge', () => {
  it("answers an unknown key in provider A's envelope", async () => {
    for (const path of [MESSAGES_PATH, COUNT_TOKENS_PATH]) {
      const answer = await call({ apiKey: 'svc_live_unknown', path });
      await expectRefusal(answer, { status: 401, type: 'authentication_error', code: 'invalid_api_key' });
    }
  });

  it('takes the key as a bearer token too', async () => {
    const headers = { 'x-api-key': undefined, authorization: `Bearer ${tenant.apiKey}` };
    expect((await call({ headers })).status).toBe(200);
  });

  it('refuses an empty balance with 402 and sends nothing', async () => {
    const { apiKey } = await seedTenant(service.dataSource, { balanceUsd: '0' });
    for (const stream of [false, true])
      await expectRefusal(await call({ apiKey, body: { ...HELLO, stream } }), {
        status: 402,
        type: 'billing_error',
        code: 'insufficient_balance',
      });
  });

  it('limits the rate with the headers that say so', async () => {
    const { apiKey } = await seedTenant(service.dataSource, {
      rateLimits: { inference: { per_second: 1, burst: 1 } },
    });
    const first = await call({ apiKey });
    expect(first.headers).toMatchObject({
      'x-ratelimit-limit-requests': '1',
      'x-ratelimit-remaining-requests': '0',
    });
    service.provider.reset();
    const second = await call({ apiKey });
    expect(second.headers['retry-after']).toBe('1');
    await expectRefusal(second, { status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded' });
  });

  it('holds money for a call while it runs, and gives it back', async () => {
    const { apiKey } = await seedTenant(service.dataSource, { balanceUsd: '0.001' });
    await (await call({ apiKey })).whole();
    await eventually(
      async () => ((await call({ apiKey })).status === 200 ? true : undefined),
      'a second call',
    );
  });
});

it('a provider without an account answers 503', async () => {
  const poor = await startTestApplication({
    environment: { PROVIDER_A_API_KEY: '', HOSTED_API_KEY: '' },
    database: service.database,
    provider: service.provider,
  });
  try {
    for (const model of ['claude-sonnet-5-5', 'openai/gpt-oss-120b']) {
      const answer = await openRaw(poor.url, { apiKey: tenant.apiKey, body: { ...HELLO, model } });
      await expectRefusal(answer, { status: 503, type: 'api_error', code: 'provider_not_configured' });
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
      expect(answer.headers['x-should-retry']).toBe('false');
    }
  } finally {
    await poor.stop();
  }
});
