import { Injectable } from '@nestjs/common';
import type { LRUCache } from 'lru-cache';
import type { Caller } from '../../auth/caller.js';
import { Clock } from '../../lib/clock.js';
import { SECOND_MS } from '../../lib/durations.js';
import { growingCache } from '../../lib/growing-cache.js';
import { AccountReader, type AccountFacts } from './account-reader.service.js';
import { CardDeclinedError } from '../payments/payment-errors.js';
import { InsufficientBalanceError } from './spend-gate-errors.js';

const MAX_ORGANIZATIONS = 20_000;
/** A balance that was not empty is looked at again beside the call. */
const STALE_MS = SECOND_MS;

/**
 * Tells before a large body is read that its call cannot be paid: the balance is used up, nothing reloads it, and it may not run
 * past zero. The spend gate decides about all others once it knows the model. Organizations with money are remembered, so that
 * only their first large body waits for the database.
 */
@Injectable()
export class EmptyBalances {
  /** When an organization was last found to have money, by the monotonic clock. */
  private readonly fundedAt: LRUCache<string, number> = growingCache(MAX_ORGANIZATIONS);
  private readonly reading = new Map<string, Promise<AccountFacts>>();

  constructor(
    private readonly reader: AccountReader,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws InsufficientBalanceError, CardDeclinedError (402), DatabaseUnavailableError (503); rejects with them when it waits.
   */
  refuse({ organizationId, payAsYouGo }: Caller): void | Promise<void> {
    if (payAsYouGo) return undefined;
    const fundedAt = this.fundedAt.get(organizationId);
    if (fundedAt === undefined) return this.look(organizationId);
    if (this.clock.monotonicMs() - fundedAt > STALE_MS) void this.look(organizationId).catch(() => undefined);
    return undefined;
  }

  private async look(organizationId: string): Promise<void> {
    const { balance, reload, cardDeclined } = await this.read(organizationId);
    if (balance > 0n || reload !== undefined) {
      this.fundedAt.set(organizationId, this.clock.monotonicMs());
      return;
    }
    this.fundedAt.delete(organizationId);
    throw cardDeclined ? new CardDeclinedError() : new InsufficientBalanceError();
  }

  private read(organizationId: string): Promise<AccountFacts> {
    const known = this.reading.get(organizationId);
    if (known !== undefined) return known;
    const reading = this.reader
      .read({ kind: 'organization', id: organizationId })
      .finally(() => this.reading.delete(organizationId));
    this.reading.set(organizationId, reading);
    return reading;
  }
}
