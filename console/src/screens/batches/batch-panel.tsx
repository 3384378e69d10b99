import { useQuery } from '@tanstack/preact-query';
import { apiQuery } from '../../api/api-query.js';
import { batchPath, resultsPath, type Batch } from '../../api/batches.js';
import { download } from '../../api/download.js';
import { POLLS } from '../../api/polls.js';
import { pollEvery } from '../../api/query-client.js';
import { DownloadButton } from '../../ui/download-button.js';
import { Loaded } from '../../ui/loaded.js';
import { RowPanel } from '../../ui/row-panel.js';
import { BatchDetails } from './batch-details.js';
import { isRunning } from './batch-progress.js';
import { CancelBatch } from './cancel-batch.js';
import { text } from './text.js';

export interface BatchPanelProps {
  readonly batchId: string;
  readonly onClose: () => void;
}

/** The open batch; asked for again while it is at work. */
export function BatchPanel({ batchId, onClose }: BatchPanelProps) {
  const { refetchInterval, ...poll } = pollEvery(POLLS.batch);
  const read = useQuery({
    ...apiQuery<Batch>(batchPath(batchId)),
    ...poll,
    refetchInterval: ({ state }) =>
      state.data === undefined || isRunning(state.data) ? refetchInterval : false,
  });
  const batch = read.data;
  return (
    <RowPanel
      title={text.batch(batchId)}
      rowId={batchId}
      onClose={onClose}
      actions={batch !== undefined && <Actions batch={batch} />}
    >
      <Loaded read={read}>{(loaded) => <BatchDetails batch={loaded} />}</Loaded>
    </RowPanel>
  );
}

function Actions({ batch }: { readonly batch: Batch }) {
  return (
    <>
      {batch.status === 'in_progress' && <CancelBatch batch={batch} />}
      {batch.results_url !== undefined && (
        <DownloadButton
          label={text.results}
          download={(progress) =>
            download({ path: resultsPath(batch.id), fileName: `${batch.id}.jsonl` }, progress)
          }
        />
      )}
    </>
  );
}
