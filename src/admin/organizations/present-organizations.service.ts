import { Injectable } from '@nestjs/common';
import { AlertSettings } from '../../alerts/settings/alert-settings.service.js';
import { CreditsService, type OrganizationBalance } from '../../billing/ledger/credits.service.js';
import { CardsService } from '../../billing/payments/cards.service.js';
import type { OrganizationEntity } from '../../projects/organization.entity.js';
import { presentOrganization } from '../present.js';

const EMPTY: OrganizationBalance = { balance: 0n, reserved: 0n };

export type PresentedOrganization = ReturnType<typeof presentOrganization>;

/** Organizations with what they have and what they pay with. */
@Injectable()
export class PresentOrganizations {
  constructor(
    private readonly credits: CreditsService,
    private readonly cards: CardsService,
    private readonly alerts: AlertSettings,
  ) {}

  async all(rows: readonly OrganizationEntity[]): Promise<PresentedOrganization[]> {
    const ids = rows.map(({ id }) => id);
    const [balances, cards, alerts] = await Promise.all([
      this.credits.balancesOf(ids),
      this.cards.cardsOf(ids),
      this.alerts.of(ids),
    ]);
    return rows.map((row) =>
      presentOrganization(row, {
        ...(balances.get(row.id) ?? EMPTY),
        card: cards.get(row.id),
        alerts: alerts.get(row.id),
      }),
    );
  }

  async one(row: OrganizationEntity): Promise<PresentedOrganization> {
    const [presented] = await this.all([row]);
    if (presented === undefined) throw new Error('one row was presented as none');
    return presented;
  }
}
