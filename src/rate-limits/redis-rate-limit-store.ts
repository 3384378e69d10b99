import type { Redis } from 'ioredis';
import { waitForAnswer } from '../lib/wait-for-answer.js';
import { OWED_AT_MOST_MS, type RateLimit, type RateLimitVerdict } from './gcra.js';
import { RateLimitStore } from './rate-limit-store.js';

/**
 * The same algorithm as `takeOne`, run inside Redis so that processes cannot race. Times are Redis's own, in microseconds.
 * Answers allowed (0 or 1), remaining, reset and retry-after in milliseconds.
 */
const TAKE = `
local now = redis.call('TIME')
now = now[1] * 1000000 + now[2]
local interval = 1000000 / tonumber(ARGV[1])
local burst = tonumber(ARGV[2])
local arrival = tonumber(redis.call('GET', KEYS[1]) or '0')
if arrival - now > burst * interval + ${OWED_AT_MOST_MS * 1_000} then
  arrival = 0
end
local following = math.max(arrival, now) + interval
local space = burst * interval - (following - now)
if space < -0.001 then
  return {0, 0, math.ceil(math.max(0, arrival - now) / 1000), math.ceil(-space / 1000)}
end
redis.call('SET', KEYS[1], string.format('%.3f', following), 'PX', math.ceil((following - now) / 1000) + 1000)
return {1, math.floor(space / interval + 0.000001), math.ceil((following - now) / 1000), 0}`;

const ANSWER_WITHIN_MS = 100;

/**
 * Buckets shared by every process. When Redis does not answer within 100 ms the process's own memory decides: the service
 * keeps serving, each process limiting alone, and nothing is replayed later (the client has no offline queue).
 */
export class RedisRateLimitStore extends RateLimitStore {
  constructor(
    private readonly redis: Redis,
    private readonly fallback: RateLimitStore,
  ) {
    super();
  }

  override async take(bucket: string, limit: RateLimit): Promise<RateLimitVerdict> {
    let answered = (): void => undefined;
    try {
      const silence = new Promise<never>((_, reject) => {
        answered = waitForAnswer(ANSWER_WITHIN_MS, () => reject(new Error('redis is slow')));
      });
      const answer = this.redis.eval(TAKE, 1, `rate:${bucket}`, limit.perSecond, limit.burst);
      answer.catch(() => undefined);
      const [allowed, remaining, resetMs, retryAfterMs] = (await Promise.race([answer, silence])) as [
        number,
        number,
        number,
        number,
      ];
      return { allowed: allowed === 1, limit: limit.burst, remaining, resetMs, retryAfterMs };
    } catch {
      return await this.fallback.take(bucket, limit);
    } finally {
      answered();
    }
  }
}
