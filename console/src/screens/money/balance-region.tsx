import { checkLedger } from '../../api/money.js';
import type { Organization } from '../../api/types.js';
import { useAction } from '../../api/use-action.js';
import { compareAmounts } from '../../format/money.js';
import { Alert } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { Facts } from '../../ui/facts.js';
import { Money } from '../../ui/money.js';
import { Region } from '../../ui/region.js';
import { sayCheck } from './say-check.js';
import { text } from './text.js';

export function BalanceRegion({ organization }: { readonly organization: Organization }) {
  const { id, balance_usd: balance, reserved_usd: held, pay_as_you_go: goesOn } = organization;
  const check = useAction({ run: () => checkLedger(id) });
  return (
    <Region title={text.balanceTitle}>
      <p class="money-large">
        <Money usd={balance} />
      </p>
      {compareAmounts(balance, 0) <= 0 && !goesOn && <Alert kind="warning">{text.below}</Alert>}
      <Facts
        facts={[
          [text.held, <Money key="held" usd={held} />],
          [text.payAsYouGo, goesOn ? text.payAsYouGoOn : text.payAsYouGoOff],
        ]}
      />
      <p class="field-hint">{text.balanceHint}</p>
      <div>
        <Button isBusy={check.isRunning} onClick={() => check.start()}>
          {text.check}
        </Button>
      </div>
      <p class="money-outcome" role="status">
        {check.result !== undefined && sayCheck(check.result)}
      </p>
      {check.error !== null && <Alert>{check.error.message}</Alert>}
    </Region>
  );
}
