import { compareAmounts, sumAmounts, type Amount } from '../../format/money.js';
import { dayFormat, minuteFormat, startOfDay } from '../../format/zones.js';
import type { UsageRow } from '../../api/types.js';

/** A day or an hour of the zone, with what its rows sum to. */
export interface Span {
  /** Its beginning. */
  readonly time: number;
  /** As it is called: a day, or an hour with its day. */
  readonly name: string;
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Exact. */
  readonly cost: string;
  readonly costByPart: ReadonlyMap<string, string>;
}

export interface SpanOptions {
  readonly from: number;
  readonly to: number;
  readonly unit: 'hour' | 'day';
  readonly zone: string;
}

interface Slot {
  readonly time: number;
  readonly name: string;
  readonly rows: UsageRow[];
}

/** Every span of the period, those without calls too. Rows are by the unit and something else, the unit first. */
export function spansOf(rows: readonly UsageRow[], options: SpanOptions): readonly Span[] {
  const nameOf = options.unit === 'day' ? dayFormat(options.zone) : hourFormat(options.zone);
  const slots = new Map<string, Slot>();
  for (const time of timesOf(options)) {
    const name = nameOf(time);
    if (!slots.has(name)) slots.set(name, { time, name, rows: [] });
  }
  for (const row of rows) {
    const key = row.keys?.[0] ?? '';
    const time = Date.parse(key);
    const name = options.unit === 'day' ? key : nameOf(time);
    const slot = slots.get(name) ?? { time, name, rows: [] };
    slots.set(name, slot);
    slot.rows.push(row);
  }
  return [...slots.values()].sort((one, other) => one.time - other.time).map(toSpan);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Beyond it, spans without calls are left out. */
const MOST = 10_000;

/** From the beginning of the first span on, every hour: a day has one of them at least. */
function timesOf({ from, to, unit, zone }: SpanOptions): number[] {
  const step = unit === 'day' ? DAY : HOUR;
  if (!(to > from) || (to - from) / step > MOST) return [];
  const startOf = unit === 'day' ? (time: number) => startOfDay(time, { zone }) : hourStart(zone);
  const times: number[] = [];
  // A day is up to 25 hours long; an hour that clocks cut short is stepped over by the next one.
  for (let time = startOf(from); time < to; time = startOf(time + step + (unit === 'day' ? 2 * HOUR : 0)))
    times.push(time);
  return times;
}

/** An hour begins where the zone's clocks show no minutes. */
function hourStart(zone: string): (time: number) => number {
  const minuteOf = minuteFormat(zone);
  return (time) => time - (time % MINUTE) - minuteOf(time) * MINUTE;
}

/** Told apart by the offset: in autumn an hour comes twice. */
function hourFormat(zone: string): (time: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
    timeZoneName: 'shortOffset',
  });
  return (time) => format.format(time).replace(',', '');
}

function toSpan({ time, name, rows }: Slot): Span {
  const sum = (valueOf: (row: UsageRow) => number): number =>
    rows.reduce((total, row) => total + valueOf(row), 0);
  return {
    time,
    name,
    requests: sum((row) => row.requests),
    inputTokens: sum((row) => row.input_tokens),
    outputTokens: sum((row) => row.output_tokens),
    cost: sumAmounts(rows.map((row) => row.cost_usd)),
    costByPart: costs(rows, (row) => row.keys?.[1] ?? ''),
  };
}

export function costs(rows: readonly UsageRow[], keyOf: (row: UsageRow) => string): Map<string, string> {
  const amounts = new Map<string, Amount[]>();
  for (const row of rows) amounts.set(keyOf(row), [...(amounts.get(keyOf(row)) ?? []), row.cost_usd]);
  return new Map([...amounts].map(([key, parts]) => [key, sumAmounts(parts)]));
}

export interface Stack {
  readonly label: string;
  readonly values: readonly string[];
}

/** The dearest one by one, the rest as one; each with its cost in every span. */
export function stacksOf(
  spans: readonly Span[],
  { most, others }: { most: number; others: string },
): readonly Stack[] {
  const amounts = new Map<string, string[]>();
  for (const { costByPart } of spans)
    for (const [model, cost] of costByPart) amounts.set(model, [...(amounts.get(model) ?? []), cost]);
  const models = [...amounts]
    .map(([model, parts]) => ({ model, cost: sumAmounts(parts) }))
    .sort((one, other) => compareAmounts(other.cost, one.cost))
    .map(({ model }) => model);
  const single = models.length > most ? models.slice(0, most - 1) : models;
  const rest = models.slice(single.length);
  const of = (named: readonly string[]) => (span: Span) =>
    sumAmounts(named.flatMap((model) => span.costByPart.get(model) ?? []));
  return [
    ...single.map((model) => ({ label: model, values: spans.map(of([model])) })),
    ...(rest.length === 0 ? [] : [{ label: others, values: spans.map(of(rest)) }]),
  ];
}
