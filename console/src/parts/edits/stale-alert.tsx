import { Alert } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import type { Edit } from './edit.js';
import './edits.css';
import { text } from './text.js';
import { ValuesTable, type ValueWords } from './values-table.js';

export interface StaleAlertProps<Values extends object> {
  /** That somebody saved meanwhile, and of what: `Somebody saved this router …`. */
  readonly title: string;
  /** Which versions they are, and whose. */
  readonly message: string;
  /** How the version that the draft began with is called, and that of now. */
  readonly versions: readonly [began: string, now: string];
  readonly stale: Edit<Values>;
  readonly saved: Values;
  readonly words: ValueWords<Values>;
  readonly onGoOn: () => void;
  readonly onTake: () => void;
}

/** Somebody saved meanwhile: both versions and the draft, and the way on from either. */
export function StaleAlert<Values extends object>(props: StaleAlertProps<Values>) {
  const { title, message, versions, stale, saved, words, onGoOn, onTake } = props;
  return (
    <div class="stale">
      <Alert kind="warning">
        <strong>{title}</strong> {message}
      </Alert>
      <ValuesTable
        name={title}
        columns={[
          [text.began(versions[0]), stale.base],
          [text.savedNow(versions[1]), saved],
          [text.yourDraft, stale.values],
        ]}
        words={words}
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
