import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { paceBody } from './pace-body.js';

/** How many chunks come before anything else has a turn. */
async function chunksATurn(chunk: Buffer, bytesATurn: number): Promise<number> {
  const request = new Readable({ read: () => undefined, highWaterMark: 10_000_000 });
  for (let count = 0; count < 5_000; count += 1) request.push(chunk);
  let seen = 0;
  request.on('data', () => (seen += 1));
  const end = paceBody(request as IncomingMessage, bytesATurn);
  await new Promise((resolve) => request.once('pause', resolve));
  end();
  request.destroy();
  return seen;
}

describe('a body that is paced', () => {
  it('gives others a turn when it has brought so many bytes', async () => {
    expect(await chunksATurn(Buffer.alloc(16_384), 65_536)).toBe(4);
  });

  it('gives others a turn when it has brought many chunks, however small', async () => {
    expect(await chunksATurn(Buffer.from('x'), 65_536)).toBe(64);
  });
});
