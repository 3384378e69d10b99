import { ceil, floor, QUARTER_MS, type Grain, type SealedTo, type Span } from '../usage-grains.js';

/** From where a part of a period is read: sums of a grain by its number, or facts, which are quarters too. */
export interface UsageSegment {
  readonly grain: number | 'facts';
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** It is outside of the period, but in what another segment holds. */
  readonly isTakenAway: boolean;
}

export interface SegmentOptions {
  /** Those that there are sums of, the shortest first; each sealed as far as the next one, or farther. */
  readonly grains: readonly Grain[];
  readonly sealedTo: SealedTo;
}

/** What a way is made of: sums of a grain, or facts. */
interface Step {
  readonly grain: number | 'facts';
  readonly ms: number;
  /** Nothing later is in it. */
  readonly sealedTo: number;
  /** About how long one is read, compared with a day's sums: of shorter times there are fewer. */
  readonly cost: number;
}

/** A way over segments, and where it has come to. */
interface Way {
  readonly at: number;
  readonly cost: number;
  readonly segments: readonly UsageSegment[];
}

const FACTS: Step = { grain: 'facts', ms: QUARTER_MS, sealedTo: Infinity, cost: 0.6 };
const COSTS = [0.5, 0.7, 0.8, 1, 1.2, 1.4, 1.1, 1.5, 1.6, 1.7, 0.8, 0.8];
/** What is taken away is read too, and may leave rows of nothing: alike otherwise, it is not done. */
const COST_OF_TAKING_AWAY = 1.1;

/**
 * Cuts whole quarters into the fewest rows to read: the longest grains that are sealed, shorter ones beside them, facts where there
 * are none. An end may lie within a longer span, of which the rest is taken away again: until midnight in Berlin it is the day of UTC
 * without its last hour. So it is the cheapest way from one end to the other over beginnings and ends of spans, forth and back.
 */
export function segmentsOf(span: Span, options: SegmentOptions): UsageSegment[] {
  const { from, to } = span;
  if (from >= to) return [];
  const grain = wholeSpan(span, options);
  return grain === undefined ? cheapestWay(span, options) : [{ grain, from, to, isTakenAway: false }];
}

/**
 * The grains that a period is cut into. One that is not sealed as far as a longer one is no way to that, and left out until it is: the
 * marks of some move apart from those of others.
 */
export function usableGrains(grains: readonly Grain[], sealedTo: SealedTo, { from, to }: Span): Grain[] {
  let farthest = from + 1;
  return grains
    .toReversed()
    .filter(({ number }) => {
      const sealed = Math.min(sealedTo[number] ?? 0, to);
      if (sealed < farthest) return false;
      farthest = sealed;
      return true;
    })
    .toReversed();
}

/** Most hours and days are one span, or four quarters: a year of them has nothing to weigh. */
function wholeSpan({ from, to }: Span, { grains, sealedTo }: SegmentOptions): number | undefined {
  const length = to - from;
  const grain =
    length <= 4 * QUARTER_MS && from % (4 * QUARTER_MS) !== 0
      ? grains.find(({ ms }) => ms === QUARTER_MS)
      : grains.find(({ ms }) => ms === length && from % ms === 0);
  return grain !== undefined && to <= (sealedTo[grain.number] ?? 0) ? grain.number : undefined;
}

function cheapestWay({ from, to }: Span, { grains, sealedTo }: SegmentOptions): UsageSegment[] {
  let step = FACTS;
  let starts: readonly Way[] = [{ at: from, cost: 0, segments: [] }];
  let ends: readonly Way[] = [{ at: to, cost: 0, segments: [] }];
  let best = cheapest(joined(starts, ends, step));
  for (const grain of grains) {
    // A span that holds the period and as much again is none to take so much away from.
    if (grain.ms > 2 * (to - from)) break;
    const longer = stepOf(grain, sealedTo);
    starts = boundsAround(from, longer).flatMap((at) => cheapest(joined(starts, [placeAt(at)], step), at));
    ends = boundsAround(to, longer).flatMap((at) => cheapest(joined([placeAt(at)], ends, step), at));
    best = cheapest([...best, ...joined(starts, ends, longer)]);
    step = longer;
  }
  return best
    .flatMap(({ segments }) => segments)
    .sort((one, other) => one.from - other.from || Number(one.isTakenAway) - Number(other.isTakenAway));
}

const placeAt = (at: number): Way => ({ at, cost: 0, segments: [] });

const stepOf = ({ number, ms }: Grain, sealedTo: SealedTo): Step => ({
  grain: number,
  ms,
  sealedTo: sealedTo[number] ?? -Infinity,
  cost: COSTS[number] ?? 1,
});

/** The ends of spans next to a moment; of what is not sealed, the last end of what is. */
function boundsAround(time: number, { ms, sealedTo }: Step): number[] {
  const before = floor(Math.min(time, sealedTo), ms);
  const behind = ceil(time, ms);
  return behind > before && behind <= sealedTo ? [before, behind] : [before];
}

/** @param at where it is to be said to have come to */
function cheapest(ways: readonly Way[], at?: number): Way[] {
  const [first, ...others] = ways;
  if (first === undefined) return [];
  const best = others.reduce((least, way) => (way.cost < least.cost ? way : least), first);
  return [at === undefined ? best : { ...best, at }];
}

/** Each way from an end joined to each way to the other one by steps of one kind, forth or back, where these can be. */
function joined(starts: readonly Way[], ends: readonly Way[], step: Step): Way[] {
  return starts.flatMap((start) =>
    ends.flatMap((end) => {
      const [from, to] = [Math.min(start.at, end.at), Math.max(start.at, end.at)];
      if (to > step.sealedTo && from < to) return [];
      const isTakenAway = end.at < start.at;
      const cost = ((to - from) / step.ms) * step.cost * (isTakenAway ? COST_OF_TAKING_AWAY : 1);
      const segment = { grain: step.grain, from, to, isTakenAway };
      return [
        {
          at: end.at,
          cost: start.cost + cost + end.cost,
          segments: [...start.segments, ...(from < to ? [segment] : []), ...end.segments],
        },
      ];
    }),
  );
}
