import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { aliasesPath, putAlias, type ModelAlias } from '../../api/aliases.js';
import { fieldError, formError } from '../../api/api-error.js';
import { refresh } from '../../api/api-query.js';
import { useAction } from '../../api/use-action.js';
import { useModelOptions } from '../../parts/models/use-model-options.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Form } from '../../ui/form.js';
import { Picker } from '../../ui/picker/picker.js';
import { TextField } from '../../ui/text-field.js';
import { text } from './text.js';

export interface AliasDialogProps {
  readonly projectId: string;
  /** Of a standing one its model is chosen anew. */
  readonly alias: ModelAlias | undefined;
  readonly onClose: () => void;
}

export function AliasDialog({ projectId, alias, onClose }: AliasDialogProps) {
  const client = useQueryClient();
  const models = useModelOptions();
  const [name, setName] = useState(alias?.alias ?? '');
  const [model, setModel] = useState(alias?.model ?? '');
  const saving = useAction({
    run: () => putAlias(projectId, { alias: name.trim(), model }),
    onDone: async () => {
      await refresh(client, aliasesPath(projectId));
      onClose();
    },
  });
  return (
    <Dialog title={alias === undefined ? text.addAlias : text.changeAlias} onClose={onClose}>
      <Form onSubmit={() => saving.start()} error={formError(saving.error, ['alias', 'model'])}>
        {alias === undefined ? (
          <TextField
            label={text.alias}
            hint={text.aliasHint}
            error={fieldError(saving.error, 'alias')}
            value={name}
            onInput={setName}
            autoFocus
            required
            isCode
          />
        ) : (
          <p>
            <code>{alias.alias}</code>
          </p>
        )}
        <Picker
          label={text.model}
          value={model}
          options={models.options}
          isDraft
          onChange={setModel}
          error={fieldError(saving.error, 'model')}
        />
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
