import type { PagesEnd } from '../../api/use-pages.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { text } from './text.js';

/** Nothing passed the filters among the calls that were looked at, and there are older ones. */
export function SearchOn({ older }: { readonly older: PagesEnd }) {
  return (
    <EmptyState title={text.nothingYet}>
      <p>{text.searched}</p>
      <div class="actions">
        <Button isBusy={older.isLoading} onClick={older.load}>
          {text.searchOn}
        </Button>
      </div>
    </EmptyState>
  );
}
