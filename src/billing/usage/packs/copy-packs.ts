import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** Of PostgreSQL's binary format: what is before the first row, and before the content of each, which has one column. */
const HEADER_BYTES = 19;
const BEFORE_CONTENT_BYTES = 6;
const END_BYTES = 2;

/**
 * Reads values of one column of bytes as they are; of an answer to a question the driver makes text.
 * @param sql has no parameters, and answers as many rows as there are lengths, in their order
 * @throws Error when the values have other lengths
 */
export async function copyBytes(
  client: ClientBase,
  sql: string,
  lengths: readonly number[],
): Promise<Buffer[]> {
  const expected = lengths.reduce(
    (sum, length) => sum + BEFORE_CONTENT_BYTES + length,
    HEADER_BYTES + END_BYTES,
  );
  const copied = Buffer.allocUnsafeSlow(expected);
  let filled = 0;
  for await (const chunk of client.query(
    copyTo(`COPY (${sql}) TO STDOUT (FORMAT binary)`),
  ) as AsyncIterable<Buffer>)
    // What would be too much is counted and not kept: the connection is read to the end.
    filled += filled + chunk.length <= expected ? chunk.copy(copied, filled) : Infinity;
  let at = HEADER_BYTES;
  const values = lengths.map((length) => {
    const isAsExpected = filled === expected && copied.readInt32BE(at + 2) === length;
    if (!isAsExpected)
      throw new Error('values that were copied have other lengths than they had a moment before');
    const start = at + BEFORE_CONTENT_BYTES;
    at = start + length;
    return copied.subarray(start, at);
  });
  return values;
}
