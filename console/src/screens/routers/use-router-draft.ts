import { ApiError } from '../../api/api-error.js';
import { changeRouter } from '../../api/routers.js';
import type { Router } from '../../api/types.js';
import { useAction } from '../../api/use-action.js';
import { useDraft } from '../../drafts/use-draft.js';
import { draftOf, isSpent, type RouterDraft } from './router-draft.js';
import { carryOver, changesOf, valuesOf, type RouterValues } from './router-values.js';

export interface EditedRouter {
  /** As they stand in the editor. */
  readonly values: RouterValues;
  readonly isChanged: boolean;
  /** What the draft began with, when somebody else has saved since. */
  readonly stale: RouterDraft | undefined;
  readonly set: (changes: Partial<RouterValues>) => void;
  readonly save: () => void;
  readonly discard: () => void;
  /** Own changes on top of what is saved now. */
  readonly goOn: () => void;
  readonly isSaving: boolean;
  readonly isSaved: boolean;
  readonly error: Error | null;
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 412;

/** The draft of a router: kept in this tab, saved with the tag of what it began with. */
export function useRouterDraft(router: Router, readAnew: () => Promise<void>): EditedRouter {
  const kept = useDraft<RouterDraft | null>('router', null);
  const draft = kept.value ?? draftOf(router);
  const saving = useAction({
    run: async () => {
      try {
        await changeRouter(router.id, changesOf(draft.base, draft.values), draft.etag);
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
  const isStale = kept.value !== null && draft.etag !== router.etag && !saving.isRunning;
  const keep = (next: RouterDraft): void => {
    saving.reset();
    if (isSpent(next)) kept.discard();
    else kept.set(next);
  };
  return {
    values: draft.values,
    isChanged: kept.value !== null,
    stale: isStale ? draft : undefined,
    set: (changes) => keep({ ...draft, values: { ...draft.values, ...changes } }),
    save: () => saving.start(),
    discard: () => {
      saving.reset();
      kept.discard();
    },
    goOn: () => keep(draftOf(router, carryOver(draft.base, draft.values, valuesOf(router)))),
    isSaving: saving.isRunning,
    isSaved: saving.result === true && kept.value === null,
    error: isConflict(saving.error) && isStale ? null : saving.error,
  };
}
