import type { UsageOf } from '../../api/usage.js';
import { formatUsd, sumAmounts } from '../../format/money.js';
import { formatCount } from '../../format/numbers.js';
import { BarsChart } from './bars-chart.js';
import { CsvButton } from './csv-button.js';
import { keyOf, nameOf, type GroupRow } from './groups.js';
import { text } from './text.js';

interface GroupChartsProps {
  readonly rows: readonly GroupRow[];
  /** What they are grouped by, in words. */
  readonly name: string;
  /** The same as the API has it. */
  readonly groupBy: string;
  readonly of: UsageOf;
  readonly query: { readonly tz: string; readonly from: string; readonly to: string | undefined };
}

/** Cost, requests and tokens of each group. */
export function GroupCharts({ rows, name, groupBy, of, query }: GroupChartsProps) {
  const actions = <CsvButton of={of} query={{ ...query, group_by: groupBy }} />;
  const inCount = (value: number | string): string => formatCount(Number(value));
  return (
    <div class="usage-charts">
      <BarsChart
        name={text.by(text.cost, name)}
        group={name}
        bars={rows.map((row) => ({ label: nameOf(row), key: keyOf(row), value: row.cost }))}
        formatValue={formatUsd}
        actions={actions}
      />
      <BarsChart
        name={text.by(text.requests, name)}
        group={name}
        bars={rows.map((row) => ({ label: nameOf(row), key: keyOf(row), value: row.requests }))}
        formatValue={inCount}
        actions={actions}
      />
      <BarsChart
        name={text.by(text.tokens, name)}
        group={name}
        bars={rows.map((row) => ({
          label: nameOf(row),
          key: keyOf(row),
          value: sumAmounts([row.inputTokens, row.outputTokens]),
        }))}
        formatValue={inCount}
        actions={actions}
      />
    </div>
  );
}
