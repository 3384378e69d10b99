import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { refresh } from '../../api/api-query.js';
import { batchesPath, batchPath, cancelBatch, type Batch } from '../../api/batches.js';
import { useAction } from '../../api/use-action.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { text } from './text.js';

export interface CancelBatchProps {
  readonly batch: Batch;
}

/** `Cancel`, which asks first. */
export function CancelBatch({ batch }: CancelBatchProps) {
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const canceling = useAction({
    run: () => cancelBatch(batch.id),
    onDone: async () => {
      await Promise.all([
        refresh(client, batchPath(batch.id)),
        refresh(client, batchesPath(batch.project_id)),
      ]);
      setAsks(false);
    },
  });
  return (
    <>
      <Button kind="danger" onClick={() => setAsks(true)}>
        {text.cancel}
      </Button>
      {asks && (
        <ConfirmDialog
          title={text.cancelTitle}
          confirmLabel={text.cancelDo}
          onConfirm={() => canceling.start()}
          onClose={() => setAsks(false)}
          isBusy={canceling.isRunning}
          error={canceling.error}
        >
          <p>{text.cancelEffect}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
