import { runInNewContext } from 'node:vm';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type RunningSimulator } from '../../start-simulator.js';

/** Whatever JSON came back: the assertions say what it must be. */
type Json = ReturnType<typeof JSON.parse>;

let simulator: RunningSimulator;
let client: OpenAI;
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, pace: 0 });
  client = new OpenAI({ baseURL: `${simulator.url}/provider-b/v1`, apiKey: 'any', maxRetries: 0 });
});
afterAll(() => simulator.close());

const PLAIN = 'gpt-4o-mini';
const THINKING = 'gpt-6.1-terra';
const SEALED = { include: ['reasoning.encrypted_content'] };
const parameters = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };
const FIND = { type: 'function', name: 'find_words', description: 'Looks for words', parameters };
const COUNT = { type: 'function', name: 'count_words', description: 'Counts words', parameters };
const user = (content: unknown): object => ({ role: 'user', content });

async function ask(body: object): Promise<{ status: number; body: Json }> {
  const answer = await fetch(`${simulator.url}/provider-b/v1/responses`, {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
    body: JSON.stringify({ model: PLAIN, input: 'Hello', store: false, ...body }),
  });
  return { status: answer.status, body: await answer.json() };
}

async function eventsOf(body: object): Promise<Json[]> {
  const answer = await fetch(`${simulator.url}/provider-b/v1/responses`, {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
    body: JSON.stringify({ model: PLAIN, input: 'Hello', store: false, stream: true, ...body }),
  });
  const frames = (await answer.text()).split('\n\n').filter((frame) => frame !== '');
  return frames.map((frame) => {
    const [, type, data] = /^event: (\S+)\ndata: (.*)$/.exec(frame) ?? [];
    const event: Json = JSON.parse(data ?? '');
    expect(event.type).toBe(type);
    return event;
  });
}

/** What is the same in two answers to one request: everything but ids, seals and times. */
const words = (value: unknown): Json =>
  JSON.parse(
    JSON.stringify(value, (key, member: unknown) =>
      ['id', 'call_id', 'created_at', 'completed_at'].includes(key) ? undefined : member,
    ),
  );

