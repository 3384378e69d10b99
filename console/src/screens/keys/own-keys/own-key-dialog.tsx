import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { fieldError, formError } from '../../../api/api-error.js';
import { refresh } from '../../../api/api-query.js';
import {
  providerKeysPath,
  putProviderKey,
  type OwnKeyProvider,
  type ProviderKey,
} from '../../../api/provider-keys.js';
import { useAction } from '../../../api/use-action.js';
import { useDraft } from '../../../drafts/use-draft.js';
import { providerName } from '../../../parts/providers/provider-name.js';
import { Button } from '../../../ui/button.js';
import { Check } from '../../../ui/check.js';
import { Dialog } from '../../../ui/dialog.js';
import { Form } from '../../../ui/form.js';
import { TextField } from '../../../ui/text-field.js';
import { text } from './text.js';

export interface OwnKeyDialogProps {
  readonly projectId: string;
  readonly provider: OwnKeyProvider;
  /** The one that is replaced. */
  readonly kept: ProviderKey | undefined;
  readonly onClose: () => void;
}

/** Sets or replaces the key at one provider. The key itself is no draft: secrets are not kept in the browser. */
export function OwnKeyDialog({ projectId, provider, kept, onClose }: OwnKeyDialogProps) {
  const client = useQueryClient();
  const [apiKey, setApiKey] = useState('');
  const fallsBack = useDraft(`own-key-${provider}-falls-back`, kept?.fall_back_to_system ?? false);
  const saving = useAction({
    run: () =>
      putProviderKey(projectId, provider, { api_key: apiKey.trim(), fall_back_to_system: fallsBack.value }),
    onDone: async () => {
      fallsBack.discard();
      await refresh(client, providerKeysPath(projectId));
      onClose();
    },
  });
  const name = providerName(provider);
  return (
    <Dialog title={kept === undefined ? text.setTitle(name) : text.replaceTitle(name)} onClose={onClose}>
      <Form onSubmit={() => saving.start()} error={formError(saving.error, ['api_key'])}>
        <TextField
          label={text.apiKey}
          hint={kept === undefined ? text.apiKeyHint : `${text.apiKeyHint} ${text.again}`}
          error={fieldError(saving.error, 'api_key')}
          type="password"
          autoComplete="new-password"
          value={apiKey}
          onInput={setApiKey}
          isCode
          autoFocus
          required
        />
        <Check
          label={text.fallBack}
          hint={text.fallBackHint}
          isOn={fallsBack.value}
          onChange={fallsBack.set}
        />
        <div class="dialog-actions">
          <Button
            onClick={() => {
              fallsBack.discard();
              onClose();
            }}
          >
            {text.cancel}
          </Button>
          <Button kind="primary" type="submit" isBusy={saving.isRunning}>
            {text.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
