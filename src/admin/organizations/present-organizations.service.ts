import { Injectable } from '@nestjs/common';
import { AlertSettings } from '../../alerts/settings/alert-settings.service.js';
import { alertsTag } from '../../alerts/settings/alerts-tag.js';
import { CreditsService, type OrganizationBalance } from '../../billing/ledger/credits.service.js';
import { CardsService } from '../../billing/payments/cards.service.js';
import type { OrganizationEntity } from '../../projects/organization.entity.js';
import { includes } from '../dto/queries.dto.js';
import { presentOrganization } from '../present.js';

const EMPTY: OrganizationBalance = { balance: 0n, reserved: 0n };

export type PresentedOrganization = ReturnType<typeof presentOrganization> & {
  readonly alerts_etag?: string;
};

/** Organizations with what they have and what they pay with. */
@Injectable()
export class PresentOrganizations {
  constructor(
    private readonly credits: CreditsService,
    private readonly cards: CardsService,
    private readonly alerts: AlertSettings,
  ) {}

  async all(rows: readonly OrganizationEntity[], areTagged = false): Promise<PresentedOrganization[]> {
    const ids = rows.map(({ id }) => id);
    const [balances, cards, alerts] = await Promise.all([
      this.credits.balancesOf(ids),
      this.cards.cardsOf(ids),
      this.alerts.of(ids),
    ]);
    return rows.map((row) => ({
      ...presentOrganization(row, {
        ...(balances.get(row.id) ?? EMPTY),
        card: cards.get(row.id),
        alerts: alerts.get(row.id),
      }),
      ...(areTagged && { alerts_etag: alertsTag(row.id, alerts.get(row.id)) }),
    }));
  }

  /** @param query whether the tag of its alerts is wanted too: that of those which are shown */
  async one(
    row: OrganizationEntity,
    query: { readonly include?: string } = {},
  ): Promise<PresentedOrganization> {
    const [presented] = await this.all([row], includes(query, 'alerts_etag'));
    if (presented === undefined) throw new Error('one row was presented as none');
    return presented;
  }
}