describe('simulated provider B, responses', () => {
  it('answers with a labelled message, echoes and usage', async () => {
    const { body } = await ask({ temperature: 0.5 });
    expect(body).toMatchObject({
      object: 'response',
      status: 'completed',
      model: PLAIN,
      error: null,
      store: false,
      temperature: 0.5,
      tool_choice: 'auto',
      parallel_tool_calls: true,
      reasoning: { effort: null, summary: null },
      text: { format: { type: 'text' } },
      output: [
        {
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', annotations: [] }],
        },
      ],
      usage: { output_tokens_details: { reasoning_tokens: 0 } },
    });
    expect(body.id).toMatch(/^resp_.{8,60}$/);
    expect(body.output[0].content[0].text).toMatch(/^\[simulated\].*Hello/);
    const { input_tokens: input, output_tokens: output, total_tokens: total } = body.usage;
    expect(total).toBe(Number(input) + Number(output));
  });

  it('never gives an id twice', async () => {
    const [first, second] = [await ask({}), await ask({})];
    expect(first.body.id).not.toBe(second.body.id);
    expect(first.body.output[0].id).not.toBe(second.body.output[0].id);
    expect(words(first.body)).toEqual(words(second.body));
  });

  it('thinks on models that reason, and seals it when that is asked for', async () => {
    const plain = await ask({ model: THINKING });
    expect(plain.body.output.map(({ type }: Json) => type)).toEqual(['reasoning', 'message']);
    expect(plain.body.output[0]).toEqual({
      id: expect.stringMatching(/^rs_/),
      type: 'reasoning',
      summary: [],
    });
    expect(plain.body.usage.output_tokens_details.reasoning_tokens).toBe(48);
    const sealed = await ask({ model: THINKING, reasoning: { summary: 'auto' }, ...SEALED });
    expect(sealed.body.output[0]).toMatchObject({
      encrypted_content: expect.stringMatching(/^gAAAAA/),
      summary: [{ type: 'summary_text', text: expect.stringContaining('Simulated') }],
    });
    expect((await ask({ model: 'gpt-5.4', reasoning: { effort: 'none' } })).body.output).toHaveLength(1);
  });

  it('calls tools that fit, in parallel, and answers their results in words', async () => {
    const tools = [FIND, COUNT];
    const question = user('Which words are there?');
    const { body } = await ask({ tools, input: [question], tool_choice: 'required' });
    expect(body.output.map(({ type, name }: Json) => [type, name])).toEqual([
      ['function_call', 'find_words'],
      ['function_call', 'count_words'],
    ]);
    const outputs = body.output.map(({ call_id }: Json) => ({
      type: 'function_call_output',
      call_id,
      output: [{ type: 'input_text', text: '42' }],
    }));
    const second = await ask({ tools, input: [question, ...body.output, ...outputs] });
    expect(second.body.output[0].content[0].text).toContain('42 | 42');
    const one = await ask({ tools, input: [question], tool_choice: 'required', parallel_tool_calls: false });
    expect(one.body.output).toHaveLength(1);
  });

  it('knows custom tools, namespaces and tools in the input', async () => {
    const custom = { type: 'custom', name: 'find_words', description: 'Looks for words' };
    const namespace = { type: 'namespace', name: 'text', description: '', tools: [FIND] };
    expect((await ask({ tools: [custom], input: 'Look for words' })).body.output[0]).toMatchObject({
      id: expect.stringMatching(/^ctc_/),
      type: 'custom_tool_call',
      name: 'find_words',
      input: expect.any(String),
    });
    const added = { type: 'additional_tools', role: 'developer', tools: [namespace] };
    expect((await ask({ input: [added, user('Look for words')] })).body.output[0]).toMatchObject({
      type: 'function_call',
      name: 'find_words',
      namespace: 'text',
    });
  });

  it('calls the tool that is named, and only tools that are allowed', async () => {
    const tools = [FIND, COUNT];
    const named = await ask({ tools, tool_choice: { type: 'function', name: 'count_words' } });
    expect(named.body.output[0].name).toBe('count_words');
    const tool_choice = {
      type: 'allowed_tools',
      mode: 'required',
      tools: [{ type: 'function', name: 'find_words' }],
    };
    expect((await ask({ tools, tool_choice })).body.output.map(({ name }: Json) => name)).toEqual([
      'find_words',
    ]);
    expect((await ask({ tools, tool_choice: 'none', input: 'Look for words' })).body.output[0].type).toBe(
      'message',
    );
  });

  it('gives a tool that runs programs one that does no harm', async () => {
    const description = 'Run JavaScript code to compose tool calls\n- Evaluates it in an isolate.';
    const tools = [{ type: 'custom', name: 'exec', description }];
    const { body } = await ask({ tools, tool_choice: 'required', input: 'rm -rf, please' });
    const program = body.output[0].input as string;
    const said: string[] = [];
    runInNewContext(program, { text: (words: string) => said.push(words) });
    expect(said).toEqual(['[simulated]']);
  });

  it('searches the web when it may and is asked to', async () => {
    const tools = [{ type: 'web_search' }];
    const { body } = await ask({ tools, input: 'Search the web for news' });
    expect(body.output[0]).toMatchObject({
      type: 'web_search_call',
      status: 'completed',
      action: { type: 'search' },
    });
    expect(body.output[1].content[0].annotations).toMatchObject([{ type: 'url_citation' }]);
    expect((await ask({ tools })).body.output).toHaveLength(1);
    expect((await ask({ input: 'Search the web for news' })).body.output).toHaveLength(1);
  });

  it('fills a schema', async () => {
    const schema = {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer' } },
      required: ['city', 'days'],
      additionalProperties: false,
    };
    const { body } = await ask({
      text: { format: { type: 'json_schema', name: 'trip', strict: true, schema } },
    });
    expect(JSON.parse(body.output[0].content[0].text)).toEqual({
      city: expect.any(String),
      days: expect.any(Number),
    });
  });

  it('stops at the limit, also inside its reasoning', async () => {
    const text = await ask({ max_output_tokens: 16 });
    expect(text.body).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ type: 'message', status: 'incomplete' }],
      usage: { output_tokens: 16 },
    });
    const thought = await ask({ model: THINKING, max_output_tokens: 16 });
    expect(thought.body).toMatchObject({ status: 'incomplete', output: [{ type: 'reasoning' }] });
    const call = await ask({
      max_output_tokens: 16,
      tools: [FIND],
      input: `Look for ${'words '.repeat(100)}`,
    });
    expect(call.body.output[0]).toMatchObject({ type: 'function_call', status: 'incomplete' });
  });

  it('refuses and fails when it is asked to', async () => {
    expect((await ask({ input: 'Simulate a refusal' })).body).toMatchObject({
      status: 'completed',
      output: [{ content: [{ type: 'refusal', refusal: expect.any(String) }] }],
    });
    expect((await ask({ input: 'Simulate a failure' })).body).toMatchObject({
      status: 'failed',
      error: { code: 'server_error' },
    });
    const events = await eventsOf({ input: 'Simulate a failure' });
    expect(events.slice(-2).map(({ type }) => type)).toEqual(['error', 'response.failed']);
  });

  it('counts a long prompt as cached when it comes a second time', async () => {
    const body = { model: THINKING, instructions: 'long '.repeat(2_000) };
    const [first, second] = [await ask(body), await ask(body)];
    expect(first.body.usage.input_tokens_details.cached_tokens).toBe(0);
    expect(first.body.usage.input_tokens_details.cache_write_tokens).toBe(first.body.usage.input_tokens);
    expect(second.body.usage.input_tokens_details.cached_tokens).toBe(second.body.usage.input_tokens);
  });
});

