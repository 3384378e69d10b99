import { formatUsd } from '../../format/money.js';
import { formatCount } from '../../format/numbers.js';
import type { Hour } from './days.js';
import { text } from './text.js';

interface HoursTableProps {
  readonly hours: readonly Hour[];
  readonly zone: string;
}

/** The figures of the charts, exactly; hours in which nothing happened are left out. */
export function HoursTable({ hours, zone }: HoursTableProps) {
  const format = new Intl.DateTimeFormat(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  });
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label={text.hours}>
      <table aria-label={text.hours}>
        <thead>
          <tr>
            <th scope="col">{text.hour}</th>
            {[text.cost, text.calls, text.errors].map((header) => (
              <th key={header} scope="col" class="end">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours
            .filter(({ calls, cost }) => calls > 0 || cost !== 0)
            .map(({ time, cost, calls, errors }) => (
              <tr key={time}>
                <th scope="row">{format.format(time)}</th>
                <td class="end">{formatUsd(cost)}</td>
                <td class="end">{formatCount(calls)}</td>
                <td class="end">{formatCount(errors)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
