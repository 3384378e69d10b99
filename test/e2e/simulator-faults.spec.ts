import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type RunningSimulator } from '../../src/simulator/start-simulator.js';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';

const FAULTS = '/simulator/faults';
const GPT = 'vendorb/gpt-4o-mini';
const CLAUDE = 'vendora/claude-haiku-4-5';

let simulator: RunningSimulator;
let application: TestApplication;
let operator: AdminClient;
let client: OpenAI;
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, pace: 0 });
  application = await startTestApplication({ simulatorUrl: simulator.url });
  operator = new AdminClient(application.url);
  const { apiKey } = await seedTenant(application.dataSource);
  client = new OpenAI({ apiKey, baseURL: `${application.url}/api/v1/route`, maxRetries: 0 });
});
afterEach(() => operator.delete(FAULTS));
afterAll(async () => {
  await application.stop();
  await simulator.close();
});

const plan = async (faults: string): Promise<void> => {
  expect((await operator.put(FAULTS, { faults })).status).toBe(200);
};
const chat = (model: string) =>
  client.chat.completions.create({ model, messages: [{ role: 'user', content: 'Say hello.' }] });
const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: unknown) => (error instanceof OpenAI.APIError ? Number(error.status ?? 0) : -1),
  );

describe('faults of the simulated providers', () => {
  it('are read, set and ended by the operator', async () => {
    expect((await operator.get(FAULTS)).body).toEqual({ object: 'simulator_faults', faults: '' });
    const set = await operator.put(FAULTS, { faults: 'vendora/*=529@0.2,gpt-4o=delay:3s@0.1' });
    expect(set.body.faults).toBe('vendora/*=529@0.2,gpt-4o=delay:3s@0.1');
    expect((await operator.get(FAULTS)).body).toEqual(set.body);
    expect((await operator.delete(FAULTS)).body.faults).toBe('');
  });

  it('fail calls of a lab with a status, and no others, until they are ended', async () => {
    await plan('vendora/*=529');
    expect(await statusOf(chat(CLAUDE))).toBe(529);
    expect(await statusOf(chat(GPT))).toBe(200);
    await operator.delete(FAULTS);
    expect(await statusOf(chat(CLAUDE))).toBe(200);
  });

  it('say when to come again', async () => {
    await plan('gpt-4o-mini=429:20s');
    const error = await chat(GPT).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
    expect((error as InstanceType<typeof OpenAI.APIError>).headers?.get('retry-after')).toBe('20');
  });

  it('break a stream after as many events as was said', async () => {
    await plan('*=cut:4');
    const stream = await client.chat.completions.create({
      model: GPT,
      messages: [{ role: 'user', content: 'Say hello in three long sentences.' }],
      stream: true,
    });
    let seen = 0;
    const read = async (): Promise<void> => {
      for await (const chunk of stream) seen += chunk.choices.length;
    };
    await expect(read()).rejects.toThrow();
    expect(seen).toBeGreaterThan(0);
    expect(seen).toBeLessThanOrEqual(4);
  });

  it('break a connection before any byte, which is told as a failure of the provider', async () => {
    await plan('*=cut:0');
    expect(await statusOf(chat(GPT))).toBe(502);
  });

  it('of a share of calls meet about so many', async () => {
    await plan('*=503@0.5');
    const statuses = await Promise.all(Array.from({ length: 60 }, () => statusOf(chat(GPT))));
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
  });

  it('refuse a plan that cannot be read by naming the field and the rule, and keep the one in force', async () => {
    await plan('gpt-4o=500');
    for (const [body, why] of [
      [{ faults: 'gpt-4o=529,vendora/*=explode' }, '"vendora/*=explode"'],
      [{ faults: '*=529@2' }, 'share'],
      [{}, 'faults'],
      [{ faults: 5 }, 'faults'],
    ] as const) {
      const answer = await operator.put(FAULTS, body);
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.body)).toContain(why.replaceAll('"', '\\"'));
    }
    expect((await operator.get(FAULTS)).body.faults).toBe('gpt-4o=500');
  });

  it('are nothing for an organization, and for real providers', async () => {
    const { token } = await operator.createToken(await operator.createOrganization());
    expect((await operator.withToken(token).put(FAULTS, { faults: '' })).status).toBe(403);
    expect((await operator.withToken(token).get(FAULTS)).status).toBe(403);

    const real = await startTestApplication({ database: application.database });
    try {
      const answer = await new AdminClient(real.url).put(FAULTS, { faults: '*=529' });
      expect([answer.status, answer.body.error.code]).toEqual([404, 'simulator_off']);
    } finally {
      await real.stop();
    }
  });
});
