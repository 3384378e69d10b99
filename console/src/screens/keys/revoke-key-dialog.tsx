import { useQueryClient } from '@tanstack/preact-query';
import { refresh } from '../../api/api-query.js';
import { keysPath, revokeKey } from '../../api/keys.js';
import type { ApiKey } from '../../api/types.js';
import { useAction } from '../../api/use-action.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { text } from './text.js';

export interface RevokeKeyDialogProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

export function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const client = useQueryClient();
  const revoking = useAction({
    run: () => revokeKey(apiKey.id),
    onDone: async () => {
      await refresh(client, keysPath(apiKey.project_id));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={text.revokeTitle}
      confirmLabel={text.revoke}
      onConfirm={() => revoking.start()}
      onClose={onClose}
      isBusy={revoking.isRunning}
      error={revoking.error}
    >
      <p class="strong">
        <ForeignText>{apiKey.name}</ForeignText>
      </p>
      <p>{text.revokeEffect}</p>
    </ConfirmDialog>
  );
}
