import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { LOGGER } from '../../http/logger.js';
import { Clock } from '../../lib/clock.js';
import { SECOND_MS } from '../../lib/durations.js';
import { randomChars } from '../../lib/ids.js';
import { OutboxDelivery } from '../../webhooks/outbox-delivery.js';
import { WebhookPosts } from '../../webhooks/webhook-posts.service.js';
import { AlertEntity } from '../alert.entity.js';
import { AlertOutbox, type DueAlert } from './alert-outbox.service.js';

const LOOK_EVERY_MS = 2 * SECOND_MS;
/** Nobody else takes the try of somebody who waits for what comes of it. */
const TEST_CLAIM_SECONDS = 60;
const TEST_SUBJECT_CHARS = 12;
const KEPT_DAYS = 30;

/** Tells organizations what they asked to be told, as callbacks of batches are: signed, and tried again for a day. */
@Injectable()
export class AlertDelivery implements BeforeApplicationShutdown {
  private readonly delivery: OutboxDelivery<DueAlert>;

  constructor(
    private readonly dataSource: DataSource,
    outbox: AlertOutbox,
    posts: WebhookPosts,
    clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
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

  /** One post, at once and never again, for somebody who tries the address. @returns what came of it */
  async test(organizationId: string): Promise<AlertEntity> {
    const [due]: DueAlert[] = await this.dataSource.query(
      `INSERT INTO alerts (organization_id, event, subject, window_key, facts, tries, next_try_at)
       VALUES ($1, 'test', $2, '', '{}', 1, now() + make_interval(secs => $3))
       RETURNING sequence, tries, organization_id AS owner`,
      [organizationId, randomChars(TEST_SUBJECT_CHARS), TEST_CLAIM_SECONDS],
    );
    if (due === undefined) throw new Error('an alert was not written');
    await this.delivery.deliver(due, { isLast: true });
    return this.dataSource.getRepository(AlertEntity).findOneByOrFail({ sequence: due.sequence });
  }

  /** Newest first; `after` is the sequence of an alert. */
  page(organizationId: string, { limit, after }: { limit: number; after: string | undefined }) {
    const query = this.dataSource
      .getRepository(AlertEntity)
      .createQueryBuilder('alert')
      .where('alert.organizationId = :organizationId', { organizationId });
    if (after !== undefined) query.andWhere('alert.sequence < :after', { after });
    return query.orderBy('alert.sequence', 'DESC').limit(limit).getMany();
  }

  /** Forgets old ones, but those that say what was told of a limit that has no end. For the hourly sweep. */
  async purge(): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM alerts WHERE created_at < now() - interval '${KEPT_DAYS} days' AND next_try_at IS NULL
          AND (event NOT LIKE 'limit%' OR (window_key NOT LIKE 'total%' AND created_at < now() - interval '${2 * KEPT_DAYS} days'))`,
    );
  }

  /** What came of a post is written down while the database is still there. */
  beforeApplicationShutdown(): Promise<void> {
    return this.delivery.settled();
  }
}
