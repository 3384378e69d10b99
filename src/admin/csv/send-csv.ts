import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/**
 * A CSV file as an answer, read from its source as fast as the client takes it. What fails before the first piece is an
 * error answer; after it the connection is cut, so that half a file is not taken for a whole one.
 * @param name of the file, without its ending
 */
export async function sendCsv(
  reply: FastifyReply,
  name: string,
  pieces: AsyncGenerator<string>,
): Promise<StreamableFile> {
  const first = await pieces.next();
  void reply.header('vary', 'accept');
  return new StreamableFile(Readable.from(startingWith(first, pieces), { objectMode: false }), {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${name}.csv"`,
  });
}

async function* startingWith(
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<Buffer> {
  if (first.done === true) return;
  yield Buffer.from(first.value);
  for await (const piece of rest) yield Buffer.from(piece);
}
