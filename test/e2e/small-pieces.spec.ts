import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { collectGarbage } from '../support/collect-garbage.js';
import { CHAT_USAGE, chatEvents } from '../support/recordings/openai-answers.js';
import { gate, streamAnswer } from '../support/recordings/script.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { openChat } from './stream-call.js';

let service: TestApplication;
let tenant: Tenant;
beforeAll(async () => {
  service = await startTestApplication();
  tenant = await seedTenant(service.dataSource);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

/** Bytes of objects and buffers. */
async function heldBytes(): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < 10; round += 1) {
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    least = Math.min(least, heapUsed + arrayBuffers);
    await service.dataSource.query('SELECT 1');
  }
  return least;
}

/** What is held when it no longer grows. */
async function heldWhenStill(): Promise<number> {
  let last = await heldBytes();
  for (;;) {
    const now = await heldBytes();
    if (Math.abs(now - last) < 100_000) return now;
    last = now;
  }
}

describe('what comes in pieces of one byte', () => {
  it('behind the usage of a stream takes about its bytes, and arrives', async () => {
    const before = await heldWhenStill();
    const held = gate();
    const [first = '', ...rest] = chatEvents(['a'], { usage: CHAT_USAGE });
    const done = rest.pop() ?? '';
    // Each of them is an event.
    const blanks = Array.from({ length: 20 }, () => Buffer.alloc(50_000, '\n'));
    service.provider.enqueue(streamAnswer(first, ...rest, ...blanks, held, done));
    const answer = await openChat(service.url, { apiKey: tenant.apiKey, body: { stream: true } });
    await held.reached;
    expect((await heldWhenStill()) - before).toBeLessThan(10_000_000);
    held.open();
    expect((await answer.whole()).length).toBeGreaterThan(1_000_000);
  });
});
