import type { BatchView } from '../batches/batch-book.service.js';
import type { BatchEntity, ValidationError } from '../batches/batch.entity.js';
import { DAY_MS } from '../lib/durations.js';
import { parseUsd, toUsdNumber } from '../lib/money.js';
import { unixSeconds } from './unix-seconds.js';

type Status =
  | 'validating'
  | 'in_progress'
  | 'finalizing'
  | 'completed'
  | 'failed'
  | 'expired'
  | 'cancelling'
  | 'cancelled';

/** OpenAI's batch object, with every key, and what it costs under `svc` (wire notes 4, contract-2 section 12). */
export function presentOpenAiBatch({ batch, portions }: BatchView): object {
  const status = statusOf({ batch, portions });
  const ended = (...statuses: readonly Status[]): number | null =>
    batch.endedAt !== null && statuses.includes(status) ? unixSeconds(batch.endedAt) : null;
  return {
    id: batch.id,
    object: 'batch',
    endpoint: batch.endpoint ?? (batch.shape === 'params' ? '/v1/messages' : '/v1/chat/completions'),
    errors: errorsOf(batch),
    input_file_id: batch.inputFileId,
    completion_window: '24h',
    status,
    output_file_id: batch.outputFileId,
    error_file_id: batch.errorFileId,
    created_at: unixSeconds(batch.createdAt),
    in_progress_at: beganAt(batch),
    expires_at: unixSeconds(new Date(batch.createdAt.getTime() + DAY_MS)),
    finalizing_at: ended('completed', 'expired'),
    completed_at: ended('completed'),
    failed_at: ended('failed'),
    expired_at: ended('expired'),
    cancelling_at: batch.cancelRequestedAt === null ? null : unixSeconds(batch.cancelRequestedAt),
    cancelled_at: ended('cancelled'),
    request_counts: { total: batch.requestCount, ...countsOf({ batch, portions }) },
    metadata: batch.metadata,
    svc: {
      estimate_usd: toUsdNumber(parseUsd(batch.estimateUsd)),
      cost_usd: batch.costUsd === null ? null : toUsdNumber(parseUsd(batch.costUsd)),
    },
  };
}

function statusOf({ batch, portions }: BatchView): Status {
  switch (batch.status) {
    case 'validating':
    case 'failed':
      return batch.status;
    case 'canceling':
      return 'cancelling';
    case 'in_progress': {
      const isWorkedOff = portions.every(({ status }) => status === 'ended' || status === 'failed');
      return isWorkedOff && portions.length > 0 ? 'finalizing' : 'in_progress';
    }
    case 'ended':
      if (batch.cancelRequestedAt !== null) return 'cancelled';
      return batch.expiredCount > 0 ? 'expired' : 'completed';
  }
}

/** A batch of requests that came at once began when it was created. */
function beganAt({ inProgressAt, inputFileId, createdAt }: BatchEntity): number | null {
  if (inProgressAt !== null) return unixSeconds(inProgressAt);
  return inputFileId === null ? unixSeconds(createdAt) : null;
}

function countsOf({ batch, portions }: BatchView): { completed: number; failed: number } {
  if (batch.status === 'ended') return { completed: batch.succeededCount, failed: batch.erroredCount };
  let [completed, failed] = [0, 0];
  if (batch.status !== 'failed')
    for (const { succeededCount, erroredCount } of portions) {
      completed += succeededCount;
      failed += erroredCount;
    }
  return { completed, failed };
}

function errorsOf({ status, validationErrors, errorMessage }: BatchEntity): object | null {
  if (status !== 'failed') return null;
  const unnamed: ValidationError = {
    code: 'batch_failed',
    message: errorMessage ?? 'The batch failed, and nothing was billed.',
    param: null,
    line: null,
  };
  return { object: 'list', data: validationErrors ?? [unnamed] };
}
