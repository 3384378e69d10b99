import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type RunningSimulator } from '../start-simulator.js';

/** Whatever JSON came back: the assertions say what it must be. */
type Json = ReturnType<typeof JSON.parse>;

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, pace: 0, batchDelayMs: 60_000, batchPolls: 2 });
});
afterAll(() => simulator.close());

const HEADERS = { 'x-api-key': 'any', 'anthropic-version': '2023-06-01', 'content-type': 'application/json' };
const OLD_MODEL = 'claude-sonnet-4-5';
const USER = { role: 'user', content: 'Hello' };
/** What `TOOL` is for. */
const LOOK = { role: 'user', content: 'Look for words' };
const TOOL = {
  name: 'find',
  description: 'Looks for words',
  input_schema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
};

function call(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = HEADERS,
): Promise<Response> {
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  return fetch(`${simulator.url}/provider-a/v1${path}`, init);
}
const ask = (body: object): Promise<Response> =>
  call('POST', '/messages', { model: OLD_MODEL, max_tokens: 500, messages: [USER], ...body });
const eventsOf = (text: string): Json[] =>
  [...text.matchAll(/^event: (.*)\ndata: (.*)$/gm)].map(([, event, data]) => {
    const parsed = JSON.parse(data!);
    expect(parsed.type).toBe(event);
    return parsed;
  });

