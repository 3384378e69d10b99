import { useMemo } from 'preact/hooks';
import { formatUsd, plainAmount } from '../../format/money.js';
import { formatCount, formatShort } from '../../format/numbers.js';
import { Chart } from '../../ui/chart/chart.js';
import { CsvButton } from './csv-button.js';
import { stacksOf, type Span } from './over-time.js';
import type { Plan } from './plan.js';
import { text } from './text.js';

export interface TimeChartsProps {
  readonly spans: readonly Span[];
  readonly plan: Plan;
  readonly projectId: string;
  readonly query: { readonly from: string; readonly to: string | undefined };
  /** Requests and tokens over time too. */
  readonly isWhole: boolean;
}

const MOST_MODELS = 8;

export function TimeCharts({ spans, plan, projectId, query, isWhole }: TimeChartsProps) {
  const stacks = useMemo(() => stacksOf(spans, { most: MOST_MODELS, others: text.others }), [spans]);
  const names = useMemo(() => new Map(spans.map(({ time, name }) => [time, name])), [spans]);
  const shared = {
    times: spans.map(({ time }) => time),
    formatTime: (time: number) => names.get(time) ?? '',
    timeZone: plan.zone,
    actions: <CsvButton projectId={projectId} query={{ ...query, group_by: plan.overTime }} />,
  };
  return (
    <>
      <Chart
        {...shared}
        name={text.costByModel}
        series={stacks}
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
