import type { Clock } from '../lib/clock.js';
import { growingCache } from '../lib/growing-cache.js';
import { takeOne, type RateLimit, type RateLimitVerdict } from './gcra.js';
import { RateLimitStore } from './rate-limit-store.js';

const MAX_BUCKETS = 100_000;

/** Buckets of one process. Without an entry a bucket is full, so forgetting the least used ones is kind to callers. */
export class MemoryRateLimitStore extends RateLimitStore {
  private readonly arrivals = growingCache<string, number>(MAX_BUCKETS);

  constructor(private readonly clock: Clock) {
    super();
  }

  override take(bucket: string, limit: RateLimit): RateLimitVerdict {
    const taken = takeOne({
      arrivalMs: this.arrivals.get(bucket) ?? 0,
      nowMs: this.clock.monotonicMs(),
      limit,
    });
    this.arrivals.set(bucket, taken.arrivalMs);
    return taken.verdict;
  }
}
