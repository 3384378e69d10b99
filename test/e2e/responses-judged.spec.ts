import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chatCompletion } from '../support/recordings/openai-answers.js';
import { messageItem, responseAnswer, responseStream } from '../support/recordings/responses-answers.js';
import type { RecordedRequest } from '../support/recordings/recorded-request.js';
import { jsonAnswer, streamAnswer } from '../support/recordings/script.js';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { judgedRows } from './records-support.js';
import { ResponsesClient } from './responses-client.js';
import { eventually, inputAt, template } from './task-template.js';

const JUDGE = 'vendorb/gpt-4.1-mini';

let service: TestApplication;
beforeAll(async () => {
  service = await startTestApplication({ environment: { JUDGE_MODEL: JUDGE, JUDGE_SAMPLE_RATE: '1' } });
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

/** The judge is asked by chat. */
const isJudge = ({ path }: RecordedRequest): boolean => path === '/b/v1/chat/completions';

describe('an answer of the Responses API to a grouped task', () => {
  it.each([
    ['whole', 'provider B', 'vendorb/gpt-4.1', {}],
    ['streamed', 'provider B', 'vendorb/gpt-4.1', { stream: true }],
    ['whole', 'provider A', 'vendora/claude-haiku-4-5', {}],
    ['streamed', 'provider A', 'vendora/claude-haiku-4-5', { stream: true }],
  ])('is judged when it came %s from %s', async (_how, _provider, medium, members) => {
    const { apiKey } = await seedTenant(service.dataSource, {
      tiers: { big: 'vendora/claude-sonnet-5-5', medium },
    });
    const client = new ResponsesClient(service.url, apiKey);
    service.provider.respond('/b/v1/responses', (request) => {
      const output = [messageItem('A judged text.')];
      return (request.json() as { stream?: boolean }).stream === true
        ? streamAnswer(responseStream({ output }))
        : jsonAnswer(responseAnswer({ output }));
    });
    service.provider.respond(isJudge, (request) => {
      const mark = /The mark is (\w{16})\./.exec(request.body.toString())?.[1] ?? '';
      return jsonAnswer(chatCompletion({ content: JSON.stringify({ mark, reason: 'No.', success: false }) }));
    });
    const ask = (index: number) => {
      const { messages, ...rest } = template(inputAt(index));
      return client.send({ ...rest, ...members, input: messages });
    };
    for (const index of [0, 1]) expect((await ask(index)).status).toBe(200);
    const answer = await ask(2);
    expect(answer.headers['x-svc-group']).toMatch(/^grp_/);
    const row = await eventually(
      async () => (await judgedRows(service.dataSource, answer.callId))[0],
      (judged) => judged?.source === 'judge-model',
    );
    expect(row).toMatchObject({ model: medium, success: false });
    const asked = service.provider.requests.filter(isJudge).at(-1)?.body.toString();
    expect(asked).toContain(medium.includes('gpt') ? 'A judged text.' : 'Hello');
  });
});
