import { Link } from 'wouter-preact';
import type { Call } from '../../api/calls.js';
import { formatUsd } from '../../format/money.js';
import { AttemptSteps } from '../../parts/attempts/attempt-steps.js';
import { isOnOwnKey } from '../../parts/attempts/attempt-story.js';
import { Alert } from '../../ui/alert.js';
import { Facts } from '../../ui/facts.js';
import { Money } from '../../ui/money.js';
import { Region } from '../../ui/region.js';
import { pathOf } from '../../url/routes.js';
import { AttemptsTable } from './attempts-table.js';
import { billOf } from './bill.js';
import { Prices } from './prices.js';
import { text } from './text.js';

export interface AttemptsRegionProps {
  readonly call: Call;
  readonly organizationId: string;
}

/** What was asked of whom, and that the bill is the sum of it. */
export function AttemptsRegion({ call, organizationId }: AttemptsRegionProps) {
  const bill = billOf(call);
  const ledger = `${pathOf('money', { organizationId })}?reference=${encodeURIComponent(call.id)}`;
  return (
    <Region title={text.attempts}>
      {call.attempts.length === 0 ? <p class="soft">{text.noAttempts}</p> : <AttemptsTable call={call} />}
      <AttemptSteps attempts={call.attempts} />
      <Facts
        facts={[
          [text.attemptsSum, <Money key="sum" usd={bill.sum} />],
          [
            text.ledger,
            <Link key="ledger" href={ledger}>
              <Money usd={call.billed_usd} />
            </Link>,
          ],
          ...(isAllOnOwnKeys(call) ? [[text.billedTo, text.ownKey] as const] : []),
        ]}
      />
      {bill.isSame ? (
        <p class="soft">{text.billSame}</p>
      ) : (
        <Alert kind="warning">{text.billDiffers(formatUsd(bill.difference))}</Alert>
      )}
      {call.attempts.length > 0 && <Prices call={call} />}
    </Region>
  );
}

const isAllOnOwnKeys = ({ attempts }: Call): boolean => attempts.length > 0 && attempts.every(isOnOwnKey);
