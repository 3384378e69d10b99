import cluster from 'node:cluster';
import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { redisPauseMs } from '../database/reconnect-pause.js';
import { LOGGER } from '../http/logger.js';
import { Clock } from '../lib/clock.js';
import { MemoryRateLimitStore } from './memory-rate-limit-store.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { RateLimitStore } from './rate-limit-store.js';
import { RedisRateLimitStore } from './redis-rate-limit-store.js';
import { WorkerRateLimitStore } from './worker-rate-limit-store.js';

const RATE_LIMIT_REDIS = Symbol('RATE_LIMIT_REDIS');

@Module({
  providers: [
    {
      provide: RATE_LIMIT_REDIS,
      inject: [SETTINGS, LOGGER],
      useFactory: async ({ redisUrl }: Settings, logger: Logger): Promise<Redis | null> => {
        if (redisUrl === undefined) return null;
        const { Redis } = await import('ioredis');
        const redis = new Redis(redisUrl, {
          enableOfflineQueue: false,
          maxRetriesPerRequest: 0,
          connectTimeout: 2_000,
          retryStrategy: redisPauseMs,
        });
        redis.on('error', (error) =>
          logger.warn({ err: error }, 'redis: rate limits are kept in this process meanwhile'),
        );
        return redis;
      },
    },
    {
      provide: RateLimitStore,
      inject: [RATE_LIMIT_REDIS, Clock],
      useFactory: (redis: Redis | null, clock: Clock): RateLimitStore => {
        const memory = new MemoryRateLimitStore(clock);
        if (redis !== null) return new RedisRateLimitStore(redis, memory);
        return cluster.isWorker ? new WorkerRateLimitStore(memory) : memory;
      },
    },
    RateLimitGuard,
  ],
  exports: [RateLimitStore, RateLimitGuard],
})
export class RateLimitsModule implements OnApplicationShutdown {
  constructor(@Inject(RATE_LIMIT_REDIS) private readonly redis: Redis | null) {}

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }
}
