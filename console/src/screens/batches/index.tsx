import './batches.css';
import { batchesPath, type Batch } from '../../api/batches.js';
import { POLLS } from '../../api/polls.js';
import { usePages } from '../../api/use-pages.js';
import { ListWithPanel } from '../../ui/list-with-panel.js';
import { Loaded } from '../../ui/loaded.js';
import { Screen } from '../../ui/screen.js';
import type { ScreenProps } from '../../url/screen-props.js';
import { useOpenRow } from '../../url/use-open-row.js';
import { BatchPanel } from './batch-panel.js';
import { BatchesTable } from './batches-table.js';
import { text } from './text.js';

/** Bulk work of a project: how far it is, what it was thought to cost and what it did. One of list and open row is polled. */
export default function BatchesScreen({ projectId, rowId }: ScreenProps) {
  const open = useOpenRow();
  const batches = usePages<Batch>(
    batchesPath(projectId),
    rowId === undefined ? { pollMs: POLLS.batches } : {},
  );
  return (
    <Screen title={text.title}>
      <ListWithPanel panel={rowId !== undefined && <BatchPanel batchId={rowId} onClose={open.close} />}>
        <Loaded read={batches}>
          {(rows) => <BatchesTable batches={rows} pages={batches} open={open} />}
        </Loaded>
      </ListWithPanel>
    </Screen>
  );
}
