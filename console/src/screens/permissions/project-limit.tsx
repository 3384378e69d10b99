import { useQueryClient } from '@tanstack/preact-query';
import { formError } from '../../api/api-error.js';
import { refresh } from '../../api/api-query.js';
import { changeProject, projectPath } from '../../api/projects.js';
import type { Project } from '../../api/types.js';
import { useAction } from '../../api/use-action.js';
import { useDraft } from '../../drafts/use-draft.js';
import { plainAmount } from '../../format/money.js';
import { limitOf, NO_LIMIT, type LimitDraft } from '../../parts/limits/limit-draft.js';
import { LimitFields } from '../../parts/limits/limit-fields.js';
import { SpentMeter } from '../../parts/limits/spent-meter.js';
import { Button } from '../../ui/button.js';
import { Form } from '../../ui/form.js';
import { Region } from '../../ui/region.js';
import { text } from './text.js';

/** What all keys of the project together may spend. */
export function ProjectLimit({ project }: { readonly project: Project }) {
  const client = useQueryClient();
  const draft = useDraft('limit', draftOf(project));
  const saving = useAction({
    run: () => changeProject(project.id, limitOf(draft.value)),
    onDone: async () => {
      await refresh(client, projectPath(project.id));
      draft.discard();
    },
  });
  return (
    <Region title={text.limitTitle}>
      <p>{text.limitIntro}</p>
      <SpentMeter of={project} />
      <Form onSubmit={() => saving.start()} error={formError(saving.error, ['limit_usd', 'limit_period'])}>
        <LimitFields draft={draft.value} onChange={draft.set} error={saving.error} />
        <Button kind="primary" type="submit" isBusy={saving.isRunning}>
          {text.saveLimit}
        </Button>
      </Form>
    </Region>
  );
}

const draftOf = ({ limit_usd: limit, limit_period: period }: Project): LimitDraft => ({
  limit: limit === null ? '' : plainAmount(limit),
  period: period ?? NO_LIMIT.period,
});
