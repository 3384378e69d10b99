import { splitLines } from '../../lib/split-lines.js';
import type { BatchEntity } from '../batch.entity.js';
import { toAnthropicLine, toOpenAiLine, type ResultsFormat } from './results-format.js';

const PIECE_BYTES = 262_144;

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
  // Each line of ours is ended, and as long as what a provider sent.
  for await (const { bytes: line } of splitLines(stored, Number.POSITIVE_INFINITY)) {
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
