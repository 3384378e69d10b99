import { sumAmounts, type Amount } from '../../format/money.js';
import type { UsageGroup, UsageOf } from '../../api/usage.js';
import type { UsageReport, UsageRow } from '../../api/types.js';
import { pathOf } from '../../url/routes.js';
import { withSearch, writeParams } from '../../url/params.js';
import { costs, type Span } from './over-time.js';

/** What a row is of, by one of the groupings. */
export interface Part {
  readonly group: UsageGroup;
  /** As the API names it; of a day or an hour, when it begins. */
  readonly key: string;
  readonly name: string;
  /** When the next day or hour begins. */
  readonly until?: string | undefined;
}

/** A row of the table `Usage`. */
export interface GroupRow {
  /** One of each grouping. */
  readonly parts: readonly Part[];
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cost: Amount;
}

/** Of a report by two groupings, by its ids. */
export type Names = Readonly<Record<string, string>>;

/** How usage is cut: by one grouping, or each group by a second one. */
export type Grouping = readonly [UsageGroup] | readonly [UsageGroup, UsageGroup];

export const isTime = (group: UsageGroup): group is 'day' | 'hour' => group === 'day' || group === 'hour';

/** Tells a row from all others of its report. */
export const keyOf = ({ parts }: GroupRow): string =>
  parts.map(({ key }) => encodeURIComponent(key)).join('/');

export const nameOf = ({ parts }: GroupRow): string => parts.map(({ name }) => name).join(' · ');

/** Of which the call log can be asked for those that have none. */
const WITH_NONE: readonly UsageGroup[] = ['tier', 'router', 'group'];
/** Of which the call log cannot be asked. */
const UNASKABLE: readonly UsageGroup[] = ['provider', 'project'];

export interface ReportOptions {
  readonly grouping: Grouping;
  /** In which order the report has its keys; in that of the grouping when absent. */
  readonly keysOf?: Grouping;
  readonly spans?: readonly Span[];
}

/** Rows of a report by one grouping or two; those of days and hours say when they are. */
export function rowsOfReport(
  { data, names }: UsageReport,
  { grouping, keysOf = grouping, spans = [] }: ReportOptions,
): readonly GroupRow[] {
  const places = grouping.map((group) => keysOf.indexOf(group));
  return data.map((row) => {
    const keys = row.keys ?? [row.key ?? ''];
    const parts = grouping.map((group, index) => {
      const key = keys[places[index] ?? 0] ?? '';
      if (isTime(group)) return timePart(group, key, spans);
      return { group, key, name: nameIn(names, key) ?? row.name ?? key };
    });
    return { parts, ...sumsOf(row) };
  });
}

/** What callers wrote may be called as anything that objects have. */
export const nameIn = (names: Names | undefined, key: string): string | undefined =>
  names !== undefined && Object.hasOwn(names, key) ? names[key] : undefined;

const sumsOf = ({ requests, input_tokens, output_tokens, cost_usd }: UsageRow) => ({
  requests,
  inputTokens: input_tokens,
  outputTokens: output_tokens,
  cost: cost_usd,
});

const HOUR_MS = 3_600_000;

/** An hour's key is a moment; a day's is its name in the zone. */
function timePart(group: 'day' | 'hour', key: string, spans: readonly Span[]): Part {
  const time = group === 'hour' ? Date.parse(key) : undefined;
  const index = spans.findIndex((span) => (time === undefined ? span.name === key : span.time === time));
  const span = spans[index];
  if (span === undefined)
    return { group, key, name: key, until: time === undefined ? undefined : iso(time + HOUR_MS) };
  return { group, key: iso(span.time), name: span.name, until: iso(spans[index + 1]?.time) };
}

/** Newest first; spans in which nothing was used are left out. */
export const rowsOfSpans = (spans: readonly Span[], group: 'day' | 'hour'): readonly GroupRow[] =>
  spans
    .map(({ time, name, requests, inputTokens, outputTokens, cost }, index) => ({
      parts: [{ group, key: iso(time), name, until: iso(spans[index + 1]?.time) }],
      requests,
      inputTokens,
      outputTokens,
      cost,
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
      parts: [{ group: 'model', key: model, name: model }],
      requests: sum((row) => row.requests),
      inputTokens: sum((row) => row.input_tokens),
      outputTokens: sum((row) => row.output_tokens),
      cost,
    };
  });
}

export const sumOf = (rows: readonly GroupRow[]): string => sumAmounts(rows.map(({ cost }) => cost));

export interface CallsQuestion {
  readonly of: UsageOf;
  readonly from: string;
  readonly to: string | undefined;
}

/** The calls that a row is made of, as far as the call log, which is one of a project, can be asked for them. */
export function callsOf({ parts }: GroupRow, { of, from, to }: CallsQuestion): string | undefined {
  const projectId = of.kind === 'project' ? of.id : parts.find(({ group }) => group === 'project')?.key;
  if (projectId === undefined || projectId === 'none') return undefined;
  const asked = parts.filter(({ group }) => of.kind === 'project' || group !== 'project');
  if (asked.some(isUnaskable)) return undefined;
  const query: Record<string, string | undefined> = { from, to };
  for (const { group, key, until } of asked) {
    if (isTime(group)) Object.assign(query, { from: key, to: until ?? to });
    else query[group] = key;
  }
  return withSearch(pathOf('calls', { projectId }), writeParams('', query));
}

function isUnaskable({ group, key }: Part): boolean {
  if (isTime(group)) return Number.isNaN(Date.parse(key));
  if (UNASKABLE.includes(group) || (key === 'none' && !WITH_NONE.includes(group))) return true;
  // Those beyond what is told apart have no name.
  return key === 'other' && (group === 'tag' || group === 'user' || group === 'session');
}
