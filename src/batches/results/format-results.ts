import { splitLines } from '../../lib/split-lines.js';
import type { BatchEntity } from '../batch.entity.js';
import { isAnswered, toAnthropicLine, toOpenAiLine, type ResultsFormat } from './results-format.js';

const PIECE_BYTES = 262_144;

/** The stored lines in a format; the stored one passes as it is. */
export async function* formatResults(
  stored: AsyncIterable<Buffer>,
  format: Exclude<ResultsFormat, 'jsonl'>,
  { id, status }: Pick<BatchEntity, 'id' | 'status'>,
): AsyncGenerator<Buffer> {
  const pieces = new Pieces();
  if (format === 'json')
    pieces.add(
      Buffer.from(`{"object":"list","batch_id":${JSON.stringify(id)},"status":"${status}","data":[`),
    );
  let index = 0;
  // Each line of ours is ended, and as long as what a provider sent.
  for await (const { bytes: line } of splitLines(stored, Number.POSITIVE_INFINITY)) {
    if (format === 'anthropic') pieces.add(...toAnthropicLine(line));
    else if (format === 'openai') pieces.add(...toOpenAiLine(line, id, index));
    else pieces.add(Buffer.from(index === 0 ? '' : ','), line);
    index += 1;
    if (pieces.bytes >= PIECE_BYTES) yield pieces.take();
  }
  if (format === 'json') pieces.add(Buffer.from(']}'));
  if (pieces.bytes > 0) yield pieces.take();
}

/** One of the two files that OpenAI's clients read: the requests that were answered, or all the others. */
export async function* formatResultFile(
  stored: AsyncIterable<Buffer>,
  kind: 'output' | 'error',
  { id }: Pick<BatchEntity, 'id'>,
): AsyncGenerator<Buffer> {
  const pieces = new Pieces();
  let index = 0;
  for await (const { bytes: line } of splitLines(stored, Number.POSITIVE_INFINITY)) {
    if (isAnswered(line) === (kind === 'output')) pieces.add(...toOpenAiLine(line, id, index));
    index += 1;
    if (pieces.bytes >= PIECE_BYTES) yield pieces.take();
  }
  if (pieces.bytes > 0) yield pieces.take();
}

/** Lines are small: they go out some together. */
class Pieces {
  bytes = 0;
  private readonly buffers: Buffer[] = [];

  add(...buffers: readonly Buffer[]): void {
    for (const buffer of buffers) {
      this.buffers.push(buffer);
      this.bytes += buffer.length;
    }
  }

  take(): Buffer {
    const whole = Buffer.concat(this.buffers.splice(0), this.bytes);
    this.bytes = 0;
    return whole;
  }
}
