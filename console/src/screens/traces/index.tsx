import { POLLS } from '../../api/polls.js';
import { tracesPath, type Trace } from '../../api/traces.js';
import { useKeysetPages } from '../../api/use-keyset-pages.js';
import { ListWithPanel } from '../../ui/list-with-panel.js';
import { Loaded } from '../../ui/loaded.js';
import { Screen } from '../../ui/screen.js';
import { DataTable } from '../../ui/table/data-table.js';
import type { ScreenProps } from '../../url/screen-props.js';
import { useOpenRow } from '../../url/use-open-row.js';
import { useSort } from '../../url/use-sort.js';
import { COLUMNS } from './columns.js';
import { EmptyTraces } from './empty-traces.js';
import { text } from './text.js';
import { TracePanel } from './trace-panel.js';
import './traces.css';
import { TracesFilters } from './traces-filters.js';
import { useTracesParams } from './use-traces-params.js';

/** The traces of a project, and the gateway's calls in them. */
export default function TracesScreen({ projectId, rowId }: ScreenProps) {
  const params = useTracesParams();
  const open = useOpenRow();
  const sorting = useSort();
  const pages = useKeysetPages<Trace>(tracesPath(projectId), {
    query: params.query,
    at: undefined,
    pollMs: POLLS.traces,
    timeOf: ({ started_at }) => started_at,
  });
  return (
    <Screen title={text.title}>
      <TracesFilters params={params} traces={pages.data} />
      <ListWithPanel
        panel={
          rowId !== undefined && <TracePanel projectId={projectId} traceId={rowId} onClose={open.close} />
        }
      >
        {sorting[0] !== undefined && pages.older.hasMore && <p class="soft">{text.sortedRows}</p>}
        <Loaded read={pages}>
          {(traces) => (
            <DataTable
              name={text.table}
              columns={COLUMNS}
              rows={traces}
              rowId={({ trace_id }) => trace_id}
              sorting={sorting}
              open={open}
              older={pages.older}
              newer={pages.newer}
              empty={<EmptyTraces params={params} />}
            />
          )}
        </Loaded>
      </ListWithPanel>
    </Screen>
  );
}
