import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.js';

export type GrainName = 'quarter' | 'hour' | 'six-hours' | 'day' | 'eight-days' | 'thirty-two-days';

/** A length of time that usage is summed by, counted from 1970 in UTC. */
export interface Grain {
  readonly name: GrainName;
  /** Its number in the database. */
  readonly number: number;
  readonly ms: number;
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
export const QUARTER_MS = 15 * MINUTE_MS;

export const grainNumber = (name: GrainName): number => GRAINS.findIndex((grain) => grain.name === name);

/** Until when sums of each grain are complete, by its number; nothing later is in them. */
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
