import {
  DIMENSION_NUMBERS,
  isNamed,
  NAMED_DIMENSIONS,
  PLAIN_DIMENSIONS,
  type NumberedDimension,
  type UsageDimension,
} from './usage-dimensions.js';
import { ALL_GRAINS, GRAINS, grainNumber, type Grain, type GrainName } from './usage-grains.js';

/**
 * A set of sums: by nothing but time and up to two dimensions. One cube of all of them would have as many rows as there are
 * calls; a pair has as many as the pair has values.
 */
export interface UsageCut {
  readonly number: number;
  readonly dimensions: readonly NumberedDimension[];
  /** The shortest time that it is summed by; what is shorter is read from facts. */
  readonly finest: GrainName;
}

/** By all plain dimensions at once, as the number of their combination: for two of them, and for filters. */
export const COMBINATIONS: UsageCut = { number: 0, dimensions: PLAIN_DIMENSIONS, finest: 'quarter' };

const PAIRS_FROM = 16;

/** Over time by one dimension. Users of an hour are about as many as its calls, so they have no quarters. */
const SINGLES: readonly UsageCut[] = [...PLAIN_DIMENSIONS, ...NAMED_DIMENSIONS].map((dimension) => ({
  number: DIMENSION_NUMBERS[dimension],
  dimensions: [dimension],
  finest: dimension === 'user' ? 'hour' : 'quarter',
}));

const pair = (first: NumberedDimension, second: NumberedDimension): UsageCut => ({
  number: DIMENSION_NUMBERS[first] * PAIRS_FROM + DIMENSION_NUMBERS[second],
  dimensions: [first, second],
  finest: 'day',
});

const PAIRS: readonly UsageCut[] = [
  ...NAMED_DIMENSIONS.flatMap((named) => PLAIN_DIMENSIONS.map((plain) => pair(named, plain))),
  pair('user', 'tag'),
];

export const CUTS: readonly UsageCut[] = [COMBINATIONS, ...SINGLES, ...PAIRS];

/** The smallest cut that tells the dimensions apart, at most two; none where only facts do. */
export function cutFor(dimensions: readonly UsageDimension[]): UsageCut | undefined {
  if (dimensions.includes('session')) return undefined;
  // Whatever the calls were: surfaces are the fewest rows.
  if (dimensions.length === 0) return cutFor(['surface']);
  if (dimensions.length === 2 && !dimensions.some(isNamed)) return COMBINATIONS;
  return [...SINGLES, ...PAIRS].find(
    (cut) => cut.dimensions.length === dimensions.length && dimensions.every((one) => holds(cut, one)),
  );
}

/** The grains that a cut is summed by, the shortest first. */
export function grainsOf({ dimensions, finest }: UsageCut): readonly Grain[] {
  const isPairWithTag = dimensions.length === 2 && dimensions.includes('tag') && !dimensions.includes('user');
  return ALL_GRAINS.filter(({ name, number }) =>
    name === 'six-hours-of-tags' ? isPairWithTag : number >= grainNumber(finest) || number >= GRAINS.length,
  ).toSorted((one, other) => one.ms - other.ms);
}

export const isSummedBy = (cut: UsageCut, name: GrainName): boolean =>
  grainsOf(cut).some((grain) => grain.name === name);

export const holds = (cut: UsageCut, dimension: UsageDimension): boolean =>
  cut.dimensions.some((one) => one === dimension);
