import type { Batch, BatchPortion } from '../../api/batches.js';

type Counts = Pick<
  Batch | BatchPortion,
  'succeeded_count' | 'errored_count' | 'canceled_count' | 'expired_count'
>;

/** How many requests have an answer, an error or an end. */
export const doneOf = (counts: Counts): number =>
  counts.succeeded_count + counts.errored_count + (counts.canceled_count ?? 0) + (counts.expired_count ?? 0);

/** Still at work: worth asking again, and it can be canceled. */
export const isRunning = ({ status }: Pick<Batch, 'status'>): boolean =>
  status === 'in_progress' || status === 'canceling';

export const TONES = {
  in_progress: 'info',
  canceling: 'warn',
  ended: 'good',
  failed: 'bad',
} as const;
