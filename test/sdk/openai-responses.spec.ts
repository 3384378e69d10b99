import OpenAI, { BadRequestError, NotFoundError } from 'openai';
import { makeParseableTextFormat } from 'openai/lib/parser';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anthropicEvents, anthropicMessage } from '../support/recordings/anthropic-answers.js';
import {
  chatCompletion,
  chatEvents,
  chatStream,
  CHAT_USAGE,
  toolCallDeltas,
} from '../support/recordings/openai-answers.js';
import {
  callItem,
  messageItem,
  reasoningItem,
  responseAnswer,
  responseEvents,
  responseStream,
} from '../support/recordings/responses-answers.js';
import { DESTROY, HANG, jsonAnswer, streamAnswer } from '../support/recordings/script.js';
import { startSimulator } from '../../src/simulator/start-simulator.js';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';

/** One model for each way up. */
const [A, B, MARKETPLACE] = ['vendora/claude-sonnet-5-5', 'vendorb/gpt-5.4-mini', 'openai/gpt-oss-120b'];
const MODELS = [A, B, MARKETPLACE];
const TOOLS: OpenAI.Responses.Tool[] = [
  {
    type: 'function',
    name: 'get_weather',
    description: 'Weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    strict: false,
  },
];
const ARGUMENTS = '{"city":"Paris"}';

