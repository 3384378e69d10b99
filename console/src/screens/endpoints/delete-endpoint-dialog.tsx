import { useQueryClient } from '@tanstack/preact-query';
import { refresh } from '../../api/api-query.js';
import { deleteEndpoint, endpointsPath, type Endpoint } from '../../api/endpoints.js';
import { useAction } from '../../api/use-action.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { text } from './text.js';

export interface DeleteEndpointDialogProps {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
}

export function DeleteEndpointDialog({ endpoint, onClose }: DeleteEndpointDialogProps) {
  const client = useQueryClient();
  const deleting = useAction({
    run: () => deleteEndpoint(endpoint.id),
    onDone: async () => {
      await refresh(client, endpointsPath(endpoint.project_id));
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
      <p class="strong">
        <ForeignText>{endpoint.model}</ForeignText>
      </p>
      <p>{text.deleteEffect}</p>
    </ConfirmDialog>
  );
}
