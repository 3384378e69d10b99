import { useQuery } from '@tanstack/preact-query';
import { useMemo } from 'preact/hooks';
import { USAGE_GROUPS, usageQuery } from '../../api/usage.js';
import { Loaded } from '../../ui/loaded.js';
import { Screen } from '../../ui/screen.js';
import { oneOf } from '../../url/params.js';
import type { ScreenProps } from '../../url/screen-props.js';
import { useParams } from '../../url/use-params.js';
import { usePeriod } from '../../url/use-period.js';
import { rowsByModel, rowsOfReport, rowsOfSpans } from './groups.js';
import { spansOf } from './over-time.js';
import { planFor } from './plan.js';
import { text } from './text.js';
import { UsageFilters } from './usage-filters.js';
import { UsageReportView } from './usage-report-view.js';
import './usage.css';

const PARAMS = { group_by: oneOf(USAGE_GROUPS) };

/** What a project used and what it cost, by anything that the API groups by. */
export default function UsageScreen({ projectId }: ScreenProps) {
  const [{ group_by: group = 'day' }, set] = useParams(PARAMS);
  const period = usePeriod('7d');
  const { from, to } = period.query;
  const now = useMemo(() => Date.now(), [from, to]);
  const span = { from: Date.parse(from), to: to === undefined ? now : Date.parse(to) };
  const plan = useMemo(() => planFor(group, span), [group, span.from, span.to]);
  const overTime = useQuery(usageQuery(projectId, { group_by: plan.overTime, from, to }));
  const byGroup = useQuery({
    ...usageQuery(projectId, { group_by: plan.byGroup ?? '', from, to }),
    enabled: plan.byGroup !== undefined,
  });
  const spans = useMemo(
    () => overTime.data && spansOf(overTime.data.data, { ...span, ...plan }),
    [overTime.data, plan, span.from, span.to],
  );
  const report = plan.byGroup === undefined ? overTime : byGroup;
  const rows = useMemo(() => {
    if (report.data === undefined || spans === undefined) return undefined;
    if (plan.byGroup !== undefined) return rowsOfReport(report.data);
    return group === 'model' ? rowsByModel(report.data) : rowsOfSpans(spans);
  }, [report.data, spans, plan, group]);
  const read = {
    data: report.data && spans && rows && { total: report.data.total, spans, rows },
    error: overTime.error ?? byGroup.error,
    isPending: overTime.isPending || report.isPending,
    refetch: () => {
      for (const one of [overTime, byGroup]) if (one.isError) void one.refetch();
    },
  };
  return (
    <Screen title={text.title}>
      <UsageFilters
        group={group}
        onGroup={(chosen) => set({ group_by: chosen })}
        period={period}
        plan={plan}
      />
      <Loaded read={read}>
        {(data) => (
          <UsageReportView {...data} group={group} plan={plan} projectId={projectId} query={period.query} />
        )}
      </Loaded>
    </Screen>
  );
}
