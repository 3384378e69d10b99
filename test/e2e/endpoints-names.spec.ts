import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { SOON_MS } from '../support/soon.js';
import { askNameServers } from '../../src/endpoints/addresses/resolve-host.js';

const TYPE_A = 1;
const TYPE_AAAA = 28;
const HEADER_BYTES = 12;
const NO_ERROR = 0;
const NO_SUCH_NAME = 3;

interface ZoneAnswer {
  readonly code?: number;
  /** Raw address bytes by record type; a type that is missing has no records. */
  readonly records?: Readonly<Record<number, readonly number[]>>;
}

let server: Socket | undefined;
afterEach(() => {
  server?.close();
  server = undefined;
});

/** A name server on a loopback port. @returns its address */
async function nameServer(answer: ZoneAnswer | 'silent'): Promise<string> {
  const socket = createSocket('udp4');
  server = socket;
  socket.on('message', (question, { port, address }) => {
    if (answer !== 'silent') socket.send(reply(question, answer), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return `127.0.0.1:${socket.address().port}`;
}

function reply(question: Buffer, { code = NO_ERROR, records = {} }: ZoneAnswer): Buffer {
  const end = question.indexOf(0, HEADER_BYTES) + 1;
  const type = question.readUInt16BE(end);
  const data = Buffer.from(records[type] ?? []);
  const head = Buffer.from(question.subarray(0, HEADER_BYTES));
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(data.length > 0 ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  const asked = question.subarray(HEADER_BYTES, end + 4);
  if (data.length === 0) return Buffer.concat([head, asked]);
  const record = Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length]);
  return Buffer.concat([head, asked, record, data]);
}

const FOUR = [93, 184, 216, 34];
const SIX = [0x26, 0x06, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11];

describe('a question to the name servers', () => {
  it('answers addresses of both kinds', async () => {
    const servers = [await nameServer({ records: { [TYPE_A]: FOUR, [TYPE_AAAA]: SIX } })];
    expect(await askNameServers('models.example.com', servers)).toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
  });

  it.each([
    ['IPv4', { [TYPE_A]: FOUR }, [{ address: '93.184.216.34', family: 4 }]],
    ['IPv6', { [TYPE_AAAA]: SIX }, [{ address: '2606:4700::1111', family: 6 }]],
  ])('is content with a name that has only %s', async (_kind, records, addresses) => {
    expect(await askNameServers('models.example.com', [await nameServer({ records })])).toEqual(addresses);
  });

  it('fails for a name that does not exist', async () => {
    const servers = [await nameServer({ code: NO_SUCH_NAME })];
    await expect(askNameServers('nobody.example.com', servers)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('gives up on a silent name server within some three seconds, and a hundred at once take no longer', async () => {
    const servers = [await nameServer('silent')];
    const start = performance.now();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) => askNameServers(`slow${index}.example.com`, servers)),
    );
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(performance.now() - start).toBeLessThan(3 * SOON_MS);
  });
});
