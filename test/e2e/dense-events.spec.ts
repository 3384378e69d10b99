import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anthropicEvents } from '../support/recordings/anthropic-answers.js';
import { CHAT_USAGE, chatEvents } from '../support/recordings/openai-answers.js';
import { streamAnswer } from '../support/recordings/script.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { ResponsesClient } from './responses-client.js';
import { MODEL_A, MODEL_MARKETPLACE, openChat } from './stream-call.js';

let service: TestApplication;
let tenant: Tenant;
beforeAll(async () => {
  service = await startTestApplication();
  tenant = await seedTenant(service.dataSource);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

/** An event of 7 MB that says next to nothing. */
const ENTRIES = Array(300_000).fill('{"type":"a","text":"b"}').join(',');
const DENSE_CHUNK = `data: {"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"reasoning_details":[${ENTRIES}]}}]}\n\n`;
const DENSE_BLOCK = `event: content_block_start\ndata: {"type":"content_block_start","index":7,"content_block":{"type":"tool_use","id":"t","name":"n","input":{"a":[${ENTRIES}]}}}\n\n`;

function answerWithDenseChunk(): readonly (string | Buffer)[] {
  const all = chatEvents(['Hello'], { usage: CHAT_USAGE });
  const events = [...all.slice(0, 2), DENSE_CHUNK, ...all.slice(2)];
  service.provider.enqueue(streamAnswer(...events));
  return events;
}

describe('an event of hundreds of thousands of values', () => {
  it('passes byte for byte where a stream is relayed, and the call is billed by its usage', async () => {
    const events = answerWithDenseChunk();
    const answer = await openChat(service.url, {
      apiKey: tenant.apiKey,
      body: { model: MODEL_MARKETPLACE, stream: true },
    });
    const text = (await answer.whole()).toString();
    expect(text.startsWith(events.slice(0, 3).join(''))).toBe(true);
    expect(text).toContain(`"prompt_tokens":${CHAT_USAGE.prompt_tokens}`);
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  it('ends a stream that is told in the words of the Responses API', async () => {
    answerWithDenseChunk();
    const client = new ResponsesClient(service.url, tenant.apiKey);
    const answer = await client.start(MODEL_MARKETPLACE).answer;
    const text = (await answer.whole()).toString();
    expect(text).toContain('too many values');
    expect(text).toContain('event: response.failed');
  });

  it("ends a stream of provider A's that is translated", async () => {
    const all = anthropicEvents({ content: 'Hello' });
    const behindText = all.findIndex((event) => event.includes('Hello')) + 1;
    service.provider.enqueue(
      streamAnswer(...all.slice(0, behindText), DENSE_BLOCK, ...all.slice(behindText)),
    );
    const answer = await openChat(service.url, {
      apiKey: tenant.apiKey,
      body: { model: MODEL_A, stream: true },
    });
    expect((await answer.whole()).toString()).toContain('"code":"stream_unreadable"');
  });
});
