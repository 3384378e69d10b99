import { compareAmounts, portionOf } from '../../format/money.js';
import { ChartFrame } from '../../ui/chart/chart-frame.js';
import type { BarsChartProps } from './bars-chart-props.js';
import { BarsTable } from './bars-table.js';
import { text } from './text.js';

const MOST = 12;

/** A bar for each group, the largest first; as a table too. */
export function BarsChart({ name, group, bars, formatValue, actions }: BarsChartProps) {
  const sorted = [...bars].sort((one, other) => compareAmounts(other.value, one.value));
  return (
    <ChartFrame
      name={name}
      actions={actions}
      table={<BarsTable name={name} group={group} bars={sorted} formatValue={formatValue} />}
    >
      <BarList bars={sorted} formatValue={formatValue} />
    </ChartFrame>
  );
}

function BarList({ bars, formatValue }: Pick<BarsChartProps, 'bars' | 'formatValue'>) {
  const largest = bars[0]?.value ?? 0;
  return (
    <ul class="usage-bars">
      {bars.slice(0, MOST).map(({ key, label, value }) => (
        <li key={key}>
          <bdi class="usage-bar-label" title={label}>
            {label}
          </bdi>
          <span>{formatValue(value)}</span>
          <span class="bar" aria-hidden="true">
            <span class="bar-fill" style={{ width: `${portionOf(value, largest) * 100}%` }} />
          </span>
        </li>
      ))}
      {bars.length > MOST && <li class="field-hint">{text.more(String(bars.length - MOST))}</li>}
    </ul>
  );
}
