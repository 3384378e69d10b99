import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { LOGGER } from '../../http/logger.js';
import { Clock } from '../../lib/clock.js';
import { SECOND_MS } from '../../lib/durations.js';
import { OutboxDelivery } from '../../webhooks/outbox-delivery.js';
import { WebhookPosts } from '../../webhooks/webhook-posts.service.js';
import { CallbackOutbox, type DueCallback } from './callback-outbox.service.js';

const LOOK_EVERY_MS = 5 * SECOND_MS;

/** Posts the status object of batches that have ended to their `callback_url`. What is not taken is tried again for a day. */
@Injectable()
export class CallbackDelivery implements BeforeApplicationShutdown {
  private readonly delivery: OutboxDelivery<DueCallback>;

  constructor(outbox: CallbackOutbox, posts: WebhookPosts, clock: Clock, @Inject(LOGGER) logger: Logger) {
    this.delivery = new OutboxDelivery(outbox, { posts, clock, logger });
  }

  @Interval(LOOK_EVERY_MS)
  look(): Promise<void> {
    return this.delivery.look();
  }

  /** Sends what is due now, and waits for it. */
  deliverDue(): Promise<void> {
    return this.delivery.deliverDue();
  }

  /** What came of a post is written down while the database is still there. */
  beforeApplicationShutdown(): Promise<void> {
    return this.delivery.settled();
  }
}
