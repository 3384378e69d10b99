import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, In, IsNull, Not } from 'typeorm';
import type { AuditedFields } from '../../audit/changed-members.js';
import { recordChange } from '../../audit/record-change.js';
import { ChangeFeed } from '../../database/change-feed.js';
import { LOGGER } from '../../http/logger.js';
import { Clock } from '../../lib/clock.js';
import { PaymentAccountEntity } from './payment-account.entity.js';
import { PaymentProvider } from './payment-provider.js';

/** The saved card of an organization: one, at the provider that is configured now. */
@Injectable()
export class CardsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
    private readonly provider: PaymentProvider,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Replaces the card; the same one again takes back that it was declined.
   * @throws InvalidRequestError (400) naming `payment_method`, CardDeclinedError (402), PaymentUnavailableError (503).
   */
  async save(organizationId: string, paymentMethod: string): Promise<PaymentAccountEntity> {
    const before = await this.find(organizationId);
    const customer = before?.customer ?? (await this.provider.createCustomer(organizationId));
    const card = await this.provider.saveMethod({ customer, paymentMethod });
    const saved = await this.dataSource.transaction(async (manager) => {
      const accounts = manager.getRepository(PaymentAccountEntity);
      const row = {
        organizationId,
        provider: this.provider.name,
        customer,
        paymentMethod,
        card,
        savedAt: this.clock.now(),
        declinedAt: null,
        declinedUntil: null,
      };
      await accounts.upsert(row, ['organizationId', 'provider']);
      await this.feed.publish(manager, { organizationId });
      await recordChange(manager, {
        organizationId,
        action: 'card.save',
        targetId: organizationId,
        before: auditedCard(before),
        // The time makes an entry of a card that is saved again, too.
        after: { card: cardText(card), saved_at: row.savedAt.toISOString() },
      });
      return accounts.findOneByOrFail({ organizationId, provider: this.provider.name });
    });
    const replaced = before?.paymentMethod ?? paymentMethod;
    if (replaced !== paymentMethod) await this.forget(replaced);
    return saved;
  }

  /** Removes the card; nothing is charged to it any more, save what is under way. */
  async remove(organizationId: string): Promise<void> {
    const before = await this.find(organizationId);
    await this.dataSource.transaction(async (manager) => {
      await manager.getRepository(PaymentAccountEntity).update(
        { organizationId, provider: this.provider.name },
        {
          paymentMethod: null,
          card: null,
          savedAt: null,
          declinedAt: null,
          declinedUntil: null,
        },
      );
      await this.feed.publish(manager, { organizationId });
      await recordChange(manager, {
        organizationId,
        action: 'card.remove',
        targetId: organizationId,
        before: auditedCard(before),
        after: { card: null, saved_at: null },
      });
    });
    if (before !== null && before.paymentMethod !== null) await this.forget(before.paymentMethod);
  }

  /** The saved cards of organizations; who has none is not in the map. */
  async cardsOf(organizationIds: readonly string[]): Promise<ReadonlyMap<string, PaymentAccountEntity>> {
    const rows = await this.dataSource.getRepository(PaymentAccountEntity).findBy({
      organizationId: In([...organizationIds]),
      provider: this.provider.name,
      paymentMethod: Not(IsNull()),
    });
    return new Map(rows.map((row) => [row.organizationId, row]));
  }

  private find(organizationId: string): Promise<PaymentAccountEntity | null> {
    return this.dataSource
      .getRepository(PaymentAccountEntity)
      .findOneBy({ organizationId, provider: this.provider.name });
  }

  /** What the provider still keeps of a card that we no longer use harms nobody. */
  private async forget(paymentMethod: string): Promise<void> {
    await this.provider.forgetMethod(paymentMethod).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'a card that was removed is still kept by the payment provider');
    });
  }
}

function auditedCard(account: PaymentAccountEntity | null): AuditedFields {
  return { card: cardText(account?.card), saved_at: account?.savedAt?.toISOString() ?? null };
}

/** What a person recognises a card by; its number is nowhere here. */
function cardText(card: PaymentAccountEntity['card'] | undefined): string | null {
  return card === undefined || card === null ? null : `${card.brand} ${card.last4}`;
}
