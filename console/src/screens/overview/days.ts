import type { Overview } from '../../api/types.js';
import { sumAmounts } from '../../format/money.js';
import { dayZone, startOfDay } from '../../format/zones.js';

const HOUR = 3_600_000;

/** One hour, of yesterday or today; null for hours that are still to come. */
export interface Hour {
  readonly time: number;
  readonly isToday: boolean;
  readonly calls: number;
  readonly errors: number;
  readonly cost: number;
}

export interface DaySums {
  readonly calls: number;
  readonly errors: number;
  /** Exact. */
  readonly cost: string;
}

export interface TwoDays {
  readonly hours: readonly Hour[];
  readonly today: DaySums;
  readonly yesterday: DaySums;
  /** As far into yesterday as today has come, to the hour. */
  readonly yesterdayUntilNow: DaySums;
}

export interface DayBounds {
  readonly yesterday: number;
  readonly today: number;
  readonly zone: string;
}

/** Midnight of yesterday and today, in the browser's zone where hours of UTC make its days. */
export function boundsOf(now: number, browserZone: string): DayBounds {
  const hour = now - (now % HOUR);
  const zone = dayZone([hour, hour - 48 * HOUR], browserZone);
  return { yesterday: startOfDay(now, { zone, daysBefore: 1 }), today: startOfDay(now, { zone }), zone };
}

export function twoDays(rows: Overview['hours'], { yesterday, today }: DayBounds, now: number): TwoDays {
  const known = new Map(rows.map((row) => [Date.parse(row.hour), row]));
  const count = Math.floor((now - yesterday) / HOUR) + 1;
  const hours = Array.from({ length: Math.max(0, count) }, (_, index): Hour => {
    const time = yesterday + index * HOUR;
    const row = known.get(time);
    return {
      time,
      isToday: time >= today,
      calls: row?.calls ?? 0,
      errors: row?.errors ?? 0,
      cost: row?.cost_usd ?? 0,
    };
  });
  const before = hours.filter(({ isToday }) => !isToday);
  const since = hours.filter(({ isToday }) => isToday);
  return {
    hours,
    today: sumsOf(since),
    yesterday: sumsOf(before),
    yesterdayUntilNow: sumsOf(before.slice(0, since.length)),
  };
}

function sumsOf(hours: readonly Hour[]): DaySums {
  return {
    calls: hours.reduce((sum, { calls }) => sum + calls, 0),
    errors: hours.reduce((sum, { errors }) => sum + errors, 0),
    cost: sumAmounts(hours.map(({ cost }) => cost)),
  };
}
