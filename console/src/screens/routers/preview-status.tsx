import type { RouterPreview } from '../../api/types.js';
import { DecisionFacts } from './decision-facts.js';
import { text } from './text.js';

/** What is needed of a query. */
export interface PreviewRead {
  readonly data: RouterPreview | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
}

export interface PreviewStatusProps {
  readonly isAsked: boolean;
  readonly saved: PreviewRead;
  /** Absent while nothing was changed. */
  readonly draft: PreviewRead | undefined;
}

/** The decision of the draft beside that of the saved router; the last one stays until the next is there. */
export function PreviewStatus({ isAsked, saved, draft }: PreviewStatusProps) {
  return (
    <div class="preview" role="status" aria-label={text.decision}>
      {!isAsked && <p class="soft">{text.typeHere}</p>}
      {isAsked && draft !== undefined && <PreviewColumn title={text.draft} read={draft} />}
      {isAsked && isSame(draft?.data, saved.data) && <p class="preview-same soft">{text.same}</p>}
      {isAsked && <PreviewColumn title={draft === undefined ? text.both : text.savedRouter} read={saved} />}
    </div>
  );
}

const isSame = (one: RouterPreview | undefined, other: RouterPreview | undefined): boolean =>
  one !== undefined && other !== undefined && one.model === other.model && one.tier === other.tier;

function PreviewColumn({ title, read }: { readonly title: string; readonly read: PreviewRead }) {
  const { data, error, isFetching } = read;
  return (
    <div class={isFetching ? 'preview-column is-old' : 'preview-column'}>
      <p class="strong">{title}</p>
      {error !== null && <p class="preview-error">{error.message}</p>}
      {error === null && data === undefined && <p class="soft">{text.deciding}</p>}
      {error === null && data !== undefined && <DecisionFacts decision={data} />}
    </div>
  );
}
