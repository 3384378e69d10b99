import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LiveCall } from '../../src/live-calls/live-call.js';
import { exchange, type AnswerRelay } from '../../src/upstreams/exchange.js';
import { createUpstreamAgent, UndiciTransport } from '../../src/upstreams/undici-transport.js';

const PIECES = 60_000;
const ANSWERS = 4;
/** Of each answer 64 KB come as they are on the wire, whosever turn it is; a look at the clock is due behind them alone. */
const MOST = ANSWERS * 11_000;

let server: Server | undefined;
let transport: UndiciTransport | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  server?.close();
  await transport?.close();
  transport = undefined;
});

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n';

/** A provider that sends each byte of its answer in a chunk of its own, all of them at once. */
async function startProvider(): Promise<string> {
  const bytes = HEAD + '1\r\nx\r\n'.repeat(PIECES) + '0\r\n\r\n';
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(bytes));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const CALL = { cutCause: undefined, onCut: () => undefined, onWritable: () => undefined };

function ask(origin: string, relay: AnswerRelay): Promise<unknown> {
  transport ??= new UndiciTransport(createUpstreamAgent());
  return exchange({
    transport,
    request: { origin, path: '/', headers: {}, body: Buffer.from('{}') },
    call: CALL as unknown as LiveCall,
    stream: true,
    openStream: () => relay,
  });
}

describe('answers that come in pieces of a byte', () => {
  it('leave the event loop to others when a turn has taken long, and all of them come to their end', async () => {
    const origin = await startProvider();
    let nowMs = 0;
    // Each look at the clock finds that the turn has taken long.
    vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 10));
    let [most, ofTurn, all] = [0, 0, 0];
    const turn = (): void => {
      most = Math.max(most, ofTurn);
      ofTurn = 0;
      if (all < ANSWERS * PIECES) setImmediate(turn);
    };
    turn();
    const relay: AnswerRelay = {
      push: () => {
        [ofTurn, all] = [ofTurn + 1, all + 1];
        return true;
      },
      end: () => undefined,
      sawDone: false,
      carriedError: false,
    };
    const outcomes = await Promise.all(Array.from({ length: ANSWERS }, () => ask(origin, relay)));
    expect(outcomes).toEqual(outcomes.map(() => ({ kind: 'stream-ended', relay })));
    expect(all).toBe(ANSWERS * PIECES);
    expect(most).toBeLessThanOrEqual(MOST);
  });
});
