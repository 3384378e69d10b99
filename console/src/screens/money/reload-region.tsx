import { useQueryClient } from '@tanstack/preact-query';
import { refresh } from '../../api/api-query.js';
import { fieldError, formError } from '../../api/api-error.js';
import { organizationPath, saveReload, type ReloadSettings } from '../../api/money.js';
import type { Organization } from '../../api/types.js';
import { StaleAlert } from '../../parts/edits/stale-alert.js';
import { useEdit } from '../../parts/edits/use-edit.js';
import { Form } from '../../ui/form.js';
import { Region } from '../../ui/region.js';
import { SaveActions } from '../../ui/save-actions.js';
import { Switch } from '../../ui/switch.js';
import { TextField } from '../../ui/text-field.js';
import { RELOAD_WORDS, reloadValues } from './reload-values.js';
import { text } from './text.js';

const FIELDS = ['auto_reload.threshold_usd', 'auto_reload.amount_usd'];

export interface ReloadRegionProps {
  readonly organization: Organization;
  /** The tag of the state that was read. */
  readonly etag: string;
}

/** When the card is charged by itself. Two people may edit it at once: neither takes the other's away unseen. */
export function ReloadRegion({ organization, etag }: ReloadRegionProps) {
  const client = useQueryClient();
  const { id } = organization;
  const saved = reloadValues(organization);
  const draft = useEdit<ReloadSettings>({
    name: 'reload-edit',
    saved: { values: saved, etag },
    save: (edit) => saveReload(id, edit.values, edit.etag),
    readAnew: () => refresh(client, organizationPath(id)),
  });
  const { values, error } = draft;
  return (
    <Region title={text.reloadTitle}>
      {draft.stale !== undefined && (
        <StaleAlert
          title={text.reloadStaleTitle}
          message={text.reloadStale}
          versions={[text.before, text.now]}
          stale={draft.stale}
          saved={saved}
          words={RELOAD_WORDS}
          onGoOn={draft.goOn}
          onTake={draft.discard}
        />
      )}
      <Form onSubmit={draft.save} error={formError(error, FIELDS)}>
        <Switch
          label={text.reloadEnabled}
          hint={text.reloadHint}
          isOn={values.enabled}
          onChange={(enabled) => draft.set({ enabled })}
        />
        <TextField
          label={text.threshold}
          hint={text.thresholdHint}
          error={fieldError(error, 'auto_reload.threshold_usd')}
          type="decimal"
          value={values.threshold}
          onInput={(threshold) => draft.set({ threshold })}
        />
        <TextField
          label={text.reloadAmount}
          hint={text.reloadAmountHint}
          error={fieldError(error, 'auto_reload.amount_usd')}
          type="decimal"
          value={values.amount}
          onInput={(amount) => draft.set({ amount })}
        />
        <SaveActions
          isChanged={draft.isChanged}
          isSaving={draft.isSaving}
          isSaved={draft.isSaved}
          onDiscard={draft.discard}
        />
      </Form>
    </Region>
  );
}
