import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatStream, CHAT_USAGE, embeddings } from '../support/recordings/openai-answers.js';
import { jsonAnswer, streamAnswer } from '../support/recordings/script.js';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';

let service: TestApplication;
let client: OpenAI;
beforeAll(async () => {
  service = await startTestApplication();
  const { apiKey } = await seedTenant(service.dataSource, { smartRouting: false });
  client = new OpenAI({
    baseURL: `${service.url}/api/v1/openai`,
    apiKey,
    maxRetries: 0,
    defaultHeaders: { 'x-svc-cache': '1h' },
  });
});
afterAll(() => service.stop());

const REQUEST = { model: 'gpt-4o-mini', messages: [{ role: 'user' as const, content: 'Hi' }] };

describe('the official OpenAI client with the exact cache', () => {
  it('has its chat completion again', async () => {
    const [first, second] = [
      await client.chat.completions.create(REQUEST).withResponse(),
      await client.chat.completions.create(REQUEST).withResponse(),
    ];
    expect([first, second].map(({ response }) => response.headers.get('x-svc-cache'))).toEqual([
      'miss',
      'hit',
    ]);
    expect(second.data.choices).toEqual(first.data.choices);
    expect(second.data.usage).toEqual({ ...first.data.usage, cost: 0 });
  });

  it('has its stream again, put together by its own helper', async () => {
    service.provider.enqueue(streamAnswer(chatStream(['Good ', 'day'], { usage: CHAT_USAGE })));
    const texts: string[] = [];
    for (let turn = 0; turn < 2; turn += 1) {
      const stream = client.chat.completions.stream({ ...REQUEST, stream_options: { include_usage: true } });
      const completion = await stream.finalChatCompletion();
      texts.push(completion.choices[0]?.message.content ?? '');
      expect(completion.usage?.prompt_tokens).toBe(CHAT_USAGE.prompt_tokens);
    }
    expect(texts).toEqual(['Good day', 'Good day']);
    expect(service.provider.requests.filter(({ body }) => body.includes('include_usage'))).toHaveLength(1);
  });

  it('has its vectors again', async () => {
    service.provider.enqueue(jsonAnswer(embeddings([[0.5, -0.25]], { encoding: 'base64' })));
    for (const cache of ['miss', 'hit']) {
      const { data, response } = await client.embeddings
        .create({ model: 'text-embedding-3-small', input: 'Hi' })
        .withResponse();
      expect(response.headers.get('x-svc-cache')).toBe(cache);
      expect(data.data[0]?.embedding).toEqual([0.5, -0.25]);
    }
  });

  it('raises its own error for a lifetime that is none', async () => {
    const failed = client.chat.completions.create(REQUEST, { headers: { 'x-svc-cache': '48h' } });
    await expect(failed).rejects.toBeInstanceOf(OpenAI.BadRequestError);
    await expect(failed).rejects.toMatchObject({ param: 'x-svc-cache' });
  });
});
