import type { HourOfCalls } from '../../billing/calls/call-histograms.service.js';

export interface HourOfSpend {
  readonly hour: string;
  readonly cost_usd: number;
}

export type HourOfOverview = HourOfCalls & HourOfSpend;

/** Calls and spend of each hour that has either, oldest first. */
export function joinHours(counted: readonly HourOfCalls[], spent: readonly HourOfSpend[]): HourOfOverview[] {
  const hours = new Map<string, HourOfOverview>();
  for (const hour of counted) hours.set(hour.hour, { ...hour, cost_usd: 0 });
  for (const { hour, cost_usd } of spent)
    hours.set(hour, { ...(hours.get(hour) ?? { hour, calls: 0, errors: 0 }), cost_usd });
  return [...hours.values()].sort((one, other) => (one.hour < other.hour ? -1 : 1));
}
