import type { Tier } from '../routing/routers/router-rules.js';
import type { Evidence, RecordEvidence } from './evidence.js';

/** What is recommended, where it is more than a model. */
export interface Recommended {
  readonly evidence: Evidence;
  readonly tiers: { readonly current: Tier; readonly recommended: Tier } | undefined;
}

/** A group's recommendation in one sentence, for people: what the record shows and with which figures. */
export function explainGroup({ evidence, tiers }: Recommended): string {
  const { finding, recommended, current } = evidence;
  const [to, from] = [named(recommended, tiers?.recommended), named(current, tiers?.current)];
  switch (finding) {
    case 'fails':
      return `${from} fails: ${showRate(current)}, surely under 90%. ${to} is the next higher tier (${showRate(recommended)}).`;
    case 'better':
      return `${to} is better than ${from}, by more than 3 points: ${showRate(recommended)} against ${showRate(current)}.`;
    case 'as_good':
      return `${to} is as good as the best within 3 points, and cheaper than ${from}: ${showRate(recommended)} against ${showRate(current)}.`;
    case 'alone':
      return `${to} is good enough: ${showRate(recommended)}. Too little of ${from} was judged to compare it (${showRate(current)}).`;
  }
}

/** A threshold's recommendation in one sentence. */
export function explainThreshold(evidence: Evidence, { from, to }: { from: number; to: number }): string {
  const { recommended, current, difficulty } = evidence;
  const of = `tasks of ${difficulty?.groups ?? 0} groups with a difficulty above ${difficulty?.above ?? 0} and up to ${difficulty?.up_to ?? 1}`;
  return to > from
    ? `Medium (${recommended.model}) is as good as Big (${current.model}) within 3 points in ${of}: ${showRate(recommended)} against ${showRate(current)}.`
    : `Medium (${current.model}) fails against Big (${recommended.model}) in ${of}: ${showRate(current)} against ${showRate(recommended)}.`;
}

const NAMES: Readonly<Record<Tier, string>> = { big: 'Big', medium: 'Medium', small: 'Small' };

function named({ model }: RecordEvidence, tier: Tier | undefined): string {
  return tier === undefined ? model : `${NAMES[tier]} (${model})`;
}

/** `49 of 50 judged tasks succeeded (98%, 95% interval 89.5 to 99.7%)` */
function showRate({ judged, succeeded, rate, rate_low: low, rate_high: high }: RecordEvidence): string {
  if (judged === 0) return 'nothing of it was judged yet';
  return `${succeeded} of ${judged} judged tasks succeeded (${percent(rate)}%, 95% interval ${percent(low)} to ${percent(high)}%)`;
}

function percent(rate: number): number {
  return Number((100 * rate).toFixed(1));
}
