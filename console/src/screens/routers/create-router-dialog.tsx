import { useQueryClient } from '@tanstack/preact-query';
import { refresh } from '../../api/api-query.js';
import { createRouter, routersPath } from '../../api/routers.js';
import { useAction } from '../../api/use-action.js';
import { useDraft } from '../../drafts/use-draft.js';
import { useModelOptions } from '../../parts/models/use-model-options.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Form } from '../../ui/form.js';
import { Picker } from '../../ui/picker/picker.js';
import { TextField } from '../../ui/text-field.js';
import { useOpenRow } from '../../url/use-open-row.js';
import { otherFault, routerFault } from './router-errors.js';
import { TIERS, type RouterValues } from './router-values.js';
import { text } from './text.js';

export interface CreateRouterDialogProps {
  readonly projectId: string;
  readonly onClose: () => void;
}

const EMPTY: RouterValues = {
  name: '',
  big: null,
  medium: null,
  small: null,
  threshold: null,
  fallback: false,
};

export function CreateRouterDialog({ projectId, onClose }: CreateRouterDialogProps) {
  const client = useQueryClient();
  const models = useModelOptions();
  const { open } = useOpenRow();
  const draft = useDraft('new-router', EMPTY);
  const creating = useAction({
    run: () => {
      const { name, big, medium, small } = draft.value;
      return createRouter(projectId, { name, tiers: { big, medium, small } });
    },
    onDone: async ({ id }) => {
      draft.discard();
      await refresh(client, routersPath(projectId));
      onClose();
      open(id);
    },
  });
  const set = (changes: Partial<RouterValues>): void => draft.set({ ...draft.value, ...changes });
  return (
    <Dialog title={text.createTitle} onClose={onClose}>
      <Form onSubmit={() => creating.start()} error={otherFault(creating.error)}>
        <TextField
          label={text.name}
          value={draft.value.name}
          onInput={(name) => set({ name })}
          error={routerFault(creating.error, 'name')}
          autoFocus
          required
        />
        {TIERS.map((tier) => (
          <Picker
            key={tier}
            label={text.tiers[tier]}
            hint={text.tierHints[tier]}
            value={draft.value[tier] ?? ''}
            options={models.options}
            noneLabel={text.noModel}
            isDraft
            onChange={(model) => set({ [tier]: model === '' ? null : model })}
            error={routerFault(creating.error, tier)}
          />
        ))}
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
