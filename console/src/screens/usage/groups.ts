import { sumAmounts, type Amount } from '../../format/money.js';
import type { UsageGroup } from '../../api/usage.js';
import type { UsageReport, UsageRow } from '../../api/types.js';
import { pathOf } from '../../url/routes.js';
import { withSearch, writeParams } from '../../url/params.js';
import { costs, type Span } from './over-time.js';

/** A row of the table `Usage`. */
export interface GroupRow {
  /** As the API names it. */
  readonly key: string;
  readonly name: string;
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cost: Amount;
}

export const isTime = (group: UsageGroup): boolean => group === 'day' || group === 'hour';

export const rowsOfReport = ({ data }: UsageReport): readonly GroupRow[] =>
  data.map(({ key = '', name, requests, input_tokens, output_tokens, cost_usd }) => ({
    key,
    name: name ?? key,
    requests,
    inputTokens: input_tokens,
    outputTokens: output_tokens,
    cost: cost_usd,
  }));

/** Newest first; spans in which nothing was used are left out. */
export const rowsOfSpans = (spans: readonly Span[]): readonly GroupRow[] =>
  spans
    .filter(({ requests }) => requests > 0)
    .map(({ time, name, requests, inputTokens, outputTokens, cost }) => ({
      key: new Date(time).toISOString(),
      name,
      requests,
      inputTokens,
      outputTokens,
      cost,
    }))
    .reverse();

/** By the second of two groupings. */
export function rowsByModel({ data }: UsageReport): readonly GroupRow[] {
  const modelOf = (row: UsageRow): string => row.keys?.[1] ?? '';
  return [...costs(data, modelOf)].map(([model, cost]) => {
    const own = data.filter((row) => modelOf(row) === model);
    const sum = (valueOf: (row: UsageRow) => number): number =>
      own.reduce((total, row) => total + valueOf(row), 0);
    return {
      key: model,
      name: model,
      requests: sum((row) => row.requests),
      inputTokens: sum((row) => row.input_tokens),
      outputTokens: sum((row) => row.output_tokens),
      cost,
    };
  });
}

export const sumOf = (rows: readonly GroupRow[]): string => sumAmounts(rows.map(({ cost }) => cost));

const HOUR = 3_600_000;

/** The calls that a row is made of, as far as the call log can be asked for them. */
export function callsOf(
  { key }: GroupRow,
  {
    group,
    projectId,
    from,
    to,
  }: { group: UsageGroup; projectId: string; from: string; to: string | undefined },
): string | undefined {
  const path = pathOf('calls', { projectId });
  if (group === 'day') return undefined;
  if (group === 'hour') {
    const end = new Date(Date.parse(key) + HOUR).toISOString();
    return withSearch(path, writeParams('', { from: key, to: end }));
  }
  if (key === 'none' && (group === 'model' || group === 'key' || group === 'surface')) return undefined;
  return withSearch(path, writeParams('', { [group]: key, from, to }));
}