describe('simulated provider A, messages', () => {
  it('answers with a labelled message', async () => {
    const answer = await ask({});
    const body: Json = await answer.json();
    expect(answer.headers.get('x-simulated')).toBe('true');
    expect(body).toMatchObject({
      type: 'message',
      role: 'assistant',
      model: OLD_MODEL,
      stop_reason: 'end_turn',
    });
    expect(body.content[0].text).toMatch(/^\[simulated\].*Hello/);
    expect(body.usage).toMatchObject({ input_tokens: 2, cache_read_input_tokens: 0 });
  });

  it('takes either kind of key and demands one', async () => {
    const { 'x-api-key': _dropped, ...rest } = HEADERS;
    const body = { model: OLD_MODEL, max_tokens: 5, messages: [USER] };
    expect((await call('POST', '/messages', body, rest)).status).toBe(401);
    expect((await call('POST', '/messages', body, { ...rest, authorization: 'Bearer k' })).status).toBe(200);
  });

  const useOf = (id: string): object => ({
    role: 'assistant',
    content: [{ type: 'tool_use', id, name: 'find', input: {} }],
  });
  const resultOf = (id: string): object => ({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: id, content: 'x' }],
  });
  const mark = { type: 'text', text: 'x', cache_control: { type: 'ephemeral' } };
  it.each([
    ['no max_tokens', { max_tokens: undefined }, /max_tokens: Field required/],
    ['too many max_tokens', { max_tokens: 64_001 }, /max_tokens/],
    ['an unknown field', { n: 1 }, /Extra inputs/],
    [
      'an empty text block',
      { messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] },
      /non-empty/,
    ],
    ['temperature beside top_p', { temperature: 0.5, top_p: 0.5 }, /cannot both/],
    ['temperature above one', { temperature: 1.5 }, /temperature/],
    ['sampling on a newer model', { model: 'claude-opus-4-8', temperature: 0.5 }, /not supported/],
    [
      'forced tools on a model without them',
      { model: 'claude-sonnet-5-5', tools: [TOOL], tool_choice: { type: 'any' } },
      /tool_choice/,
    ],
    [
      'disabled thinking where it cannot be',
      { model: 'claude-sonnet-5-5', thinking: { type: 'disabled' } },
      /thinking/,
    ],
    [
      'any off switch on a model that always thinks',
      { model: 'claude-opus-5-5', thinking: { type: 'between_tools' } },
      /thinking/,
    ],
    ['a small budget', { thinking: { type: 'enabled', budget_tokens: 10 } }, /budget_tokens/],
    ['a budget over the limit', { thinking: { type: 'enabled', budget_tokens: 1_024 } }, /max_tokens/],
    ['a call that nothing answers', { messages: [USER, useOf('a'), USER] }, /without `tool_result` blocks/],
    ['a result that answers nothing', { messages: [USER, resultOf('a')] }, /unexpected `tool_use_id`/],
    ['a foreign tool id', { messages: [USER, useOf('a.b:0'), resultOf('a.b:0')] }, /pattern/],
    [
      'text before a tool result',
      { messages: [USER, useOf('a'), USER, resultOf('a')] },
      /before other content/,
    ],
    [
      'prefill on a newer model',
      { model: 'claude-opus-4-6', messages: [USER, { role: 'assistant', content: 'So' }] },
      /prefill/,
    ],
    [
      'prefill with trailing space',
      { messages: [USER, { role: 'assistant', content: 'So ' }] },
      /whitespace/,
    ],
    [
      'a fifth cache mark',
      { messages: [{ role: 'user', content: [mark, mark, mark, mark, mark] }] },
      /maximum of 4/,
    ],
    ['other metadata', { metadata: { team: 'x' } }, /metadata/],
    ['an address as user id', { metadata: { user_id: 'me@example.com' } }, /user_id/],
    ['a blank stop sequence', { stop_sequences: [' '] }, /stop_sequences/],
    [
      'a choice at the root of a tool schema',
      { tools: [{ name: 'f', input_schema: { type: 'object', anyOf: [] } }] },
      /top level/,
    ],
    [
      'an open output object',
      { output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } },
      /additionalProperties/,
    ],
    [
      'a mislabelled image',
      {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: '/9j/4AAQ' } },
            ],
          },
        ],
      },
      /appears to be/,
    ],
    ['fast mode elsewhere', { speed: 'fast' }, /speed/],
  ])('refuses %s', async (_name, changes, message) => {
    const answer = await ask(changes);
    const body: Json = await answer.json();
    expect(answer.status).toBe(400);
    expect(body).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } });
    expect(body.error.message).toMatch(message);
    expect(body.request_id).toBe(answer.headers.get('request-id'));
  });

  it('refuses an unknown model with 404 and a missing version with 400', async () => {
    expect((await ask({ model: 'gpt-4o' })).status).toBe(404);
    const { 'anthropic-version': _dropped, ...rest } = HEADERS;
    expect((await call('POST', '/messages', {}, rest)).status).toBe(400);
  });

  it('streams the native grammar with cumulative usage at the end', async () => {
    const whole: Json = await (await ask({})).json();
    const events = eventsOf(await (await ask({ stream: true })).text());
    const types = events.map((event) => event.type);
    expect(types.slice(0, 3)).toEqual(['message_start', 'content_block_start', 'ping']);
    expect(types.slice(-3)).toEqual(['content_block_stop', 'message_delta', 'message_stop']);
    expect(events.map((event) => event.delta?.text ?? '').join('')).toBe(whole.content[0].text);
    expect(events.at(-2)).toMatchObject({
      delta: { stop_reason: 'end_turn' },
      usage: { output_tokens: whole.usage.output_tokens },
    });
  });

  it('calls tools and answers their results', async () => {
    const first: Json = await (await ask({ tools: [TOOL], messages: [LOOK] })).json();
    expect(first).toMatchObject({
      stop_reason: 'tool_use',
      content: [{ type: 'tool_use', input: { query: 'Look for words' } }],
    });
    const result = { type: 'tool_result', tool_use_id: first.content[0].id, content: '42 things' };
    const messages = [
      LOOK,
      { role: 'assistant', content: first.content },
      { role: 'user', content: [result] },
    ];
    const second: Json = await (await ask({ tools: [TOOL], messages })).json();
    expect(second.content[0].text).toContain('42 things');
  });

  it('signs its thinking and takes back only what it signed', async () => {
    const request = { model: 'claude-opus-5-5', tools: [TOOL] };
    const first: Json = await (await ask({ ...request, messages: [LOOK] })).json();
    const [thinking, use] = first.content;
    expect(thinking).toMatchObject({ type: 'thinking', thinking: '' });
    const replay = (content: object[], question = LOOK): Promise<Response> =>
      ask({
        ...request,
        messages: [question, { role: 'assistant', content }, resultOf(use.id)],
      });
    expect((await replay([thinking, use])).status).toBe(200);
    expect((await replay([{ ...thinking, thinking: 'changed' }, use])).status).toBe(400);
    expect((await replay([thinking, use], { role: 'user', content: 'Changed' })).status).toBe(400);
  });

  it('writes a marked prefix once and reads it the second time', async () => {
    const system = [{ type: 'text', text: 'x'.repeat(400), cache_control: { type: 'ephemeral', ttl: '1h' } }];
    const first: Json = await (await ask({ system })).json();
    const second: Json = await (await ask({ system })).json();
    expect(first.usage).toMatchObject({
      cache_creation: { ephemeral_1h_input_tokens: 100 },
      cache_read_input_tokens: 0,
    });
    expect(second.usage).toMatchObject({
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 100,
      input_tokens: 2,
    });
  });

  it('fills the requested output schema', async () => {
    const schema = {
      type: 'object',
      properties: { mood: { enum: ['good'] }, score: { type: 'integer' } },
      required: ['mood', 'score'],
      additionalProperties: false,
    };
    const body: Json = await (
      await ask({ output_config: { format: { type: 'json_schema', schema } } })
    ).json();
    expect(JSON.parse(body.content[0].text)).toEqual({ mood: 'good', score: 1 });
  });

  it('answers JSON when only the system prompt asks for it', async () => {
    const body: Json = await (
      await ask({ system: 'Answer with a single JSON object and nothing else.' })
    ).json();
    expect(JSON.parse(body.content[0].text)).toMatchObject({ simulated: true });
  });

  it('counts web searches', async () => {
    const body: Json = await (
      await ask({ tools: [{ type: 'web_search_20250305', name: 'web_search' }] })
    ).json();
    expect(body.usage.server_tool_use.web_search_requests).toBe(1);
    expect(body.content.map((block: Json) => block.type)).toEqual([
      'server_tool_use',
      'web_search_tool_result',
      'text',
    ]);
  });

  it('counts tokens without needing a limit', async () => {
    const answer = await call('POST', '/messages/count_tokens', { model: OLD_MODEL, messages: [USER] });
    expect(await answer.json()).toEqual({ input_tokens: 2 });
  });

  it('serves open models on the hosted side', async () => {
    const init = {
      method: 'POST',
      headers: HEADERS,
      body: JSON.stringify({ model: 'zai-org/GLM-5.3', max_tokens: 50, messages: [USER] }),
    };
    const answer = await fetch(`${simulator.url}/hosted/anthropic/v1/messages`, init);
    expect(await answer.json()).toMatchObject({ type: 'message', model: 'zai-org/GLM-5.3' });
  });
});

