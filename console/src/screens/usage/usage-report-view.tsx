import type { UsageReport } from '../../api/types.js';
import type { UsageOf } from '../../api/usage.js';
import { Command } from '../../parts/commands/command.js';
import { firstCall } from '../../parts/commands/commands.js';
import { EmptyState } from '../../ui/empty-state.js';
import { GroupCharts } from './group-charts.js';
import { isTime, type Grouping, type GroupRow, type Names } from './groups.js';
import type { Span } from './over-time.js';
import type { Plan } from './plan.js';
import { text } from './text.js';
import { TimeCharts } from './time-charts.js';
import { Totals } from './totals.js';
import { UsageTable } from './usage-table.js';
import { gatewayOrigin } from '../../url/origin.js';

export interface UsageReportViewProps {
  readonly total: UsageReport['total'];
  readonly spans: readonly Span[];
  /** Of what spans are stacked by, by its ids. */
  readonly names: Names;
  readonly rows: readonly GroupRow[];
  readonly grouping: Grouping;
  readonly plan: Plan;
  readonly of: UsageOf;
  readonly query: { readonly from: string; readonly to: string | undefined };
}

export function UsageReportView(props: UsageReportViewProps) {
  const { total, spans, names, rows, grouping, plan, of, query } = props;
  if (rows.length === 0)
    return (
      <EmptyState title={text.emptyTitle}>
        <p>{text.empty}</p>
        <Command>{firstCall(gatewayOrigin())}</Command>
      </EmptyState>
    );
  const zoned = { ...query, tz: plan.zone };
  const hasTime = grouping.some(isTime);
  // A call with three tags is three times in the spans of tags.
  const isWhole = hasTime && plan.stackedBy !== 'tag';
  return (
    <>
      <Totals total={total} rows={rows} grouping={grouping} of={of} query={query} />
      {!hasTime && (
        <GroupCharts
          rows={rows}
          name={groupingName(grouping)}
          groupBy={grouping.join(',')}
          of={of}
          query={zoned}
        />
      )}
      <TimeCharts spans={spans} names={names} plan={plan} of={of} query={query} isWhole={isWhole} />
      <UsageTable rows={rows} grouping={grouping} of={of} query={zoned} total={total.cost_usd} />
    </>
  );
}

const groupingName = ([first, second]: Grouping): string =>
  second === undefined ? text.groups[first] : text.groupAndGroup(text.groups[first], text.groups[second]);
