import { STRUCTURE_NAMES } from './read-structure.js';

const MOST_REASONS = 3;
const LONG_STEM_WORDS = 80;

interface Sign {
  readonly reason: string;
  readonly holds: (value: (name: string) => number) => boolean;
}

/** Signs of a hard ask, the telling ones first. Counts were taken as log2(1 + count). */
const HARD_SIGNS: readonly Sign[] = [
  { reason: 'asks for a proof', holds: (value) => value('proof words') > 0 },
  { reason: 'asks for a design or an algorithm', holds: (value) => value('design words') > 0 },
  { reason: 'looks for a fault', holds: (value) => value('debug words') > 0 },
  { reason: 'a legal question', holds: (value) => value('law words') > 1 },
  { reason: 'a clinical question', holds: (value) => value('clinical words') > 1 },
  { reason: 'an argument to be weighed', holds: (value) => value('reasoning words') > 1 },
  { reason: 'a strict form of verse', holds: (value) => value('form words') > 0 },
  { reason: 'cases to be counted', holds: (value) => value('counting words') > 0 },
  { reason: 'several numbers per sentence', holds: (value) => value('numbers per sentence') >= 1.5 },
  { reason: 'quantities that depend on each other', holds: (value) => value('relation words') > 1 },
  { reason: 'mathematics', holds: (value) => value('math words') > 1 || value('math signs') > 2 },
  { reason: 'asks for a calculation', holds: (value) => value('compute words') > 0 },
  {
    reason: 'code',
    holds: (value) => value('fence') + value('definition') > 0 || value('code words') > 1.5,
  },
  { reason: 'several conditions to meet at once', holds: (value) => value('constraint words') > 1.5 },
  { reason: 'options to choose from', holds: (value) => value('options') > 0 },
  { reason: 'a long question', holds: (value) => value('words') > Math.log2(1 + LONG_STEM_WORDS) },
];

const EASY_SIGNS: readonly Sign[] = [
  { reason: 'a greeting or thanks', holds: (value) => value('share of social words') >= 0.12 },
  { reason: 'asks for a piece of writing', holds: (value) => value('creative words') > 0 },
  { reason: 'asks to rework a text', holds: (value) => value('transform words') > 0 },
  { reason: 'asks for a fact', holds: (value) => value('factoid words') > 0 },
  { reason: 'a short question', holds: (value) => value('words') < 4 },
];

const PLACES = new Map(STRUCTURE_NAMES.map((name, place) => [name, place]));

/** Why an ask stands where it stands, in plain words, at most three. `structure`: values of `STRUCTURE_NAMES`. */
export function explainStructure(structure: Float64Array, isHard: boolean): string[] {
  const value = (name: string): number => structure[PLACES.get(name) ?? -1] ?? 0;
  return (isHard ? HARD_SIGNS : EASY_SIGNS)
    .filter((sign) => sign.holds(value))
    .slice(0, MOST_REASONS)
    .map((sign) => sign.reason);
}
