import { COMBINATIONS } from '../usage-cuts.js';
import type { LabelledSegment, UsagePlan } from './usage-plan.js';

/** Numbers of values from `low` until before `high`. */
export interface Slice {
  readonly low: number;
  readonly high: number;
}

/** Spans of one length, of which each slot has one row of neighbours at the most. */
export interface SpanKind {
  readonly grain: number;
  readonly isTakenAway: boolean;
  readonly bySlot: ReadonlyMap<number, LabelledSegment>;
}

/** With three or four of something else each, the sums of so many users are a few megabytes. */
const VALUES_A_SLICE = 4_000;
/** The least and the greatest number that the database keeps: what has no value is numbered too. */
const [LEAST, GREATEST] = [-(2 ** 31), 2 ** 31 - 1];

/** Whether sums have the one or two values that a whole period is asked for by, so that it may be read in slices. */
export const isInSlices = ({ slots, dimensions, cut, segments }: UsagePlan): boolean =>
  slots.length === 1 &&
  dimensions.length > 0 &&
  cut !== undefined &&
  cut !== COMBINATIONS &&
  segments.some(({ grain }) => grain !== 'facts');

/** Slices of all numbers, of which each has about as many values when none has a higher one than `highest`; one where there are few. */
export function slicesTo(highest: number): Slice[] {
  const count = Math.max(1, Math.ceil(highest / VALUES_A_SLICE));
  const bounds = Array.from({ length: count - 1 }, (_, index) => Math.ceil((highest * (index + 1)) / count));
  return [LEAST, ...bounds].map((low, index) => ({ low, high: bounds[index] ?? GREATEST }));
}

/** The kinds of spans that segments of sums are made of. A slot with two rows of one length has a kind for each. */
export function kindsOf(segments: readonly LabelledSegment[]): SpanKind[] {
  const kinds: (SpanKind & { readonly bySlot: Map<number, LabelledSegment> })[] = [];
  for (const segment of segments) {
    const { grain, isTakenAway, slot } = segment;
    if (grain === 'facts') continue;
    const kind = kinds.find(
      (one) => one.grain === grain && one.isTakenAway === isTakenAway && !one.bySlot.has(slot),
    );
    if (kind === undefined) kinds.push({ grain, isTakenAway, bySlot: new Map([[slot, segment]]) });
    else kind.bySlot.set(slot, segment);
  }
  return kinds;
}
