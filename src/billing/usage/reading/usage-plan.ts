import type { Steps } from '../../../lib/steps.js';
import { slotsOf, type ZoneSlot } from '../../../lib/zones/zone-slots.js';
import { UTC } from '../../../lib/zones/zone-offset.js';
import { COMBINATIONS, cutFor, grainsOf, type UsageCut } from '../usage-cuts.js';
import { QUARTER_MS, splitEdges, type SealedTo, type Span } from '../usage-grains.js';
import { isDimension, isTime, type UsageDimension, type UsageGroup } from '../usage-dimensions.js';
import type { UsageQuestion } from './usage-question.js';
import { segmentsOf, usableGrains, type UsageSegment } from './usage-segments.js';

/** A segment, and of which slot it is. */
export type LabelledSegment = UsageSegment & { readonly slot: number };

/** How a question is read. */
export interface UsagePlan {
  readonly span: Span;
  /** Days or hours, when they are asked for; else one slot of everything. */
  readonly slots: readonly ZoneSlot[];
  readonly dimensions: readonly UsageDimension[];
  /** Absent: only facts tell the dimensions apart. */
  readonly cut: UsageCut | undefined;
  readonly segments: readonly LabelledSegment[];
  /** The whole quarters of the span. */
  readonly inner: Span | undefined;
  /** Parts of quarters, which are in no fact. */
  readonly edges: readonly Span[];
}

export const groupsOf = ({ groupBy, thenBy }: UsageQuestion): readonly UsageGroup[] =>
  thenBy === undefined ? [groupBy] : [groupBy, thenBy];

/** In steps: a year has 8,760 hours. @param span the part of the question's period that has calls */
export function* planUsage(question: UsageQuestion, span: Span, sealedTo: SealedTo): Steps<UsagePlan> {
  const groups = groupsOf(question);
  const dimensions = groups.filter(isDimension);
  const cut = question.only === undefined ? cutFor(dimensions) : filteredCut(dimensions);
  const grains = usableGrains(cut === undefined ? [] : grainsOf(cut), sealedTo, span);
  const slots = yield* slotsFor(groups, question.zone ?? UTC, span);
  const { inner, edges } = splitEdges(span);
  const segments: LabelledSegment[] = [];
  for (const [index, slot] of slots.entries()) {
    for (const part of inner === undefined ? [] : within(slot, inner))
      for (const segment of segmentsOf(part, { grains, sealedTo }))
        segments.push({ ...segment, slot: index });
    if (index % SLOTS_A_STEP === SLOTS_A_STEP - 1) yield;
  }
  return { span, slots, dimensions, cut, segments, inner, edges };
}

const SLOTS_A_STEP = 32;

/** Filters are plain dimensions; only combinations know all of them. */
const filteredCut = (dimensions: readonly UsageDimension[]): UsageCut | undefined =>
  dimensions.every((dimension) => COMBINATIONS.dimensions.some((one) => one === dimension))
    ? COMBINATIONS
    : undefined;

function* slotsFor(groups: readonly UsageGroup[], zone: string, span: Span): Steps<readonly ZoneSlot[]> {
  const units = groups.filter(isTime);
  if (units.length === 0) return [{ key: '', ...span }];
  return yield* slotsOf({ zone, unit: units.includes('hour') ? 'hour' : 'day', ...span });
}

/** Where clocks were minutes and seconds from UTC, before 1972, a slot is cut at the quarter next to its end. */
function within(slot: ZoneSlot, inner: Span): Span[] {
  const from = Math.max(inner.from, nearestQuarter(slot.from));
  const to = Math.min(inner.to, nearestQuarter(slot.to));
  return from < to ? [{ from, to }] : [];
}

const nearestQuarter = (time: number): number => Math.round(time / QUARTER_MS) * QUARTER_MS;
