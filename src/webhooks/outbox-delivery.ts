import type { Logger } from 'pino';
import type { Clock } from '../lib/clock.js';
import { SealedUnreadableError } from '../lib/sealed-unreadable.error.js';
import { nextPostTry } from './next-post-try.js';
import type { DuePost, Outbox, PostOutcome } from './outbox.js';
import type { WebhookPosts } from './webhook-posts.service.js';

/** Somebody else may take over a post whose sender died. */
const CLAIM_SECONDS = 60;
const AT_ONCE = 40;
const AT_ONCE_OF_AN_OWNER = 4;

const MAX_FAILURE_CHARS = 300;

const NOBODY: PostOutcome = { status: null, failure: 'there is no address any more' };

export interface DeliveryServices {
  readonly posts: Pick<WebhookPosts, 'send'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Sends what is due in an outbox. Posts under way hold up none that come due meanwhile. */
export class OutboxDelivery<Due extends DuePost> {
  private readonly underWay = new Map<Promise<void>, string>();
  private looking: Promise<void> | undefined;

  constructor(
    private readonly outbox: Outbox<Due>,
    private readonly services: DeliveryServices,
  ) {}

  /** Starts what is due; resolves when it has been claimed. Never rejects. */
  look(): Promise<void> {
    this.looking ??= this.start()
      .catch((error: unknown) => {
        this.services.logger.warn({ err: error }, `due ${this.outbox.name} could not be looked for`);
      })
      .finally(() => {
        this.looking = undefined;
      });
    return this.looking;
  }

  /** Starts what is due, and resolves when nothing is under way any more. */
  async deliverDue(): Promise<void> {
    await this.look();
    await this.settled();
  }

  async settled(): Promise<void> {
    while (this.underWay.size > 0) await Promise.allSettled(this.underWay.keys());
  }

  /** One try of a post that is claimed. @returns what came of it, as it was written down */
  async deliver(due: Due, { isLast = false } = {}): Promise<PostOutcome> {
    const outcome = (await this.post(due)) ?? NOBODY;
    const at = this.services.clock.now();
    const isOver = outcome.failure === null || outcome === NOBODY || isLast;
    const nextTryAt = isOver ? null : nextPostTry(due.tries, at);
    await this.outbox.settle(due, outcome, { at, nextTryAt });
    return outcome;
  }

  private async start(): Promise<void> {
    const limit = AT_ONCE - this.underWay.size;
    if (limit <= 0) return;
    const claimed = await this.outbox.claim({ limit, seconds: CLAIM_SECONDS, busy: this.busyOwners() });
    for (const due of claimed) {
      const delivery = this.deliver(due)
        .then(() => undefined)
        .catch((error: unknown) => {
          // Its claim ends, and the post is made again.
          this.services.logger.warn({ err: error }, `one of the ${this.outbox.name} could not be settled`);
        })
        .finally(() => this.underWay.delete(delivery));
      this.underWay.set(delivery, due.owner);
    }
  }

  private busyOwners(): string[] {
    const counts = new Map<string, number>();
    for (const owner of this.underWay.values()) counts.set(owner, (counts.get(owner) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= AT_ONCE_OF_AN_OWNER).map(([owner]) => owner);
  }

  private async post(due: Due): Promise<PostOutcome | undefined> {
    try {
      const post = await this.outbox.compose(due);
      return post && (await this.services.posts.send(post));
    } catch (error) {
      // Only the operator can mend it, and nothing is asked that could answer with it.
      if (error instanceof SealedUnreadableError)
        this.services.logger.error({ err: error, owner: due.owner }, `${this.outbox.name} cannot be signed`);
      const failure = error instanceof Error ? error.message : 'the post failed';
      return { status: null, failure: failure.slice(0, MAX_FAILURE_CHARS) };
    }
  }
}
