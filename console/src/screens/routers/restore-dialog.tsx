import { ApiError } from '../../api/api-error.js';
import { restoreVersion } from '../../api/routers.js';
import type { Router, RouterVersion } from '../../api/types.js';
import { useAction } from '../../api/use-action.js';
import { differing } from '../../parts/edits/edit.js';
import { ValuesTable } from '../../parts/edits/values-table.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { ROUTER_WORDS } from './print-value.js';
import { valuesOf } from './router-values.js';
import { text } from './text.js';

export interface RestoreDialogProps {
  readonly router: Router;
  readonly version: RouterVersion;
  readonly onRestored: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks with what it would change. After a 412 the table shows what the router has become, and it can be asked again. */
export function RestoreDialog({ router, version, onRestored, onClose }: RestoreDialogProps) {
  const restoring = useAction({
    run: async () => {
      try {
        await restoreVersion(router.id, version.number, router.etag);
      } catch (error) {
        if (error instanceof ApiError && error.status === 412) await onRestored();
        throw error;
      }
    },
    onDone: async () => {
      await onRestored();
      onClose();
    },
  });
  const [now, then] = [valuesOf(router), valuesOf(version)];
  return (
    <ConfirmDialog
      title={text.restoreTitle(version.number)}
      confirmLabel={text.restore}
      onConfirm={() => restoring.start()}
      onClose={onClose}
      isBusy={restoring.isRunning}
      error={restoring.error}
    >
      {differing(now, then).length === 0 ? (
        <p>{text.restoreSame}</p>
      ) : (
        <>
          <p>{text.restoreEffect}</p>
          <ValuesTable
            name={text.restoreTitle(version.number)}
            columns={[
              [text.savedRouter, now],
              [text.version(version.number), then],
            ]}
            words={ROUTER_WORDS}
          />
        </>
      )}
    </ConfirmDialog>
  );
}
