import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type RunningSimulator } from '../start-simulator.js';

/** Whatever JSON came back: the assertions say what it must be. */
type Json = ReturnType<typeof JSON.parse>;

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, pace: 0, batchDelayMs: 60_000 });
});
afterAll(() => simulator.close());

const AUTH = { authorization: 'Bearer any', 'content-type': 'application/json' };
const MESSAGES = [{ role: 'user', content: 'Hello' }];
const TOOL = {
  type: 'function',
  function: {
    name: 'find',
    description: 'Looks for words',
    parameters: { type: 'object', properties: { query: {} }, required: ['query'] },
  },
};

function post(path: string, body: unknown, headers: Record<string, string> = AUTH): Promise<Response> {
  return fetch(`${simulator.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}
const chat = (body: object, base = '/provider-b/v1'): Promise<Response> =>
  post(`${base}/chat/completions`, { model: 'gpt-4o-mini', messages: MESSAGES, ...body });
const chunksOf = (text: string): Json[] =>
  text
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice(6)));

describe('simulated provider B, chat', () => {
  it('answers with a labelled completion and usage', async () => {
    const answer = await chat({});
    const body: Json = await answer.json();
    expect(answer.headers.get('x-simulated')).toBe('true');
    expect(body).toMatchObject({
      object: 'chat.completion',
      system_fingerprint: 'simulated',
      model: 'gpt-4o-mini',
    });
    expect(body.choices[0].message.content).toMatch(/^\[simulated\].*Hello/);
    expect(body.usage.prompt_tokens).toBe(2);
    expect(body.usage.total_tokens).toBe(2 + Number(body.usage.completion_tokens));
  });

  it('demands a key', async () => {
    const answer = await post('/provider-b/v1/chat/completions', {}, { 'content-type': 'application/json' });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      error: { type: 'invalid_request_error', code: 'invalid_api_key' },
    });
  });

  it.each([
    ['no model', { model: undefined }, 400],
    ['no messages', { messages: undefined }, 400],
    ['an unknown field', { session_id: 'x' }, 400],
    ['an unknown model', { model: 'claude-opus-5' }, 404],
    ['a responses-only model', { model: 'gpt-5.2-pro' }, 404],
    ['max_tokens on a reasoning model', { model: 'gpt-5.4', max_tokens: 10 }, 400],
    ['temperature on a reasoning model', { model: 'o4-mini', temperature: 0.2 }, 400],
    ['an effort the model does not know', { model: 'gpt-6-astra', reasoning_effort: 'none' }, 400],
    ['an effort on a plain model', { reasoning_effort: 'low' }, 400],
    ['usage asked of a whole answer', { stream_options: { include_usage: true } }, 400],
    ['an empty tool list', { tools: [] }, 400],
    ['a tool choice without tools', { tool_choice: 'auto' }, 400],
    [
      'a tool message that answers nothing',
      { messages: [...MESSAGES, { role: 'tool', tool_call_id: 'a', content: '' }] },
      400,
    ],
    [
      'a call that nothing answers',
      {
        messages: [
          {
            role: 'assistant',
            tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '' } }],
          },
          ...MESSAGES,
        ],
      },
      400,
    ],
    ['JSON mode that no message mentions', { response_format: { type: 'json_object' } }, 400],
    [
      'a strict schema with an open object',
      {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'n', strict: true, schema: { type: 'object', properties: {} } },
        },
      },
      400,
    ],
  ])('refuses %s', async (_name, changes, status) => {
    const answer = await chat(changes);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  it('refuses a body that is no JSON object', async () => {
    for (const body of ['{', '[]', '']) {
      const init = { method: 'POST', headers: AUTH, body };
      expect((await fetch(`${simulator.url}/provider-b/v1/chat/completions`, init)).status).toBe(400);
    }
  });

  it('accepts temperature on a reasoning model whose reasoning is off', async () => {
    const answer = await chat({ model: 'gpt-5.4', reasoning_effort: 'none', temperature: 0.2 });
    expect(answer.status).toBe(200);
  });

  it('reports hidden reasoning tokens on reasoning models', async () => {
    const body: Json = await (await chat({ model: 'o4-mini' })).json();
    expect(body.usage.completion_tokens_details.reasoning_tokens).toBe(48);
    expect(body.choices[0].message).not.toHaveProperty('reasoning');
  });

  it('gives as many choices as asked for', async () => {
    const body: Json = await (await chat({ n: 3 })).json();
    expect(new Set(body.choices.map((choice: Json) => choice.message.content)).size).toBe(3);
  });

  it('counts a long prompt as cached when it comes a second time', async () => {
    const messages = [{ role: 'user', content: 'long '.repeat(2_000) }];
    const first: Json = await (await chat({ messages })).json();
    const second: Json = await (await chat({ messages })).json();
    expect(first.usage.prompt_tokens_details.cached_tokens).toBe(0);
    expect(second.usage.prompt_tokens_details.cached_tokens).toBe(second.usage.prompt_tokens);
  });

  it('streams the same text as the whole answer, with usage only when asked', async () => {
    const whole: Json = await (await chat({})).json();
    const plain = await (await chat({ stream: true })).text();
    const counted = chunksOf(
      await (await chat({ stream: true, stream_options: { include_usage: true } })).text(),
    );
    const text = chunksOf(plain).map((chunk) => chunk.choices[0].delta.content ?? '');
    expect(text.join('')).toBe(whole.choices[0].message.content);
    expect(plain.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(plain).not.toContain('"usage"');
    expect(counted.slice(0, -1).every((chunk) => chunk.usage === null)).toBe(true);
    expect(counted.at(-1)).toMatchObject({ choices: [], usage: whole.usage });
  });

  it('streams tool arguments that join to JSON', async () => {
    const chunks = chunksOf(
      await (
        await chat({ stream: true, tools: [TOOL], messages: [{ role: 'user', content: 'Look for words' }] })
      ).text(),
    );
    const calls = chunks.flatMap((chunk) => chunk.choices[0].delta.tool_calls ?? []);
    expect(calls[0]).toMatchObject({ index: 0, type: 'function', function: { name: 'find', arguments: '' } });
    expect(JSON.parse(calls.map((call) => call.function.arguments).join(''))).toEqual({
      query: 'Look for words',
    });
    expect(chunks.at(-1).choices[0].finish_reason).toBe('tool_calls');
  });
});

describe('simulated marketplace and hosted provider', () => {
  it('reports cost and sends comments before the first chunk', async () => {
    const text = await (
      await chat({ model: 'z-ai/glm-5.3', session_id: 's', stream: true }, '/marketplace/api/v1')
    ).text();
    expect(text).toMatch(/^: OPENROUTER PROCESSING\n\n/);
    const last = chunksOf(text).at(-1);
    expect(last.choices).toHaveLength(1);
    expect(last.usage.cost).toBe(
      (last.usage.prompt_tokens * 250 + last.usage.completion_tokens * 1_000) / 1e9,
    );
  });

  it('wears the status as code in the marketplace envelope', async () => {
    const answer = await chat({ model: 'no-slash' }, '/marketplace/api/v1');
    expect(await answer.json()).toMatchObject({ error: { code: 400 } });
  });

  it('shows reasoning as each host does and honours off', async () => {
    const market: Json = await (await chat({ model: 'z-ai/glm-5.3' }, '/marketplace/api/v1')).json();
    const hosted: Json = await (await chat({ model: 'zai-org/GLM-5.3' }, '/hosted/v1')).json();
    const off: Json = await (
      await chat({ model: 'zai-org/GLM-5.3', chat_template_kwargs: { enable_thinking: false } }, '/hosted/v1')
    ).json();
    expect(market.choices[0].message.reasoning).toContain('Simulated');
    expect(hosted.choices[0].message.reasoning_content).toContain('Simulated');
    expect(off.choices[0].message).not.toHaveProperty('reasoning_content');
  });
});

describe('simulated provider B, embeddings', () => {
  const embed = (body: object): Promise<Response> =>
    post('/provider-b/v1/embeddings', { model: 'text-embedding-3-small', input: 'a', ...body });

  it('makes equal unit vectors from equal inputs, in both encodings', async () => {
    const floats: Json = await (await embed({ input: ['a', 'b', 'a'], dimensions: 8 })).json();
    const base64: Json = await (await embed({ dimensions: 8, encoding_format: 'base64' })).json();
    const [first, second, third] = floats.data.map((item: Json) => item.embedding as number[]);
    expect(first).toEqual(third);
    expect(first).not.toEqual(second);
    expect(Math.hypot(...first)).toBeCloseTo(1, 5);
    const bytes = Buffer.from(base64.data[0].embedding, 'base64');
    expect(Array.from({ length: 8 }, (_unused, index) => bytes.readFloatLE(index * 4))).toEqual(first);
  });

  it('counts token arrays by their length', async () => {
    const body: Json = await (await embed({ input: [[1, 2, 3], [4]] })).json();
    expect(body.data).toHaveLength(2);
    expect(body.usage).toEqual({ prompt_tokens: 4, total_tokens: 4 });
  });

  it.each([
    ['an empty text', { input: '' }],
    ['an empty list', { input: [] }],
    ['too many dimensions', { dimensions: 1_537 }],
    ['dimensions on ada', { model: 'text-embedding-ada-002', dimensions: 8 }],
    ['a mixed list', { input: ['a', 1] }],
  ])('refuses %s', async (_name, changes) => {
    expect((await embed(changes)).status).toBe(400);
  });
});
