import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { callsPath, histogramQuery } from '../../api/calls.js';
import { download } from '../../api/download.js';
import { createStore } from '../../store/store.js';
import { DownloadButton } from '../../ui/download-button.js';
import { ListWithPanel } from '../../ui/list-with-panel.js';
import { Loaded } from '../../ui/loaded.js';
import { Screen } from '../../ui/screen.js';
import { sortRows } from '../../ui/table/columns.js';
import { oneOf, withSearch } from '../../url/params.js';
import { pathOf } from '../../url/routes.js';
import type { ScreenProps } from '../../url/screen-props.js';
import { useOpenRow } from '../../url/use-open-row.js';
import { useParams } from '../../url/use-params.js';
import { useSort } from '../../url/use-sort.js';
import { CallPanel } from './call-panel.js';
import './calls.css';
import { CallsFilters } from './calls-filters.js';
import { CallsTable } from './calls-table.js';
import { COLUMNS } from './columns.js';
import { Histogram } from './histogram.js';
import { RefusalsView } from './refusals/refusals-view.js';
import { text as refusalsText } from './refusals/text.js';
import { text } from './text.js';
import { useCallsList } from './use-calls-list.js';
import { useCallsParams } from './use-calls-params.js';
import { useSeenValues } from './use-seen-values.js';

const VIEW = { view: oneOf(['refusals']) };

/** What was called, or what was refused before it was a call. */
export default function CallsScreen(props: ScreenProps) {
  const [{ view }] = useParams(VIEW);
  const isRefusals = view === 'refusals' && props.rowId === undefined;
  return isRefusals ? <RefusalsView projectId={props.projectId} /> : <CallsLog {...props} />;
}

/** The call log of a project: what was called, why its model served, what it cost. */
function CallsLog({ projectId, organizationId, rowId }: ScreenProps) {
  const params = useCallsParams();
  const { query } = params;
  const open = useOpenRow();
  const sorting = useSort();
  const { pages, begin, jump } = useCallsList(projectId, params, rowId);
  const options = useSeenValues(projectId, pages.data);
  const topTime = useMemo(() => createStore<number | undefined>(undefined), []);
  useEffect(() => topTime.set(begin === undefined ? undefined : Date.parse(begin) - 1), [begin]);
  // Two requests show a screen: the bars come when the linked call is closed.
  const [hasBars, setHasBars] = useState(rowId === undefined);
  useEffect(() => {
    if (rowId === undefined) setHasBars(true);
  }, [rowId]);
  // After the list, which is what one waits for.
  const bars = useQuery({
    ...histogramQuery(projectId, query),
    enabled: hasBars && !pages.isPending,
    placeholderData: keepPreviousData,
  });
  const sorted = useMemo(
    () => sortRows(pages.data ?? [], COLUMNS, sorting[0]),
    [pages.data, sorting[0]?.column, sorting[0]?.descending],
  );

  return (
    <Screen
      title={text.title}
      actions={
        <>
          <Link href={withSearch(pathOf('calls', { projectId }), 'view=refusals')}>{refusalsText.show}</Link>
          <DownloadButton
            download={(progress) =>
              download(
                { path: callsPath(projectId), query: { ...query, format: 'csv' }, fileName: 'calls.csv' },
                progress,
              )
            }
          />
        </>
      }
    >
      <CallsFilters params={params} options={options} />
      {hasBars && <Histogram read={bars} topTime={topTime} isQuiet={pages.error !== null} onJump={jump} />}
      <ListWithPanel
        panel={
          rowId !== undefined && (
            <CallPanel id={rowId} calls={sorted} pages={pages} open={open} organizationId={organizationId} />
          )
        }
      >
        <Loaded read={pages}>
          {(calls) => (
            <CallsTable
              calls={calls}
              pages={pages}
              params={params}
              open={open}
              sorting={sorting}
              isAnchored={begin !== undefined}
              onTopRow={({ created_at }) => topTime.set(Date.parse(created_at))}
            />
          )}
        </Loaded>
      </ListWithPanel>
    </Screen>
  );
}
