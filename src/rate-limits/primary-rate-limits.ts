import cluster, { type Worker } from 'node:cluster';
import { SystemClock } from '../lib/clock.js';
import type { RateLimit, RateLimitVerdict } from './gcra.js';
import { MemoryRateLimitStore } from './memory-rate-limit-store.js';

/** A worker asks its primary for one request of a bucket. */
export interface TakeMessage {
  readonly rateLimit: 'take';
  readonly ticket: number;
  readonly bucket: string;
  readonly limit: RateLimit;
}

/** The primary's answer. */
export interface TakenMessage {
  readonly rateLimit: 'taken';
  readonly ticket: number;
  readonly verdict: RateLimitVerdict;
}

/** Keeps the buckets of all workers of this machine, so that a key has one bucket however many processes share the port. */
export function answerRateLimits(): void {
  const store = new MemoryRateLimitStore(new SystemClock());
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (!isTake(message)) return;
    const { ticket, bucket, limit } = message;
    const answer: TakenMessage = { rateLimit: 'taken', ticket, verdict: store.take(bucket, limit) };
    // A worker that died meanwhile cannot be told; without a listener that failure would end the primary too.
    worker.process.send(answer, () => undefined);
  });
}

function isTake(message: unknown): message is TakeMessage {
  return (
    typeof message === 'object' && message !== null && 'rateLimit' in message && message.rateLimit === 'take'
  );
}
