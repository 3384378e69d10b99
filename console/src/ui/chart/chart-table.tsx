import { text } from '../text.js';
import type { ChartProps } from './chart-props.js';

type ChartTableProps = Pick<ChartProps, 'name' | 'times' | 'series' | 'formatValue'> & {
  readonly formatTime: (time: number) => string;
};

/** The figures of a chart, exactly. */
export function ChartTable({ name, times, series, formatValue, formatTime }: ChartTableProps) {
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label={name}>
      <table aria-label={name}>
        <thead>
          <tr>
            <th scope="col">{text.chartTime}</th>
            {series.map(({ label }) => (
              <th key={label} scope="col" class="end">
                <bdi>{label}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((time, index) => (
            <tr key={time}>
              <th scope="row">{formatTime(time)}</th>
              {series.map(({ label, values }) => {
                const value = values[index];
                return (
                  <td key={label} class="end">
                    {value === null || value === undefined ? text.notKnown : formatValue(value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
