import { useQueryClient } from '@tanstack/preact-query';
import { ALERT_EVENTS, saveAlerts, type AlertFields } from '../../api/alerts.js';
import { fieldError, formError } from '../../api/api-error.js';
import { refresh } from '../../api/api-query.js';
import { organizationPath } from '../../api/money.js';
import type { Organization } from '../../api/types.js';
import { useAction } from '../../api/use-action.js';
import { useDraft } from '../../drafts/use-draft.js';
import { plainAmount } from '../../format/money.js';
import { Checkboxes } from '../../ui/checkboxes.js';
import { Form } from '../../ui/form.js';
import { SaveActions } from '../../ui/save-actions.js';
import { TextField } from '../../ui/text-field.js';
import { text } from './text.js';

export interface AlertsFormProps {
  readonly organizationId: string;
  readonly saved: Organization['alerts'];
}

const FIELDS = ['url', 'events', 'balance_below_usd'];

export function AlertsForm({ organizationId, saved }: AlertsFormProps) {
  const client = useQueryClient();
  const draft = useDraft<AlertFields>('alerts', fieldsOf(saved));
  const saving = useAction({
    run: () => saveAlerts(organizationId, draft.value),
    onDone: async () => {
      await refresh(client, organizationPath(organizationId));
      draft.discard();
    },
  });
  const change = (changes: Partial<AlertFields>): void => draft.set({ ...draft.value, ...changes });
  return (
    <Form onSubmit={() => saving.start()} error={formError(saving.error, FIELDS)}>
      <TextField
        label={text.url}
        hint={text.urlHint}
        error={fieldError(saving.error, 'url')}
        value={draft.value.url}
        onInput={(url) => change({ url })}
        isCode
      />
      <Checkboxes
        label={text.events}
        options={ALERT_EVENTS.map((value) => ({ value, label: text.eventNames[value] }))}
        chosen={draft.value.events}
        onChange={(events) => change({ events })}
        error={fieldError(saving.error, 'events')}
      />
      <TextField
        label={text.balanceBelow}
        hint={text.balanceBelowHint}
        error={fieldError(saving.error, 'balance_below_usd')}
        type="decimal"
        value={draft.value.balanceBelow}
        onInput={(balanceBelow) => change({ balanceBelow })}
      />
      <SaveActions
        isChanged={draft.isChanged}
        isSaving={saving.isRunning}
        isSaved={saving.result !== undefined}
        onDiscard={() => {
          draft.discard();
          saving.reset();
        }}
      />
    </Form>
  );
}

function fieldsOf(saved: Organization['alerts']): AlertFields {
  if (saved === null) return { url: '', balanceBelow: '', events: [] };
  const { url, events, balance_below_usd: below } = saved;
  return { url, events, balanceBelow: below === null ? '' : plainAmount(below) };
}
