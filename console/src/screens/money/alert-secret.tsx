import { useState } from 'preact/hooks';
import { readAlertSecret, rotateAlertSecret } from '../../api/alerts.js';
import { useAction } from '../../api/use-action.js';
import { Alert } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { CodeText } from '../../ui/code-text.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { CopyButton } from '../../ui/copy-button.js';
import { text } from './text.js';

/** What posts are signed with: on the screen only once somebody asks for it, and nowhere kept. */
export function AlertSecret({ organizationId }: { readonly organizationId: string }) {
  const [secret, setSecret] = useState<string>();
  const [asks, setAsks] = useState(false);
  const reading = useAction({ run: () => readAlertSecret(organizationId), onDone: setSecret });
  const rotating = useAction({
    run: () => rotateAlertSecret(organizationId),
    onDone: (made) => {
      setSecret(made);
      setAsks(false);
    },
  });
  return (
    <>
      {reading.error !== null && <Alert>{reading.error.message}</Alert>}
      {secret !== undefined && <CodeText label={text.secret}>{secret}</CodeText>}
      <div class="actions">
        {secret === undefined ? (
          <Button isBusy={reading.isRunning} onClick={() => reading.start()}>
            {text.showSecret}
          </Button>
        ) : (
          <CopyButton value={secret} />
        )}
        <Button onClick={() => setAsks(true)}>{text.rotateSecret}</Button>
      </div>
      {asks && (
        <ConfirmDialog
          title={text.rotateTitle}
          confirmLabel={text.rotateSecret}
          onConfirm={() => rotating.start()}
          onClose={() => setAsks(false)}
          isBusy={rotating.isRunning}
          error={rotating.error}
        >
          <p>{text.rotateEffect}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
