import { useQuery } from '@tanstack/preact-query';
import { traceQuery } from '../../api/traces.js';
import { Loaded } from '../../ui/loaded.js';
import { RowPanel } from '../../ui/row-panel.js';
import { text } from './text.js';
import { TraceDetails } from './trace-details.js';

export interface TracePanelProps {
  readonly projectId: string;
  readonly traceId: string;
  readonly onClose: () => void;
}

export function TracePanel({ projectId, traceId, onClose }: TracePanelProps) {
  const read = useQuery(traceQuery(projectId, traceId));
  return (
    <RowPanel title={text.trace(traceId)} rowId={traceId} onClose={onClose}>
      <Loaded read={read}>
        {(trace) => <TraceDetails key={trace.trace_id} trace={trace} projectId={projectId} />}
      </Loaded>
    </RowPanel>
  );
}
