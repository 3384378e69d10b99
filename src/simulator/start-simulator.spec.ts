import { request } from 'node:http';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { startSimulator, type RunningSimulator } from './start-simulator.js';

let simulator: RunningSimulator | undefined;
afterEach(() => simulator?.close());

describe('startSimulator', () => {
  it('answers 404 outside the providers', async () => {
    simulator = await startSimulator({ port: 0, pace: 0 });
    const answer = await fetch(`${simulator.url}/elsewhere`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('x-simulated')).toBe('true');
  });

  it('survives a client that goes in mid stream', async () => {
    simulator = await startSimulator({ port: 0, pace: 0.1 });
    const path = `${simulator.url}/hosted/v1/chat/completions`;
    const call = request(path, { method: 'POST', headers: { authorization: 'Bearer k' } });
    call.end(JSON.stringify({ model: 'o/m', stream: true, messages: [{ role: 'user', content: 'Hi' }] }));
    const [answer] = await once(call, 'response');
    await once(answer, 'data');
    answer.destroy();
    expect((await fetch(`${simulator.url}/marketplace/api/v1/models`)).status).toBe(200);
  });

  it('refuses a body above the cap and still delivers the refusal', async () => {
    simulator = await startSimulator({ port: 0, pace: 0 });
    const body = Buffer.alloc(2 * 1_024 * 1_024, 32);
    const headers = { authorization: 'Bearer k' };
    const answer = await fetch(`${simulator.url}/provider-b/v1/batches`, { method: 'POST', headers, body });
    expect(answer.status).toBe(413);
  });
});
