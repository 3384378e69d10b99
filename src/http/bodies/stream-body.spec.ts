import { Agent, createServer, request as openRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BodyStalledError } from '../http-errors.js';
import { readBody } from './read-body.js';
import { streamBody } from './stream-body.js';

/** What the handler of the next request does with it. */
let onRequest: (request: IncomingMessage) => Promise<string>;
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    void onRequest(request).then((text) => response.end(text));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function open(headers: Record<string, string> = {}): ReturnType<typeof openRequest> {
  const { port } = server.address() as AddressInfo;
  const request = openRequest({ host: '127.0.0.1', port, method: 'PUT', agent: false, headers });
  request.on('error', () => undefined);
  return request;
}

async function read(request: IncomingMessage, idleMs: number): Promise<string> {
  let bytes = 0;
  for await (const chunk of streamBody(request, { capBytes: 100, idleMs })) bytes += chunk.length;
  return String(bytes);
}

describe('a body that is read whole', () => {
  it.each<Record<string, string>>([{}, { 'content-encoding': 'gzip' }])(
    'of a client that sends nothing more is given up, and the client can be told: %j',
    async (headers) => {
      const client = open(headers);
      onRequest = (request) =>
        Promise.resolve(readBody(request, 100, { idleMs: 5 })).then(String, (error: unknown) => {
          expect(error).toMatchObject({ status: 408, code: 'body_stalled' });
          return 'stalled';
        });
      const answered = new Promise<string>((resolve) => {
        client.once('response', (response) => response.once('data', (text: Buffer) => resolve(String(text))));
      });
      client.write('{');
      expect(await answered).toBe('stalled');
      client.destroy();
    },
  );

  it('is whole when its end comes after its head', async () => {
    const client = open();
    onRequest = async (request) => String(await readBody(request, 100));
    const answered = new Promise<string>((resolve) => {
      client.once('response', (response) => response.once('data', (text: Buffer) => resolve(String(text))));
    });
    client.write('{');
    client.end('}');
    expect(await answered).toBe('{}');
  });

  it('that came with its head is there at once, request after request on one connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ways: string[] = [];
    onRequest = async (request) => {
      // Behind the parser, as a handler is behind its guards.
      await Promise.resolve();
      const body = readBody(request, 100);
      ways.push(`${body instanceof Promise ? 'waits' : 'at once'} at port ${request.socket.remotePort}`);
      return String(await body);
    };
    for (const sent of ['{"a":1}', '{"b":2}', '{"c":3}']) expect(await put(agent, sent)).toBe(sent);
    agent.destroy();
    expect(ways[0]).toMatch(/^at once/);
    expect(new Set(ways).size).toBe(1);
  });
});

function put(agent: Agent, body: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const headers = { 'content-length': String(body.length) };
  return new Promise((resolve, reject) => {
    openRequest({ host: '127.0.0.1', port, method: 'PUT', agent, headers }, (response) => {
      response.setEncoding('utf8').once('data', resolve);
    })
      .once('error', reject)
      .end(body);
  });
}

describe('a streamed body', () => {
  it('of a client that sends nothing more is given up, and the client can be told', async () => {
    const client = open();
    onRequest = (request) =>
      read(request, 5).catch((error: unknown) => {
        expect(error).toBeInstanceOf(BodyStalledError);
        expect(error).toMatchObject({ status: 408, code: 'body_stalled' });
        return 'stalled';
      });
    const answered = new Promise<string>((resolve) => {
      client.once('response', (response) => response.once('data', (text: Buffer) => resolve(String(text))));
    });
    client.write('{');
    expect(await answered).toBe('stalled');
    client.destroy();
  });
});
