import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { ByteCollector } from '../../lib/byte-collector.js';
import { ObjectStore } from '../../storage/object-store.js';
import { ObjectMissingError } from '../../storage/storage-errors.js';
import { BatchFailedError, BatchNotEndedError, ResultsPurgedError } from '../batch-errors.js';
import type { BatchEntity } from '../batch.entity.js';
import { toAnthropicLine, toOpenAiLine, type ResultsFormat } from './results-format.js';

const LINE_FEED = 0x0a;
const PIECE_BYTES = 262_144;

/** The results of batches that have ended, as streams. */
@Injectable()
export class BatchResults {
  constructor(@Inject(ObjectStore) private readonly store: ObjectStore) {}

  /** @throws BatchNotEndedError, BatchFailedError (409), ResultsPurgedError (410) */
  async open(batch: BatchEntity): Promise<Readable> {
    if (batch.status === 'failed') throw new BatchFailedError();
    if (batch.purgedAt !== null) throw new ResultsPurgedError();
    if (batch.status !== 'ended' || batch.resultsObject === null) throw new BatchNotEndedError();
    return this.store.read(batch.resultsObject).catch((error: unknown) => {
      // The sweep deleted it in between.
      throw error instanceof ObjectMissingError ? new ResultsPurgedError() : error;
    });
  }
}

/** The stored lines in a format; the stored one passes as it is. */
export async function* formatResults(
  stored: AsyncIterable<Buffer>,
  format: Exclude<ResultsFormat, 'jsonl'>,
  { id, status }: Pick<BatchEntity, 'id' | 'status'>,
): AsyncGenerator<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  const add = (...buffers: readonly Buffer[]): void => {
    for (const buffer of buffers) {
      pieces.push(buffer);
      size += buffer.length;
    }
  };
  if (format === 'json')
    add(Buffer.from(`{"object":"list","batch_id":${JSON.stringify(id)},"status":"${status}","data":[`));
  let index = 0;
  for await (const line of splitLines(stored)) {
    if (format === 'anthropic') add(...toAnthropicLine(line));
    else if (format === 'openai') add(...toOpenAiLine(line, id, index));
    else add(Buffer.from(index === 0 ? '' : ','), line);
    index += 1;
    if (size < PIECE_BYTES) continue;
    yield Buffer.concat(pieces.splice(0), size);
    size = 0;
  }
  if (format === 'json') add(Buffer.from(']}'));
  if (size > 0) yield Buffer.concat(pieces, size);
}

/** Lines of ours, each ended by a line feed. */
async function* splitLines(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = new ByteCollector(undefined);
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      rest.add(chunk.subarray(start, end));
      yield rest.take();
      rest = new ByteCollector(undefined);
      start = end + 1;
    }
    if (start < chunk.length) rest.add(chunk.subarray(start));
  }
}
