import { afterAll, beforeAll, expect, it } from 'vitest';
import { anthropicMessage } from '../support/recordings/anthropic-answers.js';
import { jsonAnswer } from '../support/recordings/script.js';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { MODEL_A, ResponsesClient } from './responses-client.js';

let service: TestApplication;
let client: ResponsesClient;
beforeAll(async () => {
  service = await startTestApplication();
  const { apiKey } = await seedTenant(service.dataSource, { smartRouting: false });
  client = new ResponsesClient(service.url, apiKey);
});
afterAll(() => service.stop());

const THINKING = { type: 'thinking', thinking: 'Hm.', signature: 'c2lnbmVk' };

/** Asks once, goes on with other members, and answers how many blocks of thinking went up then. */
async function blocksReplayed(first: object, next: object): Promise<number> {
  service.provider.reset();
  for (const text of ['Hi', 'On'])
    service.provider.enqueue(jsonAnswer(anthropicMessage({ content: [THINKING, { type: 'text', text }] })));
  const { id } = (await client.ask(MODEL_A, first)).json as { id: string };
  const second = await client.ask(MODEL_A, { previous_response_id: id, input: 'On', ...next });
  expect(second.status).toBe(200);
  await service.provider.nextRequest();
  const sent = (await service.provider.nextRequest()).json() as { messages: { content: unknown }[] };
  return sent.messages
    .flatMap(({ content }) => (Array.isArray(content) ? (content as { type: string }[]) : []))
    .filter(({ type }) => type === 'thinking').length;
}

it.each([
  ['the same instructions', { instructions: 'Be kind' }, { instructions: 'Be kind' }, 1],
  ['no instructions, ever', {}, {}, 1],
  ['instructions that were not said again', { instructions: 'Be kind' }, {}, 0],
  ['other instructions', { instructions: 'Be kind' }, { instructions: 'Be brief' }, 0],
  ['a tool more', {}, { tools: [{ type: 'function', name: 'f', parameters: null }] }, 0],
])(
  'provider A gets its thinking back behind %s, and not behind a changed prompt',
  async (_, first, next, blocks) => {
    expect(await blocksReplayed(first, next)).toBe(blocks);
  },
);
