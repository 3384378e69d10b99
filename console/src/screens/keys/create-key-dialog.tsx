import { useQueryClient } from '@tanstack/preact-query';
import { formError } from '../../api/api-error.js';
import { refresh } from '../../api/api-query.js';
import { createKey, keysPath } from '../../api/keys.js';
import { useAction } from '../../api/use-action.js';
import { useDraft } from '../../drafts/use-draft.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Form } from '../../ui/form.js';
import { CreatedKeyDialog } from './created-key-dialog.js';
import { fieldsOf, NEW_KEY } from './key-draft.js';
import { KEY_FIELDS, KeyFields } from './key-fields.js';
import { text } from './text.js';

export interface CreateKeyDialogProps {
  readonly projectId: string;
  readonly onClose: () => void;
}

export function CreateKeyDialog({ projectId, onClose }: CreateKeyDialogProps) {
  const client = useQueryClient();
  const draft = useDraft('new-limited-key', NEW_KEY);
  const creating = useAction({
    run: () => createKey(projectId, fieldsOf(draft.value)),
    onDone: () => {
      draft.discard();
      return refresh(client, keysPath(projectId));
    },
  });
  if (creating.result !== undefined) return <CreatedKeyDialog created={creating.result} onClose={onClose} />;
  return (
    <Dialog title={text.createTitle} onClose={onClose}>
      <Form onSubmit={() => creating.start()} error={formError(creating.error, KEY_FIELDS)}>
        <KeyFields draft={draft.value} onChange={draft.set} error={creating.error} />
        <div class="dialog-actions">
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={creating.isRunning}>
            {text.create}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
