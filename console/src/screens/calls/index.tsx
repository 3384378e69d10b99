import { useQuery } from '@tanstack/preact-query';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { callQuery, callsPath, type Call } from '../../api/calls.js';
import { download } from '../../api/download.js';
import { useKeysetPages } from '../../api/use-keyset-pages.js';
import { createStore } from '../../store/store.js';
import { DownloadButton } from '../../ui/download-button.js';
import { ListWithPanel } from '../../ui/list-with-panel.js';
import { Loaded } from '../../ui/loaded.js';
import { Screen } from '../../ui/screen.js';
import { sortRows } from '../../ui/table/columns.js';
import type { ScreenProps } from '../../url/screen-props.js';
import { useOpenRow } from '../../url/use-open-row.js';
import { useSort } from '../../url/use-sort.js';
import { CallPanel } from './call-panel.js';
import './calls.css';
import { CallsFilters } from './calls-filters.js';
import { CallsTable } from './calls-table.js';
import { COLUMNS } from './columns.js';
import { Histogram } from './histogram.js';
import { text } from './text.js';
import { useCallsParams } from './use-calls-params.js';
import { useSeenValues } from './use-seen-values.js';

const POLL_MS = 10_000;

/** The call log of a project: what was called, why its model served, what it cost. */
export default function CallsScreen({ projectId, organizationId, rowId }: ScreenProps) {
  const params = useCallsParams();
  const { at, query, set } = params;
  const open = useOpenRow();
  const sorting = useSort();
  // Who comes by a link to a call looks at the list from that call on.
  const [linkedId] = useState(rowId);
  const linked = useQuery({ ...callQuery(linkedId ?? ''), enabled: linkedId !== undefined });
  const begin = at ?? justAfter(linked.data);
  const pages = useKeysetPages<Call>(callsPath(projectId), {
    query,
    at: begin,
    pollMs: POLL_MS,
    isOff: linkedId !== undefined && linked.isPending,
  });
  const options = useSeenValues(projectId, pages.data);
  const topTime = useMemo(() => createStore<number | undefined>(undefined), []);
  useEffect(() => topTime.set(begin === undefined ? undefined : Date.parse(begin) - 1), [begin]);
  // So that one can scroll from there both ways.
  useEffect(() => {
    if (at !== undefined && pages.data !== undefined && rowId === undefined) pages.newer.load();
  }, [at, pages.data === undefined]);
  // Two requests show a screen: the bars come when the linked call is closed.
  const [hasBars, setHasBars] = useState(rowId === undefined);
  useEffect(() => {
    if (rowId === undefined) setHasBars(true);
  }, [rowId]);
  const sorted = useMemo(
    () => sortRows(pages.data ?? [], COLUMNS, sorting[0]),
    [pages.data, sorting[0]?.column, sorting[0]?.descending],
  );

  return (
    <Screen
      title={text.title}
      actions={
        <DownloadButton
          download={(progress) =>
            download(
              { path: callsPath(projectId), query: { ...query, format: 'csv' }, fileName: 'calls.csv' },
              progress,
            )
          }
        />
      }
    >
      <CallsFilters params={params} options={options} />
      {hasBars && (
        <Histogram
          projectId={projectId}
          query={query}
          topTime={topTime}
          isQuiet={pages.error !== null}
          onJump={(to) => set({ at: to })}
        />
      )}
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

/** The moment that a list has to begin at to have a call first. */
function justAfter(call: Call | undefined): string | undefined {
  return call && new Date(Date.parse(call.created_at) + 1).toISOString();
}
