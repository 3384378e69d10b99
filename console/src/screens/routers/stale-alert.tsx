import type { Router, RouterVersion } from '../../api/types.js';
import { Alert } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { authorText } from './author-text.js';
import { versionAt, type RouterDraft } from './router-draft.js';
import { valuesOf } from './router-values.js';
import { text } from './text.js';
import { ValuesTable } from './values-table.js';

export interface StaleAlertProps {
  readonly router: Router;
  readonly stale: RouterDraft;
  readonly versions: readonly RouterVersion[];
  readonly onGoOn: () => void;
  readonly onTake: () => void;
}

/** Somebody saved meanwhile: both versions and the draft, and the way on from either. */
export function StaleAlert({ router, stale, versions, onGoOn, onTake }: StaleAlertProps) {
  const began = versionAt(versions, stale.savedAt);
  const saved = versionAt(versions, router.updated_at);
  const mine = began === undefined ? text.anEarlier : text.version(began.number);
  const theirs = saved === undefined ? text.aLater : text.version(saved.number);
  return (
    <div class="stale">
      <Alert kind="warning">
        <strong>{text.staleTitle}</strong>{' '}
        {text.stale(mine, theirs, saved === undefined ? text.someone : authorText(saved))}
      </Alert>
      <ValuesTable
        name={text.staleTitle}
        columns={[
          [text.began(mine), stale.base],
          [text.savedNow(theirs), valuesOf(router)],
          [text.yourDraft, stale.values],
        ]}
      />
      <div class="actions">
        <Button kind="primary" onClick={onGoOn}>
          {text.continueDraft}
        </Button>
        <Button onClick={onTake}>{text.takeSaved}</Button>
      </div>
      <p class="soft">{text.continueDraftHint}</p>
    </div>
  );
}
