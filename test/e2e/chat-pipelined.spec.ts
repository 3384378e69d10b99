import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveCalls } from '../../src/live-calls/live-calls.service.js';
import { chatCompletion } from '../support/recordings/openai-answers.js';
import { END, gate, head, script } from '../support/recordings/script.js';
import { balanceOf, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { RawConnection } from './raw-client.js';
import { eventually } from './stream-call.js';

const BODY = JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hi' }] });
const CALLS = 3;

let service: TestApplication;
let tenant: Tenant;
let socket: net.Socket;
let received = '';
beforeAll(async () => {
  service = await startTestApplication();
  tenant = await seedTenant(service.dataSource, { smartRouting: false });
});
afterAll(() => service.stop());

/** One write for all calls: none waits for the answer before it. */
function sendTogether(): void {
  received = '';
  socket = net.connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.on('data', (bytes) => (received += bytes.toString()));
  socket.on('error', () => undefined);
  const call =
    `POST /api/v1/route/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${tenant.apiKey}\r\n` +
    `content-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`;
  socket.write(call.repeat(CALLS));
}

const rowsOf = (): Promise<{ status: number }[]> =>
  service.dataSource.query('SELECT status FROM calls WHERE project_id = $1', [tenant.projectId]);

describe('calls that are sent behind one another on one connection', () => {
  it('are answered and billed each', async () => {
    sendTogether();
    await eventually(
      () => Promise.resolve(received.split('HTTP/1.1 200 OK').length === CALLS + 1 || undefined),
      'all answers',
    );
    socket.destroy();
    expect((await rowsOf()).map(({ status }) => status)).toEqual(Array(CALLS).fill(200));
  });

  it('end with their connection, also those whose turn to be answered had not come', async () => {
    const live = service.app.get(LiveCalls);
    const held = gate();
    service.provider.enqueue(
      script(held, head(200, { 'content-type': 'application/json' }), chatCompletion(), END),
    );
    sendTogether();
    await eventually(() => Promise.resolve(live.count === CALLS || undefined), 'all calls to run');
    socket.resetAndDestroy();
    held.open();
    await eventually(() => Promise.resolve(live.count === 0 || undefined), 'no call to run');
    expect(await rowsOf()).toHaveLength(2 * CALLS);
    expect((await balanceOf(service.dataSource, tenant.organizationId)).equalsLedger).toBe(true);
  });
});

describe('thousands of requests that are sent behind one another', () => {
  const flood = (path: string): RawConnection =>
    new RawConnection(service.url).write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(5_000));

  it.each([
    ['/api/v1/route/models', 'x-svc-error-source: gateway\r\n', /"code":"too_many_pipelined_requests"/],
    ['/api/v1/models', 'x-svc-error-source: gateway\r\n', /"error_code":"too_many_pipelined_requests"/],
    ['/healthz', 'HTTP/1.1 429 Too Many Requests', /too_many_pipelined_requests/],
  ])('are answered as far as 32 of them go, then the connection is over: %s', async (path, head, code) => {
    const text = await flood(path).until(code);
    expect(text).toContain(head);
    expect(text.match(/HTTP\/1\.1 /g)?.length).toBe(33);
    expect(text).toMatch(/connection: close/i);
  });

  it('do not count once they are answered', async () => {
    const connection = new RawConnection(service.url);
    for (let round = 1; round <= 4; round += 1) {
      connection.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20));
      await eventually(
        () =>
          Promise.resolve(connection.text.split('HTTP/1.1 200 OK').length === 20 * round + 1 || undefined),
        'all answers',
      );
    }
    connection.close();
  });
});
