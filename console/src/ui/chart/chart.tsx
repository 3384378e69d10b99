import { useEffect, useRef } from 'preact/hooks';
import { formatExact } from '../../format/times.js';
import { ChartFrame } from './chart-frame.js';
import type { ChartProps } from './chart-props.js';
import { ChartTable } from './chart-table.js';

/** A chart that can be read as a table too. What draws it is loaded when the first one is shown. */
export function Chart(props: ChartProps) {
  const { name, series, actions } = props;
  return (
    <ChartFrame
      name={name}
      actions={actions}
      table={<ChartTable {...props} formatTime={props.formatTime ?? formatExact} />}
    >
      <ul class="legend">
        {series.map(({ label }, index) => (
          <li key={label} class={`series-${index % 8}`}>
            <bdi>{label}</bdi>
          </li>
        ))}
      </ul>
      <Drawing {...props} />
    </ChartFrame>
  );
}

function Drawing(props: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const drawn = JSON.stringify([props.kind, props.times, props.series]);
  useEffect(() => {
    let isGone = false;
    let remove: (() => void) | undefined;
    void import('./draw-chart.js').then(({ drawChart }) => {
      if (!isGone && place.current !== null) remove = drawChart(place.current, latest.current);
    });
    return () => {
      isGone = true;
      remove?.();
    };
  }, [drawn]);
  return <div class="drawing" ref={place} role="img" aria-label={props.name} />;
}
