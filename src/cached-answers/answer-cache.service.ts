import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Caller } from '../auth/caller.js';
import { SECRETS, SETTINGS } from '../config/config.module.js';
import type { Secrets } from '../config/generated-secrets.js';
import type { Settings } from '../config/settings.js';
import { LOGGER } from '../http/logger.js';
import { Metrics } from '../metrics/metrics.js';
import { ByteBudget } from '../lib/byte-budget.js';
import { Clock } from '../lib/clock.js';
import { sealingKeyOf } from '../lib/secret-box.js';
import { CacheTurn, type CachedRequest, type CacheServices } from './cache-turn.js';
import { readCacheWish, type CacheWish } from './cache-wish.js';
import { CachedAnswersRepository } from './cached-answers.repository.js';
import { BYTES_EACH, ProjectRoom } from './project-room.js';

/** Of answers that are collected or written, in one process; a project may have half of it. */
const MAX_MEMORY_BYTES = 64 * 1_048_576;

/** Answers that callers asked to be given again to the same question. */
@Injectable()
export class AnswerCache {
  /** `x-svc-cache`, of requests and answers. */
  readonly header: string;
  private readonly services: CacheServices;

  constructor(
    repository: CachedAnswersRepository,
    clock: Clock,
    metrics: Metrics,
    @Inject(LOGGER) logger: Logger,
    @Inject(SECRETS) { secretsKey }: Secrets,
    @Inject(SETTINGS) { headerPrefix }: Settings,
  ) {
    this.header = `${headerPrefix}cache`;
    const budget = new ByteBudget({ maxBytes: MAX_MEMORY_BYTES, maxBytesEach: MAX_MEMORY_BYTES / 2 });
    this.services = {
      repository,
      room: new ProjectRoom((projectId) => repository.bytesOf(projectId, BYTES_EACH)),
      now: () => clock.now(),
      digestSecret: createHmac('sha256', sealingKeyOf(secretsKey))
        .update('digests of cached answers')
        .digest(),
      secretsKey,
      takeRoom: (projectId) => budget.take(1, projectId),
      found: (outcome, bytes, error) => {
        metrics.cacheAsked(outcome, bytes);
        if (error !== undefined) logger.warn({ err: error }, 'a cached answer could not be looked up');
      },
      kept: (bytes) => metrics.answerCached(bytes),
      notKept: (reason, error) => {
        metrics.answerNotCached(reason);
        if (error !== undefined) logger.warn({ err: error, reason }, 'an answer is not cached');
      },
    };
  }

  /** The request has the header, whatever it says. */
  isAskedBy(headers: IncomingHttpHeaders): boolean {
    return headers[this.header] !== undefined;
  }

  /**
   * What a call wants of the cache. `undefined`: nothing, as without the header; with zero retention nothing is kept nor looked for.
   * @throws InvalidRequestError (400) naming the header
   */
  wishOf(headers: IncomingHttpHeaders, { zeroRetention }: Caller): CacheWish | undefined {
    if (!this.isAskedBy(headers)) return undefined;
    const wish = readCacheWish(headers, this.header);
    return zeroRetention ? undefined : wish;
  }

  /** For a call that may have an answer: policy has been asked. */
  turnOf(
    wish: CacheWish,
    { keyId, projectId }: Caller,
    request: Omit<CachedRequest, 'keyId' | 'projectId'>,
  ): CacheTurn {
    return new CacheTurn(this.services, wish, { ...request, keyId, projectId });
  }
}
