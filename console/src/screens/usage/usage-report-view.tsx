import type { UsageReport } from '../../api/types.js';
import type { UsageGroup } from '../../api/usage.js';
import { UTC } from '../../format/zones.js';
import { CodeText } from '../../ui/code-text.js';
import { EmptyState } from '../../ui/empty-state.js';
import { GroupCharts } from './group-charts.js';
import { isTime, type GroupRow } from './groups.js';
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
  readonly rows: readonly GroupRow[];
  readonly group: UsageGroup;
  readonly plan: Plan;
  readonly projectId: string;
  readonly query: { readonly from: string; readonly to: string | undefined };
}

export function UsageReportView({ total, spans, rows, group, plan, projectId, query }: UsageReportViewProps) {
  if (rows.length === 0)
    return (
      <EmptyState title={text.emptyTitle}>
        <p>{text.empty}</p>
        <CodeText label={text.command}>{firstCall(gatewayOrigin())}</CodeText>
      </EmptyState>
    );
  return (
    <>
      <Totals total={total} rows={rows} projectId={projectId} query={query} />
      {!isTime(group) && <GroupCharts rows={rows} group={group} projectId={projectId} query={query} />}
      <TimeCharts spans={spans} plan={plan} projectId={projectId} query={query} isWhole={isTime(group)} />
      <UsageTable
        rows={rows}
        group={group}
        projectId={projectId}
        query={query}
        total={total.cost_usd}
        csvGroup={group === 'day' && plan.zone !== UTC ? 'hour' : group}
      />
    </>
  );
}

const firstCall = (origin: string): string =>
  `curl ${origin}/api/v1/openai/chat/completions -H "Authorization: Bearer $GATEWAY_KEY" -H 'Content-Type: application/json' -d '{"model":"auto","messages":[{"role":"user","content":"Hello"}]}'`;
