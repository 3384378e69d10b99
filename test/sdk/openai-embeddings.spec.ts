import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type RunningSimulator } from '../../src/simulator/start-simulator.js';
import { embeddings } from '../support/recordings/openai-answers.js';
import { jsonAnswer } from '../support/recordings/script.js';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';

let simulator: RunningSimulator;
let recorded: TestApplication;
let simulated: TestApplication;
let clients: { recorded: OpenAI; simulated: OpenAI };
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, pace: 0 });
  recorded = await startTestApplication();
  simulated = await startTestApplication({
    environment: { PROVIDER_B_BASE_URL: `${simulator.url}/provider-b/v1` },
    database: recorded.database,
    provider: recorded.provider,
  });
  const { apiKey } = await seedTenant(recorded.dataSource);
  const clientOf = ({ url }: TestApplication): OpenAI =>
    new OpenAI({ baseURL: `${url}/api/v1/route`, apiKey, maxRetries: 0 });
  clients = { recorded: clientOf(recorded), simulated: clientOf(simulated) };
});
afterAll(async () => {
  await simulated.stop();
  await recorded.stop();
  await simulator.close();
});

describe('the official OpenAI client', () => {
  it('gets vectors back through base64, which it asks for by itself', async () => {
    recorded.provider.enqueue(jsonAnswer(embeddings([[0.5, -0.25]], { encoding: 'base64' })));
    const { data, usage } = await clients.recorded.embeddings.create({
      model: 'vendorb/text-embedding-3-small',
      input: 'Hi',
    });
    expect(data[0]?.embedding).toEqual([0.5, -0.25]);
    expect(usage).toEqual({ prompt_tokens: 3, total_tokens: 3 });
    expect((await recorded.provider.nextRequest()).json()).toEqual({
      model: 'text-embedding-3-small',
      input: 'Hi',
      encoding_format: 'base64',
    });
  });

  it.each([
    ['text-embedding-3-small', 1_536, undefined],
    ['vendorb/text-embedding-3-large', 3_072, undefined],
    ['text-embedding-3-large', 256, 256],
  ])('embeds with %s in %i dimensions', async (model, length, dimensions) => {
    const { data, response } = await clients.simulated.embeddings
      .create({ model, input: ['one', 'two'], dimensions })
      .withResponse();
    expect(data.data.map(({ embedding }) => embedding.length)).toEqual([length, length]);
    expect(Number(response.headers.get('x-svc-cost'))).toBeGreaterThan(0);
  });

  it('raises its own error for a model that makes no embeddings', async () => {
    const failed = clients.recorded.embeddings.create({ model: 'auto', input: 'Hi' });
    await expect(failed).rejects.toBeInstanceOf(OpenAI.BadRequestError);
    await expect(failed).rejects.toMatchObject({ code: 'wrong_surface', param: 'model' });
  });

  it('lists models and finds one', async () => {
    const ids: string[] = [];
    for await (const { id } of clients.recorded.models.list()) ids.push(id);
    expect(ids).toEqual(
      expect.arrayContaining(['vendora/claude-sonnet-5-5', 'vendorb/text-embedding-3-small']),
    );
    expect(await clients.recorded.models.retrieve('vendorb/gpt-4o-mini')).toMatchObject({ object: 'model' });
    await expect(clients.recorded.models.retrieve('nonsense')).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });
});
