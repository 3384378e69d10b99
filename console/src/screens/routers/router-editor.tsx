import type { Router, RouterVersion } from '../../api/types.js';
import { useModelOptions } from '../../parts/models/use-model-options.js';
import { Button } from '../../ui/button.js';
import { Form } from '../../ui/form.js';
import { Region } from '../../ui/region.js';
import { Switch } from '../../ui/switch.js';
import { TextField } from '../../ui/text-field.js';
import type { EditedRouter } from './router-draft.js';
import { otherFault, routerFault } from './router-errors.js';
import { TIERS } from './router-values.js';
import { StaleRouter } from './stale-router.js';
import { text } from './text.js';
import { ThresholdField } from './threshold-field.js';
import { TierField } from './tier-field.js';

export interface RouterEditorProps {
  readonly router: Router;
  readonly draft: EditedRouter;
  readonly versions: readonly RouterVersion[];
  /** The catalogue is on its way with something else. */
  readonly areModelsComing: boolean;
}

export function RouterEditor({ router, draft, versions, areModelsComing }: RouterEditorProps) {
  const models = useModelOptions({ isNeeded: !areModelsComing });
  const { values, set, error } = draft;
  return (
    <Region title={text.editor} level={3}>
      <StaleRouter router={router} draft={draft} versions={versions} />
      <Form onSubmit={draft.save} error={otherFault(error)}>
        <TextField
          label={text.name}
          value={values.name}
          onInput={(name) => set({ name })}
          error={routerFault(error, 'name')}
        />
        {TIERS.map((tier) => (
          <TierField
            key={tier}
            tier={tier}
            router={router}
            value={values[tier]}
            models={models}
            onChange={(model) => set({ [tier]: model })}
            error={routerFault(error, tier)}
          />
        ))}
        <ThresholdField
          router={router}
          value={values.threshold}
          onChange={(threshold) => set({ threshold })}
          error={routerFault(error, 'threshold')}
        />
        <Switch
          label={text.fallback}
          isOn={values.fallback}
          onChange={(fallback) => set({ fallback })}
          hint={text.fallbackHint}
        />
        <div class="actions">
          <Button kind="primary" type="submit" disabled={!draft.isChanged} isBusy={draft.isSaving}>
            {text.save}
          </Button>
          <Button disabled={!draft.isChanged} onClick={draft.discard}>
            {text.discard}
          </Button>
          <span class="soft">{draft.isChanged ? text.unsaved : draft.isSaved && text.saved}</span>
        </div>
      </Form>
    </Region>
  );
}
