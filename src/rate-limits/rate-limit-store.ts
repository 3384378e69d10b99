import type { RateLimit, RateLimitVerdict } from './gcra.js';

/** Where buckets live: in this process's memory, or shared by all processes in Redis. Taking is atomic either way. */
export abstract class RateLimitStore {
  abstract take(bucket: string, limit: RateLimit): RateLimitVerdict | Promise<RateLimitVerdict>;
}
