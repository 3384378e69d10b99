import { parseUsd, toUsdNumber } from '../lib/money.js';
import type { BatchView } from './batch-book.service.js';
import type { BatchPortionEntity } from './batch-portion.entity.js';
import { isOnOwnKey } from './own-key-portions.js';
import { isInTrouble } from './lifecycle/portion-trouble.js';

/** The status object of spec section 2. `results_url` is absolute: SDKs follow it. */
export function presentBatch({ batch, portions }: BatchView, baseUrl: string): object {
  const isOver = batch.status === 'ended' || batch.status === 'failed';
  const counts = isOver && batch.status === 'ended' ? batch : sumOf(portions);
  return {
    id: batch.id,
    object: 'batch',
    // Whose file is still to be read is on its way too.
    status: batch.status === 'validating' ? 'in_progress' : batch.status,
    request_count: batch.requestCount,
    providers: portions.map(presentPortion),
    succeeded_count: counts.succeededCount,
    errored_count: counts.erroredCount,
    ...(counts.canceledCount > 0 && { canceled_count: counts.canceledCount }),
    ...(counts.expiredCount > 0 && { expired_count: counts.expiredCount }),
    estimate_usd: toUsdNumber(parseUsd(batch.estimateUsd)),
    ...(batch.costUsd !== null && { cost_usd: toUsdNumber(parseUsd(batch.costUsd)) }),
    created_at: batch.createdAt.toISOString(),
    ...(batch.endedAt !== null && { ended_at: batch.endedAt.toISOString() }),
    ...(batch.resultsObject !== null && {
      results_url: `${baseUrl}/api/v1/route/batches/${batch.id}/results`,
    }),
    ...(batch.errorMessage !== null && { error: { message: batch.errorMessage } }),
  };
}

type Counts = Pick<BatchPortionEntity, 'succeededCount' | 'erroredCount' | 'canceledCount' | 'expiredCount'>;

function sumOf(portions: readonly BatchPortionEntity[]): Counts {
  const sum = { succeededCount: 0, erroredCount: 0, canceledCount: 0, expiredCount: 0 };
  for (const portion of portions) {
    sum.succeededCount += portion.succeededCount;
    sum.erroredCount += portion.erroredCount;
    sum.canceledCount += portion.canceledCount;
    sum.expiredCount += portion.expiredCount;
  }
  return sum;
}

function presentPortion(portion: BatchPortionEntity): object {
  const { provider, status, requestCount } = portion;
  // A poll that failed is no news to the caller; results that are awaited are.
  const error = isInTrouble(portion) && status !== 'ended' ? null : portion.error;
  return {
    provider,
    status,
    request_count: requestCount,
    succeeded_count: portion.succeededCount,
    errored_count: portion.erroredCount,
    canceled_count: portion.canceledCount,
    expired_count: portion.expiredCount,
    ...(isOnOwnKey(portion) && { billed_to: 'own-key' }),
    ...(error !== null && {
      error: { message: error.message, ...(error.status !== undefined && { status: error.status }) },
    }),
  };
}
