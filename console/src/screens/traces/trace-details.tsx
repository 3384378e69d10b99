import { useMemo, useState } from 'preact/hooks';
import type { TraceDetail } from '../../api/traces.js';
import { formatCount } from '../../format/numbers.js';
import { Alert } from '../../ui/alert.js';
import { Region } from '../../ui/region.js';
import { CallsOfTrace } from './calls-of-trace.js';
import { NodeDetails } from './node-details.js';
import { text } from './text.js';
import { TraceSummary } from './trace-summary.js';
import { buildTree } from './trace-tree.js';
import { Waterfall } from './waterfall.js';

export interface TraceDetailsProps {
  readonly trace: TraceDetail;
  readonly projectId: string;
}

/** One trace: its spans over time, what the chosen one says, and the calls in it. */
export function TraceDetails({ trace, projectId }: TraceDetailsProps) {
  const tree = useMemo(() => buildTree(trace), [trace]);
  const [chosenId, setChosenId] = useState<string>();
  const chosen = tree.nodes.find(({ id }) => id === chosenId);
  return (
    <>
      <TraceSummary trace={trace} />
      {trace.spans.length === 0 && <p class="soft">{text.onlyCalls}</p>}
      {trace.truncated && (
        <Alert kind="warning">
          {text.truncated(formatCount(trace.spans.length), formatCount(trace.span_count ?? 0))}
        </Alert>
      )}
      <Region title={text.waterfall}>
        <Waterfall tree={tree} projectId={projectId} chosenId={chosenId} onChoose={setChosenId} />
      </Region>
      <Region title={text.span}>
        {chosen === undefined ? (
          <p class="soft">{text.chooseSpan}</p>
        ) : (
          <NodeDetails key={chosen.id} node={chosen} projectId={projectId} />
        )}
      </Region>
      <Region title={text.calls}>
        <CallsOfTrace calls={trace.calls} projectId={projectId} />
      </Region>
    </>
  );
}
