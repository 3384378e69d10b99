import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { endAfterDiscarding } from '../../src/http/lingering-close.js';
import { readBody } from '../../src/http/bodies/read-body.js';

const MB = 1_048_576;
const BODY = Buffer.alloc(12 * MB, 'body ');
/** Of a chunk or two beyond what a body may bring before others have a turn. */
const SLACK = 262_144;

let stop: (() => void) | undefined;
afterEach(() => stop?.());

/** The most bytes of a body between two turns of the event loop, while a server works on it. */
async function mostInATurn(
  work: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<{ most: number; answer: string }> {
  let [most, ofTurn, isOver] = [0, 0, false];
  const turn = (): void => {
    most = Math.max(most, ofTurn);
    ofTurn = 0;
    if (!isOver) setImmediate(turn);
  };
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (ofTurn += chunk.length));
    work(request, response);
  });
  stop = () => server.closeAllConnections();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  turn();
  const socket = connect(port, '127.0.0.1');
  // All of it is on its way before the server's turn comes.
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${BODY.length}\r\n\r\n`);
  socket.write(BODY);
  const answer = (await text(socket)).split('\r\n').join(' ');
  isOver = true;
  server.close();
  return { most, answer };
}

describe('a large body on a fast connection', () => {
  it('lets others have their turn while it is read', async () => {
    const { most, answer } = await mostInATurn(async (request, response) => {
      const body = await readBody(request, 20 * MB);
      response.end(String(body.equals(BODY)));
    });
    expect(answer).toContain('true');
    expect(most).toBeLessThanOrEqual(524_288 + SLACK);
  });

  it('lets others have their turn while it is thrown away', async () => {
    const { most, answer } = await mostInATurn((request, response) =>
      endAfterDiscarding(request, response, Buffer.from('refused')),
    );
    expect(answer).toContain('refused');
    expect(most).toBeLessThanOrEqual(65_536 + SLACK);
  });
});
