import { useQueryClient } from '@tanstack/preact-query';
import { formError } from '../../api/api-error.js';
import { refresh } from '../../api/api-query.js';
import { changeKey, keysPath } from '../../api/keys.js';
import type { ApiKey } from '../../api/types.js';
import { useAction } from '../../api/use-action.js';
import { useDraft } from '../../drafts/use-draft.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Form } from '../../ui/form.js';
import { changesOf, draftOf } from './key-draft.js';
import { KEY_FIELDS, KeyFields } from './key-fields.js';
import { text } from './text.js';

export interface EditKeyDialogProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

export function EditKeyDialog({ apiKey, onClose }: EditKeyDialogProps) {
  const client = useQueryClient();
  const draft = useDraft(`edit-${apiKey.id}`, draftOf(apiKey));
  const saving = useAction({
    run: () => changeKey(apiKey.id, changesOf(draft.value, draftOf(apiKey))),
    onDone: async () => {
      draft.discard();
      await refresh(client, keysPath(apiKey.project_id));
      onClose();
    },
  });
  return (
    <Dialog title={text.editTitle} onClose={onClose}>
      <Form onSubmit={() => saving.start()} error={formError(saving.error, KEY_FIELDS)}>
        <KeyFields draft={draft.value} onChange={draft.set} error={saving.error} />
        <div class="dialog-actions">
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={saving.isRunning}>
            {text.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
