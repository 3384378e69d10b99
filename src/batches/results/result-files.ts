import type { EntityManager } from 'typeorm';
import type { PortionResult } from '../../upstreams/batches/batch-provider.js';
import type { BatchEntity } from '../batch.entity.js';
import { BatchFileEntity } from '../files/batch-file.entity.js';
import { newFileId } from '../files/file-id.js';
import { toOpenAiLine } from './results-format.js';
import { resultsEnd } from './results-end.js';

/** What stands for the answer while the rest of a line is measured. */
const NO_ANSWER = Buffer.from('null}\n');
const NO_ANSWER_BYTES = 4;

/**
 * How long the files of OpenAI's clients will be, measured while the results are written: they are made of those anew whenever they
 * are read. A batch of anything but bodies has none.
 */
export class ResultFileSizes {
  output = 0;
  error = 0;
  private index = 0;

  constructor(private readonly batch: Pick<BatchEntity, 'id' | 'shape'>) {}

  /** @param head of the stored line, up to the answer */
  add(status: PortionResult['status'], head: Buffer, answer: Buffer | undefined): void {
    if (this.batch.shape !== 'body') return;
    const pieces = toOpenAiLine(Buffer.concat([head, NO_ANSWER]), this.batch.id, this.index);
    this.index += 1;
    const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (status !== 'succeeded') this.error += bytes;
    else this.output += bytes + (answer === undefined ? 0 : answer.length - NO_ANSWER_BYTES);
  }
}

export interface EndedBatch {
  readonly batch: BatchEntity;
  readonly endedAt: Date;
  readonly sizes: ResultFileSizes;
  readonly retentionMs: number;
}

/** The rows of a batch's files, in the transaction that ends it. @returns their ids; null where there is nothing in one */
export async function insertResultFiles(
  manager: EntityManager,
  { batch, endedAt, sizes, retentionMs }: EndedBatch,
): Promise<Pick<BatchEntity, 'outputFileId' | 'errorFileId'>> {
  const insert = async (kind: 'output' | 'error'): Promise<string | null> => {
    const bytes = sizes[kind];
    if (bytes === 0) return null;
    const id = newFileId(endedAt.getTime());
    await manager.insert(BatchFileEntity, {
      id,
      projectId: batch.projectId,
      batchId: batch.id,
      kind,
      filename: `${batch.id}_${kind}.jsonl`,
      bytes: String(bytes),
      createdAt: endedAt,
      expiresAt: resultsEnd({ endedAt, outputExpiresSeconds: batch.outputExpiresSeconds }, retentionMs),
    });
    return id;
  };
  return { outputFileId: await insert('output'), errorFileId: await insert('error') };
}
