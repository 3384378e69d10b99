import type { UsageGroup } from '../../api/usage.js';
import { formatUsd, sumAmounts } from '../../format/money.js';
import { formatCount } from '../../format/numbers.js';
import { BarsChart } from './bars-chart.js';
import { CsvButton } from './csv-button.js';
import type { GroupRow } from './groups.js';
import { text } from './text.js';

interface GroupChartsProps {
  readonly rows: readonly GroupRow[];
  readonly group: UsageGroup;
  readonly projectId: string;
  readonly query: { readonly from: string; readonly to: string | undefined };
}

/** Cost, requests and tokens of each group. */
export function GroupCharts({ rows, group, projectId, query }: GroupChartsProps) {
  const name = text.groups[group];
  const actions = <CsvButton projectId={projectId} query={{ ...query, group_by: group }} />;
  const inCount = (value: number | string): string => formatCount(Number(value));
  return (
    <div class="usage-charts">
      <BarsChart
        name={text.by(text.cost, name)}
        group={name}
        bars={rows.map((row) => ({ label: row.name, key: row.key, value: row.cost }))}
        formatValue={formatUsd}
        actions={actions}
      />
      <BarsChart
        name={text.by(text.requests, name)}
        group={name}
        bars={rows.map((row) => ({ label: row.name, key: row.key, value: row.requests }))}
        formatValue={inCount}
        actions={actions}
      />
      <BarsChart
        name={text.by(text.tokens, name)}
        group={name}
        bars={rows.map((row) => ({
          label: row.name,
          key: row.key,
          value: sumAmounts([row.inputTokens, row.outputTokens]),
        }))}
        formatValue={inCount}
        actions={actions}
      />
    </div>
  );
}
