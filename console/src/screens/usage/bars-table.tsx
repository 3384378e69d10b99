import type { BarsChartProps } from './bars-chart-props.js';

type BarsTableProps = Omit<BarsChartProps, 'actions'>;

/** The figures of a chart of bars, exactly. */
export function BarsTable({ name, group, bars, formatValue }: BarsTableProps) {
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label={name}>
      <table aria-label={name}>
        <thead>
          <tr>
            <th scope="col">{group}</th>
            <th scope="col" class="end">
              {name}
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ key, label, value }) => (
            <tr key={key}>
              <th scope="row">
                <bdi>{label}</bdi>
              </th>
              <td class="end">{formatValue(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
