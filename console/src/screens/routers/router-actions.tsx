import { useState } from 'preact/hooks';
import { changeRouter, deleteRouter } from '../../api/routers.js';
import type { Router } from '../../api/types.js';
import { useAction } from '../../api/use-action.js';
import { Alert } from '../../ui/alert.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { useOpenRow } from '../../url/use-open-row.js';
import { text } from './text.js';

export interface RouterActionsProps {
  readonly router: Router;
  readonly onChanged: () => Promise<void>;
}

/** What the router is, and what can be done with all of it. */
export function RouterActions({ router, onChanged }: RouterActionsProps) {
  const [isDeleting, setIsDeleting] = useState(false);
  const { close } = useOpenRow();
  const marking = useAction({
    run: () => changeRouter(router.id, { auto: true }, router.etag),
    onDone: onChanged,
  });
  const deleting = useAction({
    run: () => deleteRouter(router.id),
    onDone: async () => {
      close();
      await onChanged();
    },
  });
  return (
    <div class="router-head">
      <div class="actions">
        {router.auto ? <Badge tone="info">{text.auto}</Badge> : <Badge>{router.label}</Badge>}
        {!router.auto && router.anchor_model === null && (
          <Button kind="quiet" isBusy={marking.isRunning} onClick={() => marking.start()}>
            {text.makeAuto}
          </Button>
        )}
        <Button kind="quiet" onClick={() => setIsDeleting(true)}>
          {text.remove}
        </Button>
      </div>
      {router.auto && <p class="soft">{text.autoHint}</p>}
      {router.anchor_model !== null && <p class="soft">{text.anchor(router.anchor_model)}</p>}
      {marking.error !== null && <Alert>{marking.error.message}</Alert>}
      {isDeleting && (
        <ConfirmDialog
          title={text.removeTitle}
          confirmLabel={text.remove}
          onConfirm={() => deleting.start()}
          onClose={() => setIsDeleting(false)}
          isBusy={deleting.isRunning}
          error={deleting.error}
        >
          <p class="strong">
            <ForeignText>{router.name}</ForeignText>
          </p>
          <p>{text.removeEffect}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
