import type { Organization } from '../../api/types.js';
import { Facts } from '../../ui/facts.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Time } from '../../ui/time.js';
import { text } from './text.js';

export type Card = NonNullable<Organization['card']>;

export function CardFacts({ card }: { readonly card: Card }) {
  const { brand, last4, payment_method, provider, saved_at, exp_month: month, exp_year: year } = card;
  return (
    <Facts
      facts={[
        [
          text.card,
          <ForeignText key="card">
            {last4 === null ? payment_method : `${brand ?? ''} •••• ${last4}`}
          </ForeignText>,
        ],
        [text.expires, month === null || year === null ? '—' : `${String(month).padStart(2, '0')}/${year}`],
        [text.provider, provider],
        [text.savedAt, <Time key="saved" at={saved_at} />],
      ]}
    />
  );
}
