import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Agent } from 'undici';
import { finishPausedAnswers } from './finish-paused-answers.js';

const PIECE = Buffer.alloc(16_384, 'x');

let server: Server;
let agent: Agent;
let socket: Socket;

beforeEach(async () => {
  server = createServer((connected) => {
    socket = connected.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  agent = finishPausedAnswers(new Agent());
});
afterEach(async () => {
  socket.destroy();
  server.close();
  await agent.close();
});

interface Taken {
  bytes: number;
  how: 'end' | 'error' | undefined;
  resume: () => void;
}

/** An answer whose taker asks to wait each time that something comes, and has so far been shown its first bytes. */
async function pausedAnswer(head: string, body = PIECE): Promise<Taken> {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const taken: Taken = { bytes: 0, how: undefined, resume: () => undefined };
  const connected = once(server, 'connection');
  const paused = new Promise<void>((resolve) => {
    agent.dispatch(
      { origin, path: '/', method: 'GET' },
      {
        onRequestStart: () => undefined,
        onResponseStart: (controller) => {
          taken.resume = () => controller.resume();
        },
        onResponseData: (controller, chunk) => {
          taken.bytes += chunk.length;
          controller.pause();
          resolve();
        },
        onResponseEnd: () => {
          taken.how = 'end';
        },
        onResponseError: () => {
          taken.how = 'error';
        },
      },
    );
  });
  await connected;
  await once(socket, 'data');
  socket.write(`HTTP/1.1 200 OK\r\n${head}connection: close\r\n\r\n`);
  socket.write(body);
  await paused;
  return taken;
}

/** Turns of the event loop, in which the taker takes more. */
async function whenOver(taken: Taken): Promise<Taken['how']> {
  while (taken.how === undefined) {
    await new Promise((resolve) => setImmediate(resolve));
    taken.resume();
  }
  return taken.how;
}

describe('an answer that is paused when its connection ends', () => {
  it.each([
    ['of any length', ''],
    ['of a length that was told', `content-length: ${PIECE.length}\r\n`],
  ])('is whole: %s', async (_what, head) => {
    const taken = await pausedAnswer(head);
    socket.end();
    expect(await whenOver(taken)).toBe('end');
    expect(taken.bytes).toBe(PIECE.length);
  });

  it.each([
    ['shorter than was told', `content-length: ${PIECE.length + 1}\r\n`, PIECE],
    [
      'without its last chunk',
      'transfer-encoding: chunked\r\n',
      Buffer.concat([Buffer.from('ffff\r\n'), PIECE]),
    ],
  ])('is broken: %s', async (_what, head, body) => {
    const taken = await pausedAnswer(head, body);
    socket.end();
    expect(await whenOver(taken)).toBe('error');
  });

  it('is broken when the connection is reset', async () => {
    const taken = await pausedAnswer('');
    socket.resetAndDestroy();
    expect(await whenOver(taken)).toBe('error');
  });
});
