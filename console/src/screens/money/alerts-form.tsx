import { useQueryClient } from '@tanstack/preact-query';
import { ALERT_EVENTS, saveAlerts } from '../../api/alerts.js';
import { fieldError, formError } from '../../api/api-error.js';
import { refresh } from '../../api/api-query.js';
import { organizationPath } from '../../api/money.js';
import type { Saved } from '../../parts/edits/edit.js';
import { StaleAlert } from '../../parts/edits/stale-alert.js';
import { useEdit } from '../../parts/edits/use-edit.js';
import { Checkboxes } from '../../ui/checkboxes.js';
import { Form } from '../../ui/form.js';
import { SaveActions } from '../../ui/save-actions.js';
import { TextField } from '../../ui/text-field.js';
import { ALERT_WORDS, joinEvents, splitEvents, type AlertValues } from './alert-values.js';
import { text } from './text.js';

export interface AlertsFormProps {
  readonly organizationId: string;
  readonly saved: Saved<AlertValues>;
}

const FIELDS = ['url', 'events', 'balance_below_usd'];

/** Two people may edit them at once: neither takes the other's away unseen. */
export function AlertsForm({ organizationId, saved }: AlertsFormProps) {
  const client = useQueryClient();
  const draft = useEdit<AlertValues>({
    name: 'alerts-edit',
    saved,
    save: ({ values: { events, ...fields }, etag }) =>
      saveAlerts(organizationId, { ...fields, events: splitEvents(events) }, etag),
    readAnew: () => refresh(client, organizationPath(organizationId)),
  });
  const { values, error } = draft;
  return (
    <>
      {draft.stale !== undefined && (
        <StaleAlert
          title={text.alertsStaleTitle}
          message={text.alertsStale}
          versions={[text.before, text.now]}
          stale={draft.stale}
          saved={saved.values}
          words={ALERT_WORDS}
          onGoOn={draft.goOn}
          onTake={draft.discard}
        />
      )}
      <Form onSubmit={draft.save} error={formError(error, FIELDS)}>
        <TextField
          label={text.url}
          hint={text.urlHint}
          error={fieldError(error, 'url')}
          value={values.url}
          onInput={(url) => draft.set({ url })}
          isCode
        />
        <Checkboxes
          label={text.events}
          options={ALERT_EVENTS.map((value) => ({ value, label: text.eventNames[value] }))}
          chosen={splitEvents(values.events)}
          onChange={(events) => draft.set({ events: joinEvents(events) })}
          error={fieldError(error, 'events')}
        />
        <TextField
          label={text.balanceBelow}
          hint={text.balanceBelowHint}
          error={fieldError(error, 'balance_below_usd')}
          type="decimal"
          value={values.balanceBelow}
          onInput={(balanceBelow) => draft.set({ balanceBelow })}
        />
        <SaveActions
          isChanged={draft.isChanged}
          isSaving={draft.isSaving}
          isSaved={draft.isSaved}
          onDiscard={draft.discard}
        />
      </Form>
    </>
  );
}
