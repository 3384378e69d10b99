import { useQuery } from '@tanstack/preact-query';
import { callQuery, type Call } from '../../api/calls.js';
import type { Pages } from '../../api/use-pages.js';
import { Button } from '../../ui/button.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Loaded } from '../../ui/loaded.js';
import { RowPanel } from '../../ui/row-panel.js';
import type { OpenRow } from '../../url/use-open-row.js';
import { CallDetails } from './call-details.js';
import { text } from './text.js';

export interface CallPanelProps {
  readonly id: string;
  /** As the list shows them: filtered and sorted. */
  readonly calls: readonly Call[];
  readonly pages: Pick<Pages<Call>, 'older' | 'newer'>;
  readonly open: OpenRow;
  readonly organizationId: string;
}

/** The open call. The list has all of it; one that is not in the list is read. */
export function CallPanel({ id, calls, pages, open, organizationId }: CallPanelProps) {
  const index = calls.findIndex((call) => call.id === id);
  const listed = calls[index];
  const read = useQuery({ ...callQuery(id), enabled: listed === undefined });
  const step = (by: 1 | -1): void => {
    const next = calls[index + by];
    if (next !== undefined) open.open(next.id);
    else if (by === 1) pages.older.load();
    else pages.newer.load();
  };
  const hasNext = index !== -1 && (index + 1 < calls.length || pages.older.hasMore);
  const hasPrevious = index > 0 || (index === 0 && pages.newer.hasMore);
  return (
    <RowPanel
      title={text.call(id)}
      rowId={id}
      onClose={open.close}
      actions={
        <>
          <Button kind="quiet" disabled={!hasPrevious} onClick={() => step(-1)}>
            {text.previous}
          </Button>
          <Button kind="quiet" disabled={!hasNext} onClick={() => step(1)}>
            {text.next}
          </Button>
          <CopyButton value={id} label={text.copyId} kind="quiet" />
        </>
      }
    >
      {listed === undefined ? (
        <Loaded read={read}>{(call) => <CallDetails call={call} organizationId={organizationId} />}</Loaded>
      ) : (
        <CallDetails call={listed} organizationId={organizationId} />
      )}
    </RowPanel>
  );
}
