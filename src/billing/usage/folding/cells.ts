import { CUTS, grainsOf, type UsageCut } from '../usage-cuts.js';
import { NOTHING_ID, type NumberedDimension } from '../usage-dimensions.js';
import { grainNumber } from '../usage-grains.js';

/** SQL: the number of a fact's value of a dimension: of `f`, a fact, and `c`, its combination. */
export function numberOf(dimension: NumberedDimension): string {
  if (dimension === 'tag') return 't.tag';
  return dimension === 'user' ? 'f.end_user' : `c."${dimension}"`;
}

/** SQL: a row for each of a fact's tags, and one where it has none. */
const TAGS_OF_FACT = `unnest(coalesce(f.tags, '{${NOTHING_ID}}')) AS t (tag)`;

const isByTag = ({ dimensions }: UsageCut): boolean => dimensions.includes('tag');

/** SQL over a fact `f` and its combination `c`: every cell of the cuts that it counts for. */
export function cellsOf(cuts: readonly UsageCut[]): string {
  const plain = cuts.filter((cut) => !isByTag(cut));
  const tagged = cuts.filter(isByTag);
  const parts = [
    ...(plain.length === 0 ? [] : [`SELECT * FROM (${valuesOf(plain)}) AS plain`]),
    ...(tagged.length === 0
      ? []
      : [`SELECT tagged.* FROM ${TAGS_OF_FACT} CROSS JOIN LATERAL (${valuesOf(tagged)}) AS tagged`]),
  ];
  return `(${parts.join(' UNION ALL ')}) AS cell (cut, grains, first, second)`;
}

const valuesOf = (cuts: readonly UsageCut[]): string => `VALUES ${cuts.map(cellOf).join(', ')}`;

function cellOf(cut: UsageCut): string {
  const { number, dimensions } = cut;
  const [first, second = String(NOTHING_ID)] =
    dimensions.length > 2 ? ['f.combination'] : dimensions.map(numberOf);
  const grains = grainsOf(cut).map((grain) => grain.number);
  return `(${number}::smallint, '{${grains.join(',')}}'::smallint[], ${first}, ${second})`;
}

export const cutsFrom = (grain: number): readonly UsageCut[] =>
  CUTS.filter(({ finest }) => grainNumber(finest) === grain);
/** Those that a shorter grain has already summed. */
export const cutsBefore = (grain: number): readonly UsageCut[] =>
  CUTS.filter(({ finest }) => grainNumber(finest) < grain);