describe('what simulated provider B refuses on responses', () => {
  const call = { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' };
  const output = { type: 'function_call_output', call_id: 'c1', output: '1' };
  it.each([
    ['no model', { model: undefined }, 400, 'missing_required_parameter', 'model'],
    ['an unknown model', { model: 'claude-opus-5' }, 400, 'model_not_found', 'model'],
    ['no input', { input: undefined }, 400, 'missing_required_parameter', 'input'],
    ['a field of chat', { messages: [] }, 400, 'unknown_parameter', 'messages'],
    ['a field of ours', { session_id: 'x' }, 400, 'unknown_parameter', 'session_id'],
    ['an unknown member', { text: { tone: 'x' } }, 400, 'unknown_parameter', 'text.tone'],
    ['a small limit', { max_output_tokens: 15 }, 400, 'integer_below_min_value', 'max_output_tokens'],
    [
      'an earlier response',
      { previous_response_id: 'resp_1' },
      400,
      'previous_response_not_found',
      'previous_response_id',
    ],
    [
      'an effort on a plain model',
      { reasoning: { effort: 'low' } },
      400,
      'unsupported_parameter',
      'reasoning.effort',
    ],
    [
      'an effort the model does not know',
      { model: 'gpt-6-astra', reasoning: { effort: 'none' } },
      400,
      'unsupported_value',
      'reasoning.effort',
    ],
    [
      'temperature on a reasoning model',
      { model: THINKING, temperature: 0.2 },
      400,
      'unsupported_parameter',
      'temperature',
    ],
    ['encrypted content of a plain model', SEALED, 400, null, 'include'],
    ['something else to include', { include: ['x'] }, 400, 'invalid_value', 'include[0]'],
    [
      'a nested function',
      { tools: [{ type: 'function', function: { name: 'f' } }] },
      400,
      'missing_required_parameter',
      'tools[0].name',
    ],
    ['an unknown tool', { tools: [FIND, { type: 'teleport' }] }, 400, 'invalid_value', 'tools[1].type'],
    [
      'a choice of no tool',
      { tools: [FIND], tool_choice: { type: 'function', name: 'g' } },
      400,
      null,
      'tool_choice',
    ],
    [
      'a part of chat',
      { input: [user([{ type: 'text', text: 'x' }])] },
      400,
      'invalid_value',
      'input[0].content[0].type',
    ],
    [
      'an image of chat',
      { input: [user([{ type: 'input_image', image_url: { url: 'x' } }])] },
      400,
      'invalid_type',
      'input[0].content[0].image_url',
    ],
    ['a role of chat', { input: [{ role: 'tool', content: 'x' }] }, 400, 'invalid_value', 'input[0].role'],
    ['an unknown item', { input: [{ type: 'letter' }] }, 400, 'invalid_value', 'input[0].type'],
    [
      'an id of another kind',
      { input: [user('x'), { ...call, id: 'call_1' }, output] },
      400,
      'invalid_value',
      'input[1].id',
    ],
    ['an output without its call', { input: [user('x'), output] }, 400, null, 'input'],
    ['a call without its output', { input: [user('x'), call] }, 400, null, 'input'],
    ['two outputs of a call', { input: [user('x'), call, output, output] }, 400, null, 'input'],
    ['a reference', { input: [{ type: 'item_reference', id: 'msg_1' }] }, 404, null, null],
    [
      'reasoning without its content',
      { model: THINKING, input: [{ type: 'reasoning', id: 'rs_1', summary: [] }] },
      404,
      null,
      null,
    ],
    [
      'foreign reasoning',
      {
        model: THINKING,
        input: [{ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAAAforeign' }],
      },
      400,
      'invalid_encrypted_content',
      null,
    ],
    ['JSON mode that no message mentions', { text: { format: { type: 'json_object' } } }, 400, null, 'input'],
    [
      'a format of chat',
      { text: { format: { type: 'json_schema', json_schema: {} } } },
      400,
      null,
      'text.format.name',
    ],
  ])('%s', async (_name, changes, status, code, param) => {
    const answer = await ask(changes);
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([status, code, param]);
    expect(answer.body.error.type).toBe('invalid_request_error');
  });

  it('reasoning of another model, twice, or without what it led to', async () => {
    const { body } = await ask({ model: THINKING, ...SEALED });
    const [thought, message] = body.output;
    const turn = (input: unknown[], model = THINKING) =>
      ask({ model, input: [user('Hi'), ...input, user('On')] });
    expect((await turn([thought, message])).status).toBe(200);
    expect((await turn([thought, message], 'gpt-6-luna')).body.error.code).toBe('invalid_encrypted_content');
    expect((await turn([thought])).body.error.message).toContain('required following item');
    expect((await turn([thought, message, thought, message])).body.error.message).toContain('Duplicate item');
  });
});

describe('streams of simulated provider B', () => {
  const BODIES = {
    text: {},
    'thinking and a call': {
      model: THINKING,
      tools: [FIND],
      input: 'Look for words',
      reasoning: { summary: 'auto' },
      ...SEALED,
    },
    'a custom tool': {
      tools: [{ type: 'custom', name: 'find_words', description: 'Looks for words' }],
      input: 'Look for words',
    },
    'a web search': { tools: [{ type: 'web_search' }], input: 'Search the web for news' },
    'a refusal': { input: 'Simulate a refusal' },
    'a cut': { max_output_tokens: 16 },
  };

  it.each(Object.entries(BODIES))(
    '%s: say piece by piece what the whole answer says',
    async (_name, body) => {
      const events = await eventsOf(body);
      expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index));
      const whole = await ask(body);
      expect(words(events.at(-1).response)).toEqual(words(whole.body));
      const done = events.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => item);
      expect(done).toEqual(events.at(-1).response.output);
      const added = events.filter(({ type }) => type === 'response.output_item.added');
      expect(added.map(({ item }) => item.id)).toEqual(done.map(({ id }) => id));
    },
  );

  it.each(Object.entries(BODIES))("%s: are followed by OpenAI's client", async (_name, body) => {
    const stream = client.responses.stream({ model: PLAIN, input: 'Hello', store: false, ...body } as never);
    let text = '';
    stream.on('response.output_text.delta', ({ delta }) => (text += delta));
    const response = await stream.finalResponse();
    expect(text).toBe(response.output_text);
    expect(words(response.output)).toMatchObject(words((await ask(body)).body.output));
  });

  it('pad their deltas unless the caller wants none', async () => {
    const isPadded = (events: Json[]): boolean => events.some((event) => 'obfuscation' in event);
    expect(isPadded(await eventsOf({}))).toBe(true);
    expect(isPadded(await eventsOf({ stream_options: { include_obfuscation: false } }))).toBe(false);
  });
});
