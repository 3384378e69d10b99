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
  /** When the next day or hour begins. */
  readonly until?: string | undefined;
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
    .map(({ time, name, requests, inputTokens, outputTokens, cost }, index) => ({
      key: iso(time),
      name,
      requests,
      inputTokens,
      outputTokens,
      cost,
      until: iso(spans[index + 1]?.time),
    }))
    .filter(({ requests }) => requests > 0)
    .reverse();

function iso(time: number): string;
function iso(time: number | undefined): string | undefined;
function iso(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString().replace('.000Z', 'Z');
}

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

/** The calls that a row is made of, as far as the call log can be asked for them. */
export function callsOf(
  { key, until }: GroupRow,
  {
    group,
    projectId,
    from,
    to,
  }: { group: UsageGroup; projectId: string; from: string; to: string | undefined },
): string | undefined {
  const path = pathOf('calls', { projectId });
  if (isTime(group)) return withSearch(path, writeParams('', { from: key, to: until ?? to }));
  if (key === 'none' && (group === 'model' || group === 'key' || group === 'surface')) return undefined;
  return withSearch(path, writeParams('', { [group]: key, from, to }));
}
