import type { TargetedEvent, TargetedPointerEvent } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { formatCount } from '../../format/numbers.js';
import { useStore, type Store } from '../../store/store.js';
import { barsPath, bucketAt, type Bucket } from './buckets.js';
import { formatSpan } from './format-span.js';
import { text } from './text.js';

export interface HistogramBarsProps {
  readonly buckets: readonly Bucket[];
  readonly topTime: Store<number | undefined>;
  readonly onJump: (at: string | undefined) => void;
}

/** The bars, with a slider over them that is where the list is: by mouse, by touch and by the arrow keys. */
export function HistogramBars({ buckets, topTime, onJump }: HistogramBarsProps) {
  const last = buckets.length - 1;
  const time = useStore(topTime);
  const place = time === undefined ? last : bucketAt(buckets, time);
  const [hovered, setHovered] = useState<number>();
  const paths = useMemo(
    () => ({
      calls: barsPath(buckets, ({ calls }) => calls),
      errors: barsPath(buckets, ({ errors }) => errors),
    }),
    [buckets],
  );
  const jump = ({ currentTarget }: TargetedEvent<HTMLInputElement>): void => {
    const index = currentTarget.valueAsNumber;
    onJump(index >= last ? undefined : new Date(buckets[index]?.end ?? 0).toISOString());
  };
  const hover = ({ currentTarget, offsetX }: TargetedPointerEvent<HTMLInputElement>): void =>
    setHovered(Math.floor((offsetX / currentTarget.clientWidth) * buckets.length));
  const described = buckets[hovered ?? place];
  const span = described === undefined ? '' : describe(described);
  return (
    <>
      <div class="bars">
        <svg viewBox={`0 0 ${Math.max(1, buckets.length)} 100`} preserveAspectRatio="none" aria-hidden="true">
          <path class="bars-calls" d={paths.calls} />
          <path class="bars-errors" d={paths.errors} />
          {last >= 0 && <rect class="bars-place" x={place} y="0" width="1" height="100" />}
        </svg>
        <input
          type="range"
          aria-label={text.histogramPosition}
          aria-valuetext={buckets[place] === undefined ? '' : describe(buckets[place])}
          title={text.histogramHint}
          min={0}
          max={Math.max(0, last)}
          step={1}
          value={Math.max(0, place)}
          disabled={last < 1}
          onChange={jump}
          onPointerMove={hover}
          onPointerLeave={() => setHovered(undefined)}
        />
      </div>
      <p class="bars-said">{span}</p>
    </>
  );
}

const describe = (bucket: Bucket): string =>
  text.bar(formatSpan(bucket), formatCount(bucket.calls), formatCount(bucket.errors));
