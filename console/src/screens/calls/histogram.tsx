import { useMemo } from 'preact/hooks';
import type { Histogram as Hours } from '../../api/calls.js';
import type { Store } from '../../store/store.js';
import { ChartFrame } from '../../ui/chart/chart-frame.js';
import { ChartTable } from '../../ui/chart/chart-table.js';
import { ErrorState } from '../../ui/error-state.js';
import type { Read } from '../../ui/loaded.js';
import { formatCount } from '../../format/numbers.js';
import { formatExact } from '../../format/times.js';
import { toBuckets, type Bucket } from './buckets.js';
import { HistogramBars } from './histogram-bars.js';
import { text } from './text.js';

export interface HistogramProps {
  readonly read: Read<Hours>;
  /** When the call at the top of the list began. */
  readonly topTime: Store<number | undefined>;
  /** The list says what went wrong. */
  readonly isQuiet: boolean;
  /** To the calls before that moment; to the newest when it is undefined. */
  readonly onJump: (at: string | undefined) => void;
}

/** Calls over time above their list: what one moves to get somewhere else in it. */
export function Histogram({ read, topTime, isQuiet, onJump }: HistogramProps) {
  const buckets = useMemo(() => read.data && toBuckets(read.data.data, read.data), [read.data]);
  return (
    <ChartFrame
      name={text.histogram}
      kind="histogram"
      table={buckets !== undefined && <HistogramTable buckets={buckets} />}
    >
      {read.error !== null && !isQuiet && <ErrorState error={read.error} onRetry={read.refetch} />}
      <HistogramBars buckets={buckets ?? NO_BARS} topTime={topTime} onJump={onJump} />
    </ChartFrame>
  );
}

/** While they are read: as high as they will be. */
const NO_BARS: readonly Bucket[] = [];

function HistogramTable({ buckets }: { readonly buckets: readonly Bucket[] }) {
  return (
    <ChartTable
      name={text.histogram}
      times={buckets.map(({ start }) => start)}
      series={[
        { label: text.callsSeries, values: buckets.map(({ calls }) => calls) },
        { label: text.errorsSeries, values: buckets.map(({ errors }) => errors) },
      ]}
      formatValue={(count) => formatCount(Number(count))}
      formatTime={formatExact}
    />
  );
}
