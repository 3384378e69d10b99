import { createOpenAI, type OpenAIResponsesProviderOptions } from '@ai-sdk/openai';
import { generateObject, generateText, stepCountIs, streamText, tool, type ModelMessage } from 'ai';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { eventually } from '../e2e/stream-call.js';
import { HANG, streamAnswer } from '../support/recordings/script.js';
import {
  expectTurnReplayed,
  lastAsked,
  say,
  TWO_CALLS,
  UPSTREAMS,
  weatherOf,
} from '../support/responses-upstreams.js';
import { chargesOf, seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';

const PNG = 'iVBORw0KGgo=';
const PDF = 'JVBERi0xLjQ=';
const TOOLS = {
  weather: tool({
    description: 'Weather of a city',
    inputSchema: z.object({ city: z.string() }),
    execute: weatherOf,
  }),
};

let service: TestApplication;
let openai: ReturnType<typeof createOpenAI>;
beforeAll(async () => {
  vi.stubGlobal('AI_SDK_LOG_WARNINGS', false);
  service = await startTestApplication();
  const { apiKey } = await seedTenant(service.dataSource, { smartRouting: false });
  openai = createOpenAI({ baseURL: `${service.url}/api/v1/openai`, apiKey });
});
afterEach(() => service.provider.reset());
afterAll(async () => {
  vi.unstubAllGlobals();
  await service.stop();
});

describe.each(UPSTREAMS)('the AI SDK with %s', (id, upstream) => {
  const model = (): ReturnType<typeof openai> => openai(id);

  it('generates text', async () => {
    say(service.provider, upstream, { thinking: 'Hm.', text: 'Hello there.' });
    const { text, usage, finishReason } = await generateText({
      model: model(),
      system: 'Be brief.',
      prompt: 'Hi',
    });
    expect([text, finishReason, usage.inputTokens, usage.outputTokens]).toEqual([
      'Hello there.',
      'stop',
      10,
      5,
    ]);
    expect(lastAsked(service.provider)).toContain('Be brief.');
  });

  it('streams text', async () => {
    say(service.provider, upstream, { thinking: 'Hm.', text: 'Hello there.' });
    const { fullStream } = streamText({ model: model(), prompt: 'Hi' });
    const texts = { 'reasoning-delta': '', 'text-delta': '' };
    const last: string[] = [];
    for await (const part of fullStream) {
      if (part.type === 'reasoning-delta' || part.type === 'text-delta') texts[part.type] += part.text;
      if (part.type === 'error' || part.type === 'finish') last.push(part.type);
    }
    expect(texts['text-delta']).toBe('Hello there.');
    expect(texts['reasoning-delta']).toBe('Hm.');
    expect(last).toEqual(['finish']);
  });

  it.each<[string, OpenAIResponsesProviderOptions]>([
    ['with what is kept', {}],
    ['without anything kept', { store: false, include: ['reasoning.encrypted_content'] }],
  ])('runs tools in parallel, %s', async (_name, settings) => {
    say(service.provider, upstream, TWO_CALLS, { text: 'Both sunny.' });
    const { text, steps } = await generateText({
      model: model(),
      prompt: 'Weather?',
      tools: TOOLS,
      stopWhen: stepCountIs(3),
      providerOptions: { openai: settings },
    });
    expect([text, steps.length]).toEqual(['Both sunny.', 2]);
    expectTurnReplayed(service.provider, upstream);
  });

  it('runs tools in parallel, streamed', async () => {
    say(service.provider, upstream, TWO_CALLS, { text: 'Both sunny.' });
    const answer = streamText({
      model: model(),
      prompt: 'Weather?',
      tools: TOOLS,
      stopWhen: stepCountIs(3),
    });
    expect(await answer.text).toBe('Both sunny.');
    expectTurnReplayed(service.provider, upstream);
  });

  it('generates an object', async () => {
    say(service.provider, upstream, { text: '{"city":"Oslo"}' });
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- it is what most programs still call
    const { object } = await generateObject({
      model: model(),
      schema: z.object({ city: z.string() }),
      prompt: 'A city',
    });
    expect(object).toEqual({ city: 'Oslo' });
    expect(lastAsked(service.provider)).toContain('"additionalProperties":false');
  });

  it('shows an image and a PDF', async () => {
    say(service.provider, upstream, { text: 'A dot.' });
    const { text } = await generateText({
      model: model(),
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            { type: 'image', image: Buffer.from(PNG, 'base64'), mediaType: 'image/png' },
            {
              type: 'file',
              data: Buffer.from(PDF, 'base64'),
              mediaType: 'application/pdf',
              filename: 'a.pdf',
            },
          ],
        },
      ],
    });
    expect(text).toBe('A dot.');
    const asked = lastAsked(service.provider);
    expect([asked.includes(PNG), asked.includes(PDF)]).toEqual([true, true]);
  });

  it('keeps up a session of ten turns', async () => {
    const messages: ModelMessage[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      messages.push({ role: 'user', content: `Question ${turn}` });
      say(service.provider, upstream, { thinking: `Thought ${turn}`, text: `Answer ${turn}` });
      const { response, text } = await generateText({ model: model(), messages });
      expect(text).toBe(`Answer ${turn}`);
      messages.push(...response.messages);
    }
    const asked = lastAsked(service.provider);
    const found = [...asked.matchAll(/(?:Question|Answer) \d/g)].map(String);
    expect(found).toEqual(
      Array.from({ length: 10 }, (_, turn) => [`Question ${turn}`, `Answer ${turn}`])
        .flat()
        .slice(0, -1),
    );
  });

  it('is left by an abort, and pays for what came', async () => {
    const events = upstream.events({ text: 'Hello there.' });
    const shown = events.findIndex((event) => event.includes('Hello'));
    service.provider.enqueue(streamAnswer(...events.slice(0, shown + 1), HANG));
    const controller = new AbortController();
    const { fullStream, response } = streamText({
      model: model(),
      prompt: 'Hi',
      abortSignal: controller.signal,
      onError: () => undefined,
    });
    Promise.resolve(response).catch(() => undefined);
    const types: string[] = [];
    for await (const part of fullStream) {
      types.push(part.type);
      if (part.type === 'text-delta') controller.abort();
    }
    expect(types.at(-1)).toBe('abort');
    await (
      await service.provider.nextRequest()
    ).aborted;
    const id = await eventually(async () => {
      const [row] = await service.dataSource.query<{ id: string }[]>(
        'SELECT id FROM calls WHERE status = 499 AND requested_model = $1',
        [upstream.model],
      );
      return row?.id;
    }, 'the row of the aborted call');
    expect(await chargesOf(service.dataSource, id)).toHaveLength(1);
  });
});
