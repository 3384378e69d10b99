import type { BatchFileEntity } from '../batches/files/batch-file.entity.js';
import { unixSeconds } from './unix-seconds.js';

/** OpenAI's file object (wire notes on Responses, 5). */
export function presentFile({ id, bytes, createdAt, expiresAt, filename, kind }: BatchFileEntity): object {
  return {
    id,
    object: 'file',
    bytes: Number(bytes),
    created_at: unixSeconds(createdAt),
    expires_at: unixSeconds(expiresAt),
    filename,
    purpose: kind === 'input' ? 'batch' : 'batch_output',
    status: 'processed',
    status_details: null,
  };
}