describe('simulated provider A, message batches', () => {
  const request = (id: string, params: object = {}): object => ({
    custom_id: id,
    params: { model: OLD_MODEL, max_tokens: 50, messages: [USER], ...params },
  });
  const create = async (...requests: object[]): Promise<Json> =>
    (await call('POST', '/messages/batches?beta=true', { requests })).json();
  const get = async (id: string): Promise<Json> => (await call('GET', `/messages/batches/${id}`)).json();

  it('runs to its end and serves results where it says', async () => {
    const created = await create(request('good'), request('bad', { max_tokens: undefined }));
    expect(created).toMatchObject({
      processing_status: 'in_progress',
      request_counts: { processing: 2 },
      results_url: null,
    });
    expect((await call('GET', `/messages/batches/${created.id}/results`)).status).toBe(409);
    await get(created.id);
    const ended = await get(created.id);
    expect(ended).toMatchObject({
      processing_status: 'ended',
      request_counts: { processing: 0, succeeded: 1, errored: 1 },
    });
    const text = await (await fetch(ended.results_url, { headers: HEADERS })).text();
    const results = text
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row));
    expect(results[0]).toMatchObject({
      custom_id: 'good',
      result: { type: 'succeeded', message: { usage: { service_tier: 'batch' } } },
    });
    expect(results[1]).toMatchObject({
      custom_id: 'bad',
      result: { type: 'errored', error: { type: 'error' } },
    });
  });

  it('cancels what has not run', async () => {
    const { id } = await create(request('a'), request('b'));
    const canceling: Json = await (await call('POST', `/messages/batches/${id}/cancel`)).json();
    expect(canceling.processing_status).toBe('canceling');
    await get(id);
    expect(await get(id)).toMatchObject({
      processing_status: 'ended',
      request_counts: { succeeded: 1, canceled: 1 },
    });
  });

  it('refuses doubled and malformed custom ids at once', async () => {
    expect(await create(request('a'), request('a'))).toHaveProperty('error');
    expect(await create(request('not valid'))).toHaveProperty('error');
  });

  it('deletes only ended batches', async () => {
    const { id } = await create(request('a'));
    expect((await call('DELETE', `/messages/batches/${id}`)).status).toBe(400);
    await get(id);
    await get(id);
    expect(await (await call('DELETE', `/messages/batches/${id}`)).json()).toEqual({
      id,
      type: 'message_batch_deleted',
    });
    expect((await call('GET', `/messages/batches/${id}`)).status).toBe(404);
  });

  it('walks the list in both directions', async () => {
    const [first, second, third] = [
      await create(request('a')),
      await create(request('a')),
      await create(request('a')),
    ];
    const list = async (query: string): Promise<Json> =>
      (await call('GET', `/messages/batches?${query}`)).json();
    expect(await list('limit=2')).toMatchObject({ first_id: third.id, last_id: second.id, has_more: true });
    expect((await list(`limit=1&after_id=${second.id}`)).first_id).toBe(first.id);
    expect(await list(`limit=5&before_id=${second.id}`)).toMatchObject({
      first_id: third.id,
      has_more: false,
    });
  });
});
