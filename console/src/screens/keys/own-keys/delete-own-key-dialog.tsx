import { useQueryClient } from '@tanstack/preact-query';
import { refresh } from '../../../api/api-query.js';
import { deleteProviderKey, providerKeysPath, type OwnKeyProvider } from '../../../api/provider-keys.js';
import { useAction } from '../../../api/use-action.js';
import { providerName } from '../../../parts/providers/provider-name.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { text } from './text.js';

export interface DeleteOwnKeyDialogProps {
  readonly projectId: string;
  readonly provider: OwnKeyProvider;
  readonly onClose: () => void;
}

export function DeleteOwnKeyDialog({ projectId, provider, onClose }: DeleteOwnKeyDialogProps) {
  const client = useQueryClient();
  const deleting = useAction({
    run: () => deleteProviderKey(projectId, provider),
    onDone: async () => {
      await refresh(client, providerKeysPath(projectId));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={text.deleteTitle}
      confirmLabel={text.delete}
      onConfirm={() => deleting.start()}
      onClose={onClose}
      isBusy={deleting.isRunning}
      error={deleting.error}
    >
      <p class="strong">{providerName(provider)}</p>
      <p>{text.deleteEffect}</p>
    </ConfirmDialog>
  );
}
