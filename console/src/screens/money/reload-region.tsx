import { useQueryClient } from '@tanstack/preact-query';
import { fieldError, formError } from '../../api/api-error.js';
import { organizationQuery, saveReload, type ReloadSettings } from '../../api/money.js';
import type { Organization } from '../../api/types.js';
import { useAction } from '../../api/use-action.js';
import { useDraft } from '../../drafts/use-draft.js';
import { plainAmount } from '../../format/money.js';
import { Button } from '../../ui/button.js';
import { Form } from '../../ui/form.js';
import { Region } from '../../ui/region.js';
import { Switch } from '../../ui/switch.js';
import { TextField } from '../../ui/text-field.js';
import { text } from './text.js';

const FIELDS = ['auto_reload.threshold_usd', 'auto_reload.amount_usd'];

export function ReloadRegion({
  organization: { id, auto_reload: saved },
}: {
  readonly organization: Organization;
}) {
  const client = useQueryClient();
  const draft = useDraft<ReloadSettings>('reload', {
    enabled: saved.enabled,
    threshold: plainAmount(saved.threshold_usd),
    amount: plainAmount(saved.amount_usd),
  });
  const saving = useAction({
    run: () => saveReload(id, draft.value),
    onDone: (organization) => {
      client.setQueryData(organizationQuery(id).queryKey, organization);
      draft.discard();
    },
  });
  const change = (changes: Partial<ReloadSettings>): void => draft.set({ ...draft.value, ...changes });
  return (
    <Region title={text.reloadTitle}>
      <Form onSubmit={() => saving.start()} error={formError(saving.error, FIELDS)}>
        <Switch
          label={text.reloadEnabled}
          hint={text.reloadHint}
          isOn={draft.value.enabled}
          onChange={(enabled) => change({ enabled })}
        />
        <TextField
          label={text.threshold}
          hint={text.thresholdHint}
          error={fieldError(saving.error, 'auto_reload.threshold_usd')}
          type="decimal"
          value={draft.value.threshold}
          onInput={(threshold) => change({ threshold })}
        />
        <TextField
          label={text.reloadAmount}
          hint={text.reloadAmountHint}
          error={fieldError(saving.error, 'auto_reload.amount_usd')}
          type="decimal"
          value={draft.value.amount}
          onInput={(amount) => change({ amount })}
        />
        <div class="actions">
          <Button kind="primary" type="submit" isBusy={saving.isRunning}>
            {text.save}
          </Button>
          {draft.isChanged && (
            <Button
              onClick={() => {
                draft.discard();
                saving.reset();
              }}
            >
              {text.discard}
            </Button>
          )}
          <span role="status">{saving.result !== undefined && !draft.isChanged && text.saved}</span>
        </div>
      </Form>
    </Region>
  );
}
