import { Link } from 'wouter-preact';
import type { Organization } from '../../api/types.js';
import { formatUsd } from '../../format/money.js';
import { Facts } from '../../ui/facts.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Money } from '../../ui/money.js';
import { Region } from '../../ui/region.js';
import { pathOf } from '../../url/routes.js';
import { text } from './text.js';

export function MoneyRegion({ organization }: { readonly organization: Organization }) {
  const { id, balance_usd, reserved_usd, auto_reload: reload, card } = organization;
  return (
    <Region
      title={text.balance}
      actions={<Link href={pathOf('money', { organizationId: id })}>{text.money}</Link>}
    >
      <p class="day-today">
        <Money usd={balance_usd} />
      </p>
      <Facts
        facts={[
          [text.held, <Money key="held" usd={reserved_usd} />],
          [
            text.reload,
            reload.enabled
              ? text.reloadOn(formatUsd(reload.amount_usd), formatUsd(reload.threshold_usd))
              : text.reloadOff,
          ],
          [
            text.card,
            card === null ? (
              text.noCard
            ) : (
              <ForeignText key="card">
                {card.last4 === null ? card.payment_method : `${card.brand ?? ''} •••• ${card.last4}`}
              </ForeignText>
            ),
          ],
        ]}
      />
    </Region>
  );
}
