import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chatCompletion } from '../support/recordings/openai-answers.js';
import { jsonAnswer } from '../support/recordings/script.js';
import { balanceOf, callRow, chargesOf, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { ChatClient, sentHeaders } from './chat-client.js';

const USAGE = '{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15}';

let service: TestApplication;
let tenant: Tenant;
let client: ChatClient;
/** Smart routing is off: `auto` is the router's default model, whatever is asked. */
let fixedTenant: Tenant;
let fixedClient: ChatClient;
beforeAll(async () => {
  service = await startTestApplication();
  tenant = await seedTenant(service.dataSource, { balanceUsd: '100000' });
  client = new ChatClient(service.url, tenant.apiKey);
  fixedTenant = await seedTenant(service.dataSource, { smartRouting: false });
  fixedClient = new ChatClient(service.url, fixedTenant.apiKey);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

function answerWith(bytes: string | Buffer, headers: Record<string, string> = {}): void {
  service.provider.enqueue(jsonAnswer(Buffer.from(bytes), { headers }));
}

function answerWithUsage(usage: object): void {
  service.provider.enqueue(jsonAnswer(chatCompletion({ usage: { ...usage } })));
}

async function sentBody(): Promise<string> {
  return (await service.provider.nextRequest()).body.toString();
}

describe('an answer of provider B', () => {
  it('reaches the caller byte for byte, with the cost put into its usage', async () => {
    const before =
      '{\n  "zeta" : 12345678901234567890123,\t"one":1.0, "exp":1E+2 ,\r\n "id":"chatcmpl-1","choices":[ {"index":0,"message":{"role":"assistant","content":"Grüße \\u00e4 🙂 \\/ \\u0000"},"finish_reason":"stop"} ], "usage" : ';
    const after = ' , "extra":{"nested":[1.10,-0.0,null]}, "alpha":true\n}\n';
    answerWith(before + USAGE + after);
    const answer = await client.ask('vendorb/gpt-4o-mini');
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(`${before}${USAGE.slice(0, -1)},"cost":0.0000045}${after}`);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
  });

  it('is billed at our price, whatever cost the provider writes itself', async () => {
    answerWith(`{"choices":[],"usage":{"prompt_tokens":10,"completion_tokens":5,"cost":99}}`);
    const answer = await client.ask('vendorb/gpt-4o-mini');
    expect(answer.text).toBe(
      '{"choices":[],"usage":{"prompt_tokens":10,"completion_tokens":5,"cost":0.0000045}}',
    );
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual(['-0.000004500000']);
  });

  it('carries who served it, what it cost and the ids of both sides', async () => {
    answerWith(`{"choices":[],"usage":${USAGE}}`, {
      'x-request-id': 'req_of_the_provider',
      'x-ratelimit-remaining-requests': '1',
      'openai-organization': 'our-organization',
      'set-cookie': 'session=1',
      'x-unknown': 'kept away',
    });
    const answer = await fixedClient.ask('auto', {}, { headers: { 'x-request-id': 'mine-1' } });
    expect(answer.headers).toMatchObject({
      'x-svc-model': 'vendorb/gpt-6.1-terra',
      'x-svc-tier': 'fixed',
      'x-svc-router': fixedTenant.routerId,
      'x-svc-cost': '0.000035',
      'x-svc-call-id': expect.stringMatching(/^call_[A-Za-z0-9]+$/) as string,
      'x-request-id': 'mine-1',
      'x-upstream-request-id': 'req_of_the_provider',
    });
    for (const name of ['openai-organization', 'set-cookie', 'x-unknown'])
      expect(answer.headers).not.toHaveProperty(name);
    expect(answer.json).toHaveProperty('usage.cost', 0.000035);
  });

  it('that is billed leaves one call row and one ledger row of the same amount', async () => {
    const { balance: before } = await balanceOf(service.dataSource, tenant.organizationId);
    answerWith(`{"choices":[],"usage":${USAGE}}`);
    const answer = await client.ask('gpt-4o-mini');
    const row = await callRow(service.dataSource, answer.callId);
    expect(row).toMatchObject({
      surface: 'chat',
      status: 200,
      stream: false,
      organization_id: tenant.organizationId,
      project_id: tenant.projectId,
      key_id: tenant.keyId,
      requested_model: 'gpt-4o-mini',
      decided_model: 'vendorb/gpt-4o-mini',
      served_model: 'vendorb/gpt-4o-mini',
      cost_usd: '0.000004500000',
      billed_usd: '0.000004500000',
    });
    expect(row.detail.attempts).toHaveLength(1);
    expect(row.detail.attempts[0]).toMatchObject({ provider: 'provider_b', status: 200, billed: true });
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual(['-0.000004500000']);
    const { balance, equalsLedger } = await balanceOf(service.dataSource, tenant.organizationId);
    expect(equalsLedger).toBe(true);
    expect(Number(before) - Number(balance)).toBeCloseTo(0.0000045, 9);
  });

  it('without usage is billed on an estimate, which the answer shows', async () => {
    answerWith('{"choices":[{"index":0,"message":{"role":"assistant","content":"0123456789"}}]}');
    const answer = await client.ask('vendorb/gpt-4o-mini');
    const { usage } = answer.json as { usage: Record<string, number> };
    expect(usage['prompt_tokens']).toBeGreaterThan(0);
    expect(usage['completion_tokens']).toBeGreaterThan(0);
    expect(usage['total_tokens']).toBe((usage['prompt_tokens'] ?? 0) + (usage['completion_tokens'] ?? 0));
    expect(usage['cost']).toBe(Number(answer.headers['x-svc-cost']));
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual([
      `-${Number(answer.headers['x-svc-cost']).toFixed(12)}`,
    ]);
    const row = await callRow(service.dataSource, answer.callId);
    expect(row.detail.usage).toMatchObject({ estimated: true });
  });

  it.each([
    'null',
    '{}',
    '[]',
    '7',
    '{"prompt_tokens":"ten"}',
    '{"prompt_tokens":-5,"completion_tokens":1e400}',
  ])('with a usage of %s is billed on an estimate and never free', async (usage) => {
    answerWith(`{"choices":[{"message":{"content":"Hello there."}}],"usage":${usage}}`);
    const answer = await client.ask('vendorb/gpt-4o-mini');
    expect(answer.status).toBe(200);
    expect(answer.json).toHaveProperty('usage.cost', Number(answer.headers['x-svc-cost']));
    expect(Number(answer.headers['x-svc-cost'])).toBeGreaterThan(0);
    expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
  });
});

describe('the cost of an answer of provider B', () => {
  it.each([
    ['plain input and output', 'gpt-4o-mini', { prompt_tokens: 7, completion_tokens: 3 }, '0.00000285'],
    [
      'cached input',
      'gpt-4o-mini',
      { prompt_tokens: 1_001, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 1_000 } },
      '0.00007575',
    ],
    [
      'cache writes that cost more',
      'gpt-6.1-sol',
      {
        prompt_tokens: 3_000,
        completion_tokens: 7,
        prompt_tokens_details: { cached_tokens: 1_000, cache_write_tokens: 500 },
      },
      // 1,500 x 2 + 1,000 x 0.1 + 500 x 2.5 + 7 x 10 dollars a million
      '0.00442',
    ],
    [
      'cache writes without a price of their own',
      'gpt-4o-mini',
      { prompt_tokens: 100, completion_tokens: 0, prompt_tokens_details: { cache_write_tokens: 60 } },
      '0.000015',
    ],
    [
      'the last token before the long-context tier',
      'gpt-6.1-sol',
      { prompt_tokens: 272_000, completion_tokens: 1 },
      '0.54401',
    ],
    [
      'the long-context tier, for all tokens',
      'gpt-6.1-sol',
      { prompt_tokens: 272_001, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 272_000 } },
      '0.054419',
    ],
    [
      'reasoning tokens as a part of the output',
      'gpt-5-nano',
      { prompt_tokens: 1, completion_tokens: 11, completion_tokens_details: { reasoning_tokens: 10 } },
      '0.00000445',
    ],
  ])('is exact for %s', async (_case, model, usage, cost) => {
    answerWithUsage(usage);
    const answer = await client.ask(`vendorb/${model}`);
    expect(answer.headers['x-svc-cost']).toBe(cost);
    expect(answer.text).toContain(`"cost":${cost}}`);
    const [charge] = await chargesOf(service.dataSource, answer.callId);
    expect(charge?.replace(/0+$/, '')).toBe(`-${cost}`);
  });

  it.each([
    ['vendorb/gpt-5-nano-2025-08-07', 'gpt-5-nano-2025-08-07', 'vendorb/gpt-5-nano-2025-08-07'],
    ['gpt-5-nano-2025-08-07', 'gpt-5-nano-2025-08-07', 'vendorb/gpt-5-nano-2025-08-07'],
    ['openai/gpt-5-nano', 'gpt-5-nano', 'vendorb/gpt-5-nano'],
  ])('of %s is that of its model, and the id goes up as it was written', async (id, sent, shown) => {
    answerWithUsage({ prompt_tokens: 1_000, completion_tokens: 1_000 });
    const answer = await client.ask(id);
    expect(answer.headers).toMatchObject({ 'x-svc-model': shown, 'x-svc-cost': '0.00045' });
    expect(JSON.parse(await sentBody())).toHaveProperty('model', sent);
  });

  it('does not depend on the model name that the provider answers with', async () => {
    service.provider.enqueue(jsonAnswer(chatCompletion({ model: 'gpt-9-unheard-of' })));
    const answer = await client.ask('vendorb/gpt-4o-mini');
    expect(answer.headers).toMatchObject({ 'x-svc-cost': '0.0000045', 'x-svc-model': 'vendorb/gpt-4o-mini' });
    expect(answer.json).toHaveProperty('model', 'gpt-9-unheard-of');
  });
});

describe('a request to provider B', () => {
  it('goes up byte for byte with only the model and our extensions edited', async () => {
    await client.send(
      '{ "seed" : 12345678901234567890123,\n "messages":[{"role":"user","content":"Gr\\u00fc\\u00dfe 🙂 \\/"}],  "temperature":1.0,"model" : "vendorb/gpt-4o-mini" , "session_id":"s-1","unknown":{"b":1e2,"a":[ ]}}\n',
    );
    expect(await sentBody()).toBe(
      '{ "seed" : 12345678901234567890123,\n "messages":[{"role":"user","content":"Gr\\u00fc\\u00dfe 🙂 \\/"}],  "temperature":1.0,"model" : "gpt-4o-mini" , "unknown":{"b":1e2,"a":[ ]}}\n',
    );
  });

  it.each(['session_id', 'models', 'route', 'plugins', 'transforms', 'web_search_options', 'provider'])(
    'goes up without `%s`, wherever it stands',
    async (member) => {
      const value = member === 'session_id' ? '"s"' : '{"a":["b,}"]}';
      for (const body of [
        `{"${member}":${value},"model":"gpt-4o-mini","messages":[{"role":"user","content":"Hi"}]}`,
        `{"model":"gpt-4o-mini","${member}":${value},"messages":[{"role":"user","content":"Hi"}]}`,
        `{"model":"gpt-4o-mini","messages":[{"role":"user","content":"Hi"}],"${member}":${value}}`,
      ]) {
        expect((await client.send(body)).status).toBe(200);
        expect(await sentBody()).toBe('{"model":"gpt-4o-mini","messages":[{"role":"user","content":"Hi"}]}');
      }
    },
  );

  it('keeps those words where they are content', async () => {
    const body =
      '{"model":"gpt-4o-mini","messages":[{"role":"user","content":"{\\"session_id\\":1}","models":1}],"metadata":{"session_id":"x","route":"y"}}';
    await client.send(body);
    expect(await sentBody()).toBe(body);
  });

  it('names the model that `auto` stands for, also when no model was named', async () => {
    await fixedClient.send('{"messages":[{"role":"user","content":"Hi"}]}');
    expect(JSON.parse(await sentBody())).toEqual({
      model: 'gpt-6.1-terra',
      messages: [{ role: 'user', content: 'Hi' }],
    });
    await fixedClient.send('{"model":null,"messages":[{"role":"user","content":"Hi"}]}');
    expect(JSON.parse(await sentBody())).toHaveProperty('model', 'gpt-6.1-terra');
  });

  it('turns `max_tokens` into `max_completion_tokens` on reasoning models only', async () => {
    await client.ask('gpt-5-nano', { max_tokens: 4_000 });
    expect(JSON.parse(await sentBody())).toMatchObject({ max_completion_tokens: 4_000 });
    await client.ask('gpt-4o-mini', { max_tokens: 4_000 });
    expect(JSON.parse(await sentBody())).toMatchObject({ max_tokens: 4_000 });
    await client.ask('gpt-5-nano', { max_tokens: 3_000, max_completion_tokens: 4_000 });
    const both = JSON.parse(await sentBody()) as object;
    expect(both).toHaveProperty('max_completion_tokens', 4_000);
    expect(both).not.toHaveProperty('max_tokens');
  });

  it('carries our key and nothing of the caller beside the body', async () => {
    await client.ask(
      'gpt-4o-mini',
      {},
      {
        headers: {
          'x-api-key': tenant.apiKey,
          cookie: 'session=1',
          'user-agent': 'caller/1.0',
          'x-forwarded-for': '10.0.0.1',
          'openai-organization': 'org-of-the-caller',
          'anthropic-beta': 'some-beta',
          'x-session-id': 's-1',
          traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
          accept: 'text/plain',
        },
      },
    );
    const { headers, path, method } = await service.provider.nextRequest();
    expect({ method, path }).toEqual({ method: 'POST', path: '/b/v1/chat/completions' });
    expect(sentHeaders(headers)).toEqual({
      authorization: 'Bearer key-of-provider-b',
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-encoding': 'identity',
    });
  });

  it('never lets a key through in either direction, answered or refused', async () => {
    const answers = [await client.ask('gpt-4o-mini')];
    service.provider.enqueue(
      jsonAnswer({ error: { message: 'Bad key key-of-provider-b' } }, { status: 401 }),
    );
    answers.push(await client.ask('gpt-4o-mini'));
    answers.push(await client.ask('gpt-99'));
    for (const answer of answers) {
      const everything = `${JSON.stringify(answer.headers)}${answer.text}`;
      expect(everything).not.toContain('key-of-provider-b');
      expect(everything).not.toContain(tenant.apiKey);
    }
    for (const { rawHeaders, body } of service.provider.requests)
      expect(`${rawHeaders.join()}${body.toString()}`).not.toContain(tenant.apiKey);
  });
});
