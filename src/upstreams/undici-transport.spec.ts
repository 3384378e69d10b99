import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { release, takeLargeBuffer } from '../lib/large-memory.js';
import { createUpstreamAgent, UndiciTransport } from './undici-transport.js';

const MB = 1_048_576;
const SIZE = 4 * MB;
const LENGTH = 2 * SIZE + 'model'.length;
const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';

let server: Server;
let transport: UndiciTransport;
let origin: string;
let connected: Promise<Socket>;

beforeEach(async () => {
  server = createServer({ pauseOnConnect: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  transport = new UndiciTransport(createUpstreamAgent());
  connected = once(server, 'connection').then(([socket]: Socket[]) => {
    if (socket === undefined) throw new Error('no socket');
    socket.on('error', () => undefined);
    return socket;
  });
});
afterEach(async () => {
  (await connected).destroy();
  server.close();
  await transport.close();
});

/** Sends a body of one letter around a spliced model; resolves with how the exchange ended. */
function sendBody(): { body: Buffer; ended: Promise<'end' | 'error'> } {
  const body = takeLargeBuffer(SIZE).fill('a');
  // Twice, because the system may take all of one body although nobody reads it.
  const slices = [body, Buffer.from('model'), body];
  const ended = new Promise<'end' | 'error'>((resolve) => {
    transport.send(
      { origin, path: '/', headers: { 'content-type': 'application/json' }, body: slices },
      {
        onHead: () => undefined,
        onData: () => true,
        onEnd: () => resolve('end'),
        onError: () => resolve('error'),
      },
    );
  });
  return { body, ended };
}

/** What would be written over it: the next bodies of that size. */
function takeNext(count: number): Buffer[] {
  return Array.from({ length: count }, () => takeLargeBuffer(SIZE).fill('b'));
}

/** The request's body; the socket stays open. */
function readRequest(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length < LENGTH) return;
      const bytes = Buffer.concat(chunks);
      const body = bytes.indexOf('\r\n\r\n') + 4;
      if (length >= body + LENGTH) resolve(bytes.subarray(body));
    });
    socket.once('close', () => reject(new Error(`the request ended after ${length} bytes`)));
    socket.resume();
  });
}

describe('a large body on its way to an upstream', () => {
  it('arrives whole, and its memory serves the next one', async () => {
    const { body, ended } = sendBody();
    release(body);
    const socket = await connected;
    const received = await readRequest(socket);
    socket.write(ANSWER);
    expect(await ended).toBe('end');
    const letters = 'a'.repeat(SIZE);
    expect(received.toString('latin1') === `${letters}model${letters}`).toBe(true);
    expect(takeNext(4).some(({ buffer }) => buffer === body.buffer)).toBe(true);
  });

  it('keeps its memory while the upstream does not read', async () => {
    const { body, ended } = sendBody();
    release(body);
    const socket = await connected;
    // As much as the system takes is on its way; the rest waits in our socket.
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(takeNext(5).some(({ buffer }) => buffer === body.buffer)).toBe(false);
    const received = await readRequest(socket);
    socket.write(ANSWER);
    expect(await ended).toBe('end');
    expect(received.includes('b')).toBe(false);
  });

  it('keeps its memory for good when the upstream answers before it has read', async () => {
    const { body, ended } = sendBody();
    release(body);
    const socket = await connected;
    socket.write(ANSWER);
    await ended;
    expect(takeNext(5).some(({ buffer }) => buffer === body.buffer)).toBe(false);
    let received = '';
    socket.resume().on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    await new Promise((resolve) => socket.once('close', resolve));
    expect(received.slice(received.indexOf('\r\n\r\n'))).not.toContain('b');
  });
});
