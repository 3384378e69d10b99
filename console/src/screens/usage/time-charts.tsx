import { useMemo } from 'preact/hooks';
import type { UsageOf } from '../../api/usage.js';
import { formatUsd, plainAmount } from '../../format/money.js';
import { formatCount, formatShort } from '../../format/numbers.js';
import { Chart } from '../../ui/chart/chart.js';
import { CsvButton } from './csv-button.js';
import { nameIn, type Names } from './groups.js';
import { stacksOf, type Span } from './over-time.js';
import type { Plan } from './plan.js';
import { text } from './text.js';

export interface TimeChartsProps {
  readonly spans: readonly Span[];
  readonly names: Names;
  readonly plan: Plan;
  readonly of: UsageOf;
  readonly query: { readonly from: string; readonly to: string | undefined };
  /** Requests and tokens over time too. */
  readonly isWhole: boolean;
}

const MOST_PARTS = 8;

export function TimeCharts({ spans, names, plan, of, query, isWhole }: TimeChartsProps) {
  const stacks = useMemo(() => stacksOf(spans, { most: MOST_PARTS, others: text.others }), [spans]);
  const timeNames = useMemo(() => new Map(spans.map(({ time, name }) => [time, name])), [spans]);
  const shared = {
    times: spans.map(({ time }) => time),
    formatTime: (time: number) => timeNames.get(time) ?? '',
    timeZone: plan.zone,
    actions: <CsvButton of={of} query={{ ...query, tz: plan.zone, group_by: plan.overTime }} />,
  };
  return (
    <>
      <Chart
        {...shared}
        name={text.costOverTime(text.groups[plan.stackedBy])}
        series={stacks.map(({ label, values }) => ({ label: nameIn(names, label) ?? label, values }))}
        formatValue={formatUsd}
        formatAxis={axisUsd}
      />
      {isWhole && (
        <div class="usage-charts">
          <Chart
            {...shared}
            name={text.requestsOverTime}
            series={[{ label: text.requests, values: spans.map(({ requests }) => requests) }]}
            formatValue={(value) => formatCount(Number(value))}
            formatAxis={formatShort}
          />
          <Chart
            {...shared}
            name={text.tokensOverTime}
            series={[
              { label: text.inputTokens, values: spans.map(({ inputTokens }) => inputTokens) },
              { label: text.outputTokens, values: spans.map(({ outputTokens }) => outputTokens) },
            ]}
            formatValue={(value) => formatCount(Number(value))}
            formatAxis={formatShort}
          />
        </div>
      )}
    </>
  );
}

const AXIS_DIGITS = 6;
/** The marks of an axis are calculated: their noise is cut off. */
const axisUsd = (value: number): string => `$${plainAmount(Number(value.toPrecision(AXIS_DIGITS)))}`;
