import { ApiError } from '../../api/api-error.js';
import { useAction } from '../../api/use-action.js';
import { useDraft } from '../../drafts/use-draft.js';
import { carryOver, editOf, isSpent, type Edit, type Saved } from './edit.js';

export interface EditOptions<Values extends object> {
  /** Under which the draft is kept. */
  readonly name: string;
  readonly saved: Saved<Values>;
  /** With the tag of what it began with. @throws ApiError 412 when somebody saved since */
  readonly save: (edit: Edit<Values>) => Promise<unknown>;
  readonly readAnew: () => Promise<unknown>;
}

export interface Edited<Values extends object> {
  /** As they stand in the editor. */
  readonly values: Values;
  readonly isChanged: boolean;
  /** What the draft began with, when somebody else has saved since. */
  readonly stale: Edit<Values> | undefined;
  readonly set: (changes: Partial<Values>) => void;
  readonly save: () => void;
  readonly discard: () => void;
  /** Own changes on top of what is saved now. */
  readonly goOn: () => void;
  readonly isSaving: boolean;
  readonly isSaved: boolean;
  readonly error: Error | null;
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 412;

/** The draft of something that others may edit too: kept in this tab, saved with the tag of what it began with. */
export function useEdit<Values extends object>(options: EditOptions<Values>): Edited<Values> {
  const { name, saved, save, readAnew } = options;
  const kept = useDraft<Edit<Values> | null>(name, null);
  const edit = kept.value ?? editOf(saved);
  const saving = useAction({
    run: async () => {
      try {
        await save(edit);
      } catch (error) {
        // What is saved now is shown beside the draft.
        if (isConflict(error)) await readAnew();
        throw error;
      }
      return true;
    },
    onDone: async () => {
      await readAnew();
      kept.discard();
    },
  });
  const isStale = kept.value !== null && edit.etag !== saved.etag && !saving.isRunning;
  const keep = (next: Edit<Values>): void => {
    saving.reset();
    if (isSpent(next)) kept.discard();
    else kept.set(next);
  };
  return {
    values: edit.values,
    isChanged: kept.value !== null,
    stale: isStale ? edit : undefined,
    set: (changes) => keep({ ...edit, values: { ...edit.values, ...changes } }),
    save: () => saving.start(),
    discard: () => {
      saving.reset();
      kept.discard();
    },
    goOn: () => keep(editOf(saved, carryOver(edit.base, edit.values, saved.values))),
    isSaving: saving.isRunning,
    isSaved: saving.result === true && kept.value === null,
    error: isConflict(saving.error) && isStale ? null : saving.error,
  };
}
