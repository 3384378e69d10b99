import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.js';

type FirstGrainName = 'quarter' | 'hour' | 'six-hours' | 'day' | 'eight-days' | 'thirty-two-days';
type FurtherGrainName = 'six-hours-of-tags' | 'four-days' | '64-days' | '128-days' | '256-days';
export type GrainName = FirstGrainName | FurtherGrainName | 'six-hours-packed';

/** A length of time that usage is summed by, counted from 1970 in UTC. */
export interface Grain {
  readonly name: GrainName;
  /** Its number in the database. */
  readonly number: number;
  readonly ms: number;
}

/** A grain with a mark of its own, and what its sums are made of. */
export interface FurtherGrain extends Grain {
  readonly of: FirstGrainName | FurtherGrainName | 'facts';
}

/**
 * The shortest first. All zones are whole quarters from UTC. Each length holds a few of the one before, so that any period is a
 * few rows of each: weeks and months would fit only those who have them.
 */
export const GRAINS: readonly Grain[] = [
  { name: 'quarter', number: 0, ms: 15 * MINUTE_MS },
  { name: 'hour', number: 1, ms: HOUR_MS },
  { name: 'six-hours', number: 2, ms: 6 * HOUR_MS },
  { name: 'day', number: 3, ms: DAY_MS },
  { name: 'eight-days', number: 4, ms: 8 * DAY_MS },
  { name: 'thirty-two-days', number: 5, ms: 32 * DAY_MS },
];
/**
 * Came later, so they are kept apart: a version that does not know them adds no late call to them. Each longer one halves what a long
 * period reads; the six hours are of pairs with a tag, which have none of the shorter ones. Each after what it is made of.
 */
export const FURTHER_GRAINS: readonly FurtherGrain[] = [
  { name: 'four-days', number: 6, ms: 4 * DAY_MS, of: 'day' },
  { name: '64-days', number: 7, ms: 64 * DAY_MS, of: 'thirty-two-days' },
  { name: '128-days', number: 8, ms: 128 * DAY_MS, of: '64-days' },
  { name: '256-days', number: 9, ms: 256 * DAY_MS, of: '128-days' },
  { name: 'six-hours-of-tags', number: 10, ms: 6 * HOUR_MS, of: 'facts' },
];
export const ALL_GRAINS: readonly Grain[] = [...GRAINS, ...FURTHER_GRAINS];
export const QUARTER_MS = 15 * MINUTE_MS;

export const grainNumber = (name: GrainName): number => ALL_GRAINS.findIndex((grain) => grain.name === name);

/** Until when sums of each of all grains are complete, by its number; nothing later is in them. */
export type SealedTo = readonly number[];

export interface Span {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** The whole quarters of a period, and the parts of quarters at its ends, which only calls tell. */
export function splitEdges({ from, to }: Span): { readonly inner: Span | undefined; readonly edges: Span[] } {
  const [first, last] = [ceil(from, QUARTER_MS), floor(to, QUARTER_MS)];
  if (first >= last) return { inner: undefined, edges: spans({ from, to }) };
  return {
    inner: { from: first, to: last },
    edges: [...spans({ from, to: first }), ...spans({ from: last, to })],
  };
}

const spans = (span: Span): Span[] => (span.from < span.to ? [span] : []);

export const floor = (time: number, length: number): number => Math.floor(time / length) * length;
export const ceil = (time: number, length: number): number => Math.ceil(time / length) * length;