let service: TestApplication;
let openai: OpenAI;
beforeAll(async () => {
  service = await startTestApplication();
  // What is named serves, whatever is asked.
  const { apiKey } = await seedTenant(service.dataSource, { smartRouting: false });
  openai = new OpenAI({ baseURL: `${service.url}/api/v1/openai`, apiKey, maxRetries: 0 });
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

let count = 0;
/** Ids are of one response alone. */
const nextId = (): string => `resp_sdk${(count += 1)}`;

/** The provider of a model says a text. */
function say(model: string | undefined, text: string): void {
  if (model === A) service.provider.enqueue(jsonAnswer(anthropicMessage({ content: text })));
  else if (model === B)
    service.provider.enqueue(jsonAnswer(responseAnswer({ id: nextId(), output: [messageItem(text)] })));
  else service.provider.enqueue(jsonAnswer(chatCompletion({ content: text })));
}

function stream(model: string | undefined, text: string): void {
  if (model === A) service.provider.enqueue(streamAnswer(...anthropicEvents({ content: text })));
  else if (model === B)
    service.provider.enqueue(streamAnswer(responseStream({ output: [messageItem(text)] })));
  else
    service.provider.enqueue(
      streamAnswer(chatStream([text.slice(0, 2), text.slice(2)], { usage: CHAT_USAGE })),
    );
}

function call(model: string | undefined): void {
  if (model === A)
    service.provider.enqueue(
      jsonAnswer(
        anthropicMessage({
          content: [
            { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
            { type: 'tool_use', id: 'call_w', name: 'get_weather', input: { city: 'Paris' } },
          ],
          stopReason: 'tool_use',
        }),
      ),
    );
  else if (model === B)
    service.provider.enqueue(
      jsonAnswer(
        responseAnswer({
          id: nextId(),
          output: [
            reasoningItem('gAAAA', 'rs_sdk'),
            callItem('get_weather', ARGUMENTS, { callId: 'call_w' }),
          ],
        }),
      ),
    );
  else
    service.provider.enqueue(
      jsonAnswer(
        chatCompletion({ toolCalls: [{ id: 'call_w', name: 'get_weather', arguments: ARGUMENTS }] }),
      ),
    );
}

function callIn({ output }: OpenAI.Responses.Response): OpenAI.Responses.ResponseFunctionToolCall {
  const found = output.find((item) => item.type === 'function_call');
  if (found === undefined) throw new Error('no call');
  return found;
}

describe.each(MODELS)('responses of the OpenAI SDK with %s', (model = '') => {
  it('are created', async () => {
    say(model, 'Hello.');
    const response = await openai.responses.create({ model, input: 'Hi' });
    expect(response.output_text).toBe('Hello.');
    expect(response.status).toBe('completed');
    expect((response.usage as { cost?: number }).cost).toBeGreaterThan(0);
  });

  it('are streamed', async () => {
    stream(model, 'Hello there.');
    const running = openai.responses.stream({ model, input: 'Hi' });
    let text = '';
    running.on('response.output_text.delta', ({ delta }) => (text += delta));
    const response = await running.finalResponse();
    expect([text, response.output_text]).toEqual(['Hello there.', 'Hello there.']);
  });

  it('are iterated', async () => {
    stream(model, 'Hello there.');
    const types: string[] = [];
    for await (const { type } of await openai.responses.create({ model, input: 'Hi', stream: true }))
      types.push(type);
    expect(types[0]).toBe('response.created');
    expect(types.at(-1)).toBe('response.completed');
  });

  it('are parsed', async () => {
    say(model, '{"name":"Ada"}');
    const format = makeParseableTextFormat(
      {
        type: 'json_schema',
        name: 'person',
        strict: true,
        schema: {
          $schema: 'http://json-schema.org/draft-07/schema#',
          type: 'object',
          properties: { name: { type: 'string' } },
          required: ['name'],
          additionalProperties: false,
        },
      },
      (text) => JSON.parse(text) as { name: string },
    );
    const response = await openai.responses.parse({ model, input: 'Who?', text: { format } });
    expect(response.output_parsed).toEqual({ name: 'Ada' });
  });

  it('run tools by the kept response', async () => {
    call(model);
    const first = await openai.responses.create({ model, input: 'Weather in Paris?', tools: TOOLS });
    const { call_id, arguments: args } = callIn(first);
    expect([call_id, JSON.parse(args)]).toEqual(['call_w', { city: 'Paris' }]);
    say(model, 'Sunny.');
    const second = await openai.responses.create({
      model,
      previous_response_id: first.id,
      input: [{ type: 'function_call_output', call_id, output: 'sun' }],
      tools: TOOLS,
    });
    expect([second.output_text, second.previous_response_id]).toEqual(['Sunny.', first.id]);
    expect((await openai.responses.retrieve(first.id)).id).toBe(first.id);
    const items = await openai.responses.inputItems.list(second.id);
    expect(items.data.map(({ type }) => type)).toEqual(['function_call_output']);
    await openai.responses.delete(first.id);
    await expect(openai.responses.retrieve(first.id)).rejects.toThrow(NotFoundError);
  });

  it('run tools without anything kept', async () => {
    call(model);
    const settings = {
      model,
      store: false,
      include: ['reasoning.encrypted_content'],
      tools: TOOLS,
    } satisfies OpenAI.Responses.ResponseCreateParams;
    const question = { role: 'user', content: 'Weather in Paris?' } as const;
    const first = await openai.responses.create({ ...settings, input: [question] });
    say(model, 'Sunny.');
    const { call_id } = callIn(first);
    const second = await openai.responses.create({
      ...settings,
      input: [
        question,
        ...(first.output as OpenAI.Responses.ResponseInputItem[]),
        { type: 'function_call_output', call_id, output: 'sun' },
      ],
    });
    expect(second.output_text).toBe('Sunny.');
  });
});

describe('trouble', () => {
  it('in a request is an error of the SDK with the field', async () => {
    const asked = openai.responses.create({ model: A, input: 'Hi', background: true });
    await expect(asked).rejects.toThrow(BadRequestError);
    await expect(asked).rejects.toMatchObject({ param: 'background', code: 'unsupported_parameter' });
  });

  it.each([
    ['provider B', B, responseEvents().slice(0, 5)],
    ['the marketplace', MARKETPLACE, chatEvents(['Hel', 'lo']).slice(0, 3)],
  ])('in a stream of %s that breaks is an error', async (_name, model = '', events) => {
    service.provider.enqueue(streamAnswer(...events, DESTROY));
    const asked = openai.responses.stream({ model, input: 'Hi' }).finalResponse();
    // The SDK throws the event.
    await expect(asked).rejects.toMatchObject({ type: 'error', code: 'upstream_interrupted' });
  });

  it('is none when the caller aborts', async () => {
    service.provider.enqueue(streamAnswer(...responseEvents().slice(0, 5), HANG));
    const running = openai.responses.stream({ model: B, input: 'Hi' });
    running.on('response.output_text.delta', () => running.abort());
    await expect(running.finalResponse()).rejects.toThrow();
    await (
      await service.provider.nextRequest()
    ).aborted;
  });

  it('with calls streamed is none', async () => {
    const deltas = toolCallDeltas({ name: 'get_weather', pieces: ['{"city":', '"Paris"}'] });
    service.provider.enqueue(
      streamAnswer(chatStream(deltas, { finishReason: 'tool_calls', usage: CHAT_USAGE })),
    );
    const response = await openai.responses
      .stream({ model: MARKETPLACE, input: 'Weather?', tools: TOOLS })
      .finalResponse();
    expect(callIn(response).arguments).toBe(ARGUMENTS);
  });
});

describe('in front of the simulator', () => {
  let simulator: Awaited<ReturnType<typeof startSimulator>>;
  let simulated: TestApplication;
  let sdk: OpenAI;
  beforeAll(async () => {
    simulator = await startSimulator({ port: 0, pace: 0 });
    simulated = await startTestApplication({
      environment: {
        PROVIDER_A_BASE_URL: `${simulator.url}/provider-a`,
        PROVIDER_B_BASE_URL: `${simulator.url}/provider-b/v1`,
        MARKETPLACE_BASE_URL: `${simulator.url}/marketplace/api/v1`,
        HOSTED_BASE_URL: `${simulator.url}/hosted/v1`,
      },
    });
    const { apiKey } = await seedTenant(simulated.dataSource);
    sdk = new OpenAI({ baseURL: `${simulated.url}/api/v1/openai`, apiKey, maxRetries: 0 });
  });
  afterAll(async () => {
    await simulated.stop();
    await simulator.close();
  });

  const EVERY = [
    'auto',
    'vendora/claude-sonnet-5-5',
    'vendora/claude-haiku-4-5',
    'vendorb/gpt-4o-mini',
    'vendorb/gpt-6.1-terra',
    'vendorb/gpt-5.5-pro',
    'openai/gpt-oss-120b',
    'mistralai/Mistral-Large-4',
    'nvidia/DeepSeek-V3.2-NVFP4',
  ];

  it.each(EVERY)('%s answers whole, as a stream, and in a second turn', async (model) => {
    const whole = await sdk.responses.create({ model, input: 'Say hello.', max_output_tokens: 5_000 });
    expect([whole.status, whole.output_text.length > 0]).toEqual(['completed', true]);
    const streamed = await sdk.responses
      .stream({ model, previous_response_id: whole.id, input: 'And now say goodbye.' })
      .finalResponse();
    expect([streamed.status, streamed.previous_response_id]).toEqual(['completed', whole.id]);
    expect(streamed.output_text.length).toBeGreaterThan(0);
    expect(streamed.usage?.total_tokens).toBeGreaterThan(0);
  });
});
