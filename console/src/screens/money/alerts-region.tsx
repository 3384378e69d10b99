import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { refresh } from '../../api/api-query.js';
import { deliveriesPath, removeAlerts, testAlerts } from '../../api/alerts.js';
import { organizationPath } from '../../api/money.js';
import type { Organization } from '../../api/types.js';
import { useAction } from '../../api/use-action.js';
import { Alert } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Region } from '../../ui/region.js';
import { AlertDeliveries } from './alert-deliveries.js';
import { AlertSecret } from './alert-secret.js';
import { alertValues } from './alert-values.js';
import { AlertsForm } from './alerts-form.js';
import { text } from './text.js';

/** Where the organization is told of what, whether that works, and what its posts are signed with. */
export function AlertsRegion({ organization }: { readonly organization: Organization }) {
  const { id, alerts, alerts_etag: etag = '*' } = organization;
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const testing = useAction({
    run: () => testAlerts(id),
    onDone: () => refresh(client, deliveriesPath(id)),
  });
  const removing = useAction({
    run: () => removeAlerts(id, etag),
    onDone: async () => {
      await refresh(client, organizationPath(id));
      testing.reset();
      setAsks(false);
    },
  });
  return (
    <Region
      title={text.alertsTitle}
      actions={
        alerts !== null && (
          <>
            <Button isBusy={testing.isRunning} onClick={() => testing.start()}>
              {text.test}
            </Button>
            <Button onClick={() => setAsks(true)}>{text.turnOff}</Button>
          </>
        )
      }
    >
      <p>{alerts === null ? text.noAlerts : text.alerts}</p>
      {testing.error !== null && <Alert>{testing.error.message}</Alert>}
      <p role="status">
        {testing.result !== undefined &&
          (testing.result.status === 'delivered'
            ? text.testTaken
            : text.testFailed(testing.result.error ?? ''))}
      </p>
      <AlertsForm organizationId={id} saved={{ values: alertValues(alerts), etag }} />
      <AlertDeliveries organizationId={id} />
      <AlertSecret organizationId={id} />
      {asks && (
        <ConfirmDialog
          title={text.turnOffTitle}
          confirmLabel={text.turnOff}
          onConfirm={() => removing.start()}
          onClose={() => setAsks(false)}
          isBusy={removing.isRunning}
          error={removing.error}
        >
          <p>{text.turnOffEffect}</p>
        </ConfirmDialog>
      )}
    </Region>
  );
}
