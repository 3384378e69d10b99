import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { organizationQuery } from '../../api/money.js';
import { POLLS } from '../../api/polls.js';
import { pollEvery } from '../../api/query-client.js';
import { useIsOperator } from '../../api/use-is-operator.js';
import { Button } from '../../ui/button.js';
import { Loaded } from '../../ui/loaded.js';
import { Screen } from '../../ui/screen.js';
import type { ScreenProps } from '../../url/screen-props.js';
import { AddCreditsDialog } from './add-credits-dialog.js';
import { AlertsRegion } from './alerts-region.js';
import { BalanceRegion } from './balance-region.js';
import { CardRegion } from './card-region.js';
import { Ledger } from './ledger.js';
import { ReloadRegion } from './reload-region.js';
import './money.css';
import { text } from './text.js';

/** What an organization has, how it is filled, and every movement. */
export default function MoneyScreen({ organizationId, projectId }: ScreenProps) {
  const organization = useQuery({ ...organizationQuery(organizationId), ...pollEvery(POLLS.money) });
  const isOperator = useIsOperator();
  const [isAdding, setIsAdding] = useState(false);
  const [outcome, setOutcome] = useState('');
  const open = (): void => {
    setOutcome('');
    setIsAdding(true);
  };
  return (
    <Screen
      title={text.title}
      actions={
        isOperator ? (
          <Button kind="primary" onClick={open}>
            {text.addCredits}
          </Button>
        ) : (
          <span>{text.creditsByOperator}</span>
        )
      }
    >
      <p class="money-outcome" role="status">
        {outcome}
      </p>
      <Loaded read={organization}>
        {({ data, etag }) => (
          <div class="money-regions">
            <div class="money-column">
              <BalanceRegion organization={data} />
              <AlertsRegion organization={data} />
            </div>
            <ReloadRegion organization={data} etag={etag ?? ''} />
            <CardRegion organization={data} />
          </div>
        )}
      </Loaded>
      <Ledger organizationId={organizationId} projectId={projectId} />
      {isAdding && (
        <AddCreditsDialog
          organizationId={organizationId}
          onClose={() => setIsAdding(false)}
          onAdded={setOutcome}
        />
      )}
    </Screen>
  );
}
