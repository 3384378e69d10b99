import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Catalog } from '../../src/catalog/catalog.js';
import { startSimulator } from '../../src/simulator/start-simulator.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';

const QUESTION = { role: 'user', content: 'What is the weather in Paris?' };
const PARAMETERS = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const TOOLS = [
  {
    type: 'function',
    function: { name: 'get_weather', description: 'Weather of a city', parameters: PARAMETERS },
  },
];
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string' }, count: { type: 'integer', minimum: 1 } },
  required: ['name', 'count'],
  additionalProperties: false,
};
/** An id that another vendor minted, with characters that provider A refuses. */
const FOREIGN_CALL = {
  id: 'functions.get_weather:0',
  type: 'function',
  function: { name: 'get_weather', arguments: '{"city":"Paris"}' },
};

/** Requests that a caller may send to any chat model, whatever its vendor. */
const REQUESTS: Readonly<Record<string, object>> = {
  'a question': { messages: [QUESTION] },
  'system and developer messages': {
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'developer', content: 'In French.' },
      QUESTION,
    ],
  },
  tools: { messages: [QUESTION], tools: TOOLS },
  'a required tool': { messages: [QUESTION], tools: TOOLS, tool_choice: 'required' },
  'a named tool': {
    messages: [QUESTION],
    tools: TOOLS,
    tool_choice: { type: 'function', function: { name: 'get_weather' } },
  },
  'no parallel tools': { messages: [QUESTION], tools: TOOLS, parallel_tool_calls: false },
  "another vendor's tool loop": {
    tools: TOOLS,
    messages: [
      QUESTION,
      { role: 'assistant', content: null, tool_calls: [FOREIGN_CALL] },
      { role: 'tool', tool_call_id: FOREIGN_CALL.id, content: 'sunny' },
    ],
  },
  'a JSON schema': {
    messages: [QUESTION],
    response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema: SCHEMA } },
  },
  'a JSON object': {
    messages: [{ role: 'user', content: 'Answer in JSON.' }],
    response_format: { type: 'json_object' },
  },
  'a picture': {
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is it?' },
          { type: 'image_url', image_url: { url: PIXEL } },
        ],
      },
    ],
  },
  'a small limit': { messages: [QUESTION], max_tokens: 64 },
  'the newer limit': { messages: [QUESTION], max_completion_tokens: 5_000 },
  sampling: { messages: [QUESTION], temperature: 0.2, top_p: 0.9 },
  'sampling that only provider B takes': {
    messages: [QUESTION],
    temperature: 1.7,
    seed: 1,
    presence_penalty: 0.1,
    user: 'person@example.com',
  },
  'effort none': { messages: [QUESTION], reasoning_effort: 'none' },
  'effort high': { messages: [QUESTION], reasoning_effort: 'high' },
  'effort max': { messages: [QUESTION], reasoning_effort: 'max' },
  'a reasoning object': { messages: [QUESTION], reasoning: { effort: 'low' } },
  'the template switch': { messages: [QUESTION], chat_template_kwargs: { enable_thinking: false } },
  'thinking disabled': { messages: [QUESTION], thinking: { type: 'disabled' } },
  'a thinking budget': {
    messages: [QUESTION],
    thinking: { type: 'enabled', budget_tokens: 2_000 },
    max_tokens: 4_000,
  },
  'a cache mark': {
    messages: [
      {
        role: 'system',
        content: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
      },
      QUESTION,
    ],
  },
  'stop sequences': { messages: [QUESTION], stop: ['END', ' '] },
  'log probabilities': { messages: [QUESTION], logprobs: true, top_logprobs: 2 },
  'a session and ignored overrides': {
    messages: [QUESTION],
    session_id: 's1',
    models: ['a/b'],
    route: 'fallback',
    plugins: [],
    transforms: [],
  },
};

describe('every chat model of the catalogue, in front of simulated providers that refuse what the real ones refuse', () => {
  let simulator: Awaited<ReturnType<typeof startSimulator>>;
  let application: TestApplication;
  let tenant: Tenant;
  let models: string[];

  beforeAll(async () => {
    simulator = await startSimulator({ port: 0, pace: 0 });
    application = await startTestApplication({
      environment: {
        PROVIDER_A_BASE_URL: `${simulator.url}/provider-a`,
        PROVIDER_B_BASE_URL: `${simulator.url}/provider-b/v1`,
        MARKETPLACE_BASE_URL: `${simulator.url}/marketplace/api/v1`,
        HOSTED_BASE_URL: `${simulator.url}/hosted/v1`,
      },
    });
    tenant = await seedTenant(application.dataSource, { balanceUsd: '100000', smartRouting: false });
    models = application.app
      .get(Catalog)
      .list()
      .filter(({ kind }) => kind === 'chat')
      .map(({ id }) => id);
  });

  afterAll(async () => {
    await application.stop();
    await simulator.close();
  });

  async function faultOf(model: string, body: object, stream: boolean): Promise<string | undefined> {
    const answer = await request(`${application.url}/api/v1/route/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, ...body, ...(stream ? { stream } : {}) }),
    });
    const text = await answer.body.text();
    const whole = stream
      ? text.endsWith('data: [DONE]\n\n') && text.includes('"cost":')
      : text.includes('"cost":');
    return answer.statusCode === 200 && whole
      ? undefined
      : `${model}: ${answer.statusCode} ${text.slice(0, 300)}`;
  }

  it.each(Object.entries(REQUESTS))('answers %s, whole and streamed, with its cost', async (_name, body) => {
    expect(models.length).toBeGreaterThan(60);
    const faults = await Promise.all(
      models.flatMap((model) => [faultOf(model, body, false), faultOf(model, body, true)]),
    );
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  });
});
