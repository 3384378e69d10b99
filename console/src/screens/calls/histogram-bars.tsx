import type { TargetedEvent, TargetedPointerEvent } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { formatCount } from '../../format/numbers.js';
import { useStore, type Store } from '../../store/store.js';
import { barsPath, bucketAt, bucketWithCalls, type Bucket } from './buckets.js';
import { formatSpan } from './format-span.js';
import { text } from './text.js';

export interface HistogramBarsProps {
  readonly buckets: readonly Bucket[];
  readonly topTime: Store<number | undefined>;
  readonly onJump: (at: string | undefined) => void;
}

/** Arrow keys and drags pass many bars: the list follows when they rest. */
const REST_MS = 200;

/** The bars, with a slider over them that is where the list is: by mouse, by touch and by the arrow keys. */
export function HistogramBars({ buckets, topTime, onJump }: HistogramBarsProps) {
  const last = buckets.length - 1;
  const time = useStore(topTime);
  const top = time === undefined ? last : bucketAt(buckets, time);
  const [moved, setMoved] = useState<number>();
  const [hovered, setHovered] = useState<number>();
  useEffect(() => {
    if (moved === undefined) return undefined;
    const timer = setTimeout(() => {
      const target = bucketWithCalls(buckets, moved, moved > top ? 1 : -1);
      setMoved(undefined);
      onJump(target >= last ? undefined : new Date(buckets[target]?.end ?? 0).toISOString());
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [moved]);
  const place = moved ?? top;
  const move = ({ currentTarget }: TargetedEvent<HTMLInputElement>): void =>
    setMoved(currentTarget.valueAsNumber);
  const hover = ({ currentTarget, offsetX }: TargetedPointerEvent<HTMLInputElement>): void =>
    setHovered(Math.floor((offsetX / currentTarget.clientWidth) * buckets.length));
  return (
    <>
      <div class="bars">
        <Drawing buckets={buckets} place={place} />
        <input
          type="range"
          aria-label={text.histogramPosition}
          aria-valuetext={describe(buckets[place])}
          title={text.histogramHint}
          min={0}
          max={Math.max(0, last)}
          step={1}
          value={Math.max(0, place)}
          disabled={last < 1}
          onInput={move}
          onPointerMove={hover}
          onPointerLeave={() => setHovered(undefined)}
        />
      </div>
      <p class="bars-said">{describe(buckets[hovered ?? place])}</p>
    </>
  );
}

function Drawing({ buckets, place }: { readonly buckets: readonly Bucket[]; readonly place: number }) {
  const paths = useMemo(
    () => ({
      calls: barsPath(buckets, ({ calls }) => calls),
      errors: barsPath(buckets, ({ errors }) => errors),
    }),
    [buckets],
  );
  return (
    <svg viewBox={`0 0 ${Math.max(1, buckets.length)} 100`} preserveAspectRatio="none" aria-hidden="true">
      <path class="bars-calls" d={paths.calls} />
      <path class="bars-errors" d={paths.errors} />
      {place >= 0 && <rect class="bars-place" x={place} y="0" width="1" height="100" />}
    </svg>
  );
}

const describe = (bucket: Bucket | undefined): string =>
  bucket === undefined
    ? ''
    : text.bar(formatSpan(bucket), formatCount(bucket.calls), formatCount(bucket.errors));
