import { gatewayNow } from '../../clock/now.js';
import { useQuery } from '@tanstack/preact-query';
import { useMemo } from 'preact/hooks';
import { usageQuery, type UsageOf } from '../../api/usage.js';
import { Loaded } from '../../ui/loaded.js';
import { Screen } from '../../ui/screen.js';
import { oneOf } from '../../url/params.js';
import type { ScreenProps } from '../../url/screen-props.js';
import { useParams } from '../../url/use-params.js';
import { usePeriod } from '../../url/use-period.js';
import { isTime, rowsByModel, rowsOfReport, rowsOfSpans } from './groups.js';
import { spansOf } from './over-time.js';
import { groupingOf, planFor, readGrouping } from './plan.js';
import { text } from './text.js';
import { UsageFilters } from './usage-filters.js';
import { UsageReportView } from './usage-report-view.js';
import './usage.css';

/** `of` is the console's own: whose usage it is, which the path says of a project alone. */
const PARAMS = { group_by: readGrouping, of: oneOf(['organization']) };

/** What a project used and what it cost, by anything that the API groups by; or all projects of its organization. */
export default function UsageScreen({ projectId, organizationId }: ScreenProps) {
  const [{ group_by: groupBy = 'day', of: kind = 'project' }, set] = useParams(PARAMS);
  const of: UsageOf = { kind, id: kind === 'project' ? projectId : organizationId };
  const period = usePeriod('7d');
  const { from, to } = period.query;
  const now = useMemo(() => gatewayNow(), [from, to]);
  const span = { from: Date.parse(from), to: to === undefined ? now : Date.parse(to) };
  const grouping = useMemo(() => groupingOf(groupBy), [groupBy]);
  const plan = useMemo(() => planFor(grouping, span), [grouping, span.from, span.to]);
  const asked = { tz: plan.zone, from, to };
  // Whose organization it is, is known a moment after the project.
  const isKnown = of.id !== '';
  const overTime = useQuery({
    ...usageQuery(of, { group_by: plan.overTime, ...asked }),
    enabled: isKnown,
  });
  const byGroup = useQuery({
    ...usageQuery(of, { group_by: plan.byGroup ?? '', ...asked }),
    enabled: isKnown && plan.byGroup !== undefined,
  });
  const spans = useMemo(
    () => overTime.data && spansOf(overTime.data.data, { ...span, ...plan }),
    [overTime.data, plan, span.from, span.to],
  );
  const report = plan.byGroup === undefined ? overTime : byGroup;
  const rows = useMemo(() => {
    if (report.data === undefined || spans === undefined) return undefined;
    const [first, second] = grouping;
    if (second === undefined && plan.byGroup === undefined)
      return isTime(first) ? rowsOfSpans(spans, first) : rowsByModel(report.data);
    return rowsOfReport(report.data, { keysOf: plan.keysOf, grouping, spans });
  }, [report.data, spans, plan, grouping]);
  const read = {
    data: report.data &&
      overTime.data &&
      spans &&
      rows && { total: report.data.total, spans, rows, names: overTime.data.names ?? {} },
    error: overTime.error ?? byGroup.error,
    isPending: overTime.isPending || report.isPending,
    refetch: () => {
      for (const one of [overTime, byGroup]) if (one.isError) void one.refetch();
    },
  };
  return (
    <Screen title={text.title}>
      <UsageFilters
        grouping={grouping}
        onGrouping={(chosen) => set({ group_by: chosen })}
        of={kind}
        onOf={(chosen) => set({ of: chosen })}
        period={period}
        plan={plan}
      />
      <Loaded read={read}>
        {(data) => <UsageReportView {...data} grouping={grouping} plan={plan} of={of} query={period.query} />}
      </Loaded>
    </Screen>
  );
}
