import { useCallback, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { tabShelf } from '../store/browser-storage.js';
import { draftName, readDraft } from './drafts.js';

export interface Draft<T> {
  readonly value: T;
  readonly set: (value: T) => void;
  /** Back to what it began as, and forgotten. */
  readonly discard: () => void;
  /** Whether it was changed, now or before the page was loaded anew. */
  readonly isChanged: boolean;
}

/**
 * State that survives a reload and an expired session: kept for this tab, by path and name. `initial` must be what JSON can hold.
 * Never for secrets.
 */
export function useDraft<T>(name: string, initial: T): Draft<T> {
  const [path] = useLocation();
  const shelf = draftName(path, name);
  const [kept, setKept] = useState(() => ({ shelf, draft: readDraft(tabShelf.read(shelf)) }));
  const draft = kept.shelf === shelf ? kept.draft : readDraft(tabShelf.read(shelf));
  const set = useCallback(
    (value: T) => {
      tabShelf.write(shelf, JSON.stringify(value));
      setKept({ shelf, draft: { value } });
    },
    [shelf],
  );
  const discard = useCallback(() => {
    tabShelf.write(shelf, undefined);
    setKept({ shelf, draft: undefined });
  }, [shelf]);
  return {
    value: draft === undefined ? initial : (draft.value as T),
    set,
    discard,
    isChanged: draft !== undefined,
  };
}
