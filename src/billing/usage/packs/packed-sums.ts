import { DAY_MS, HOUR_MS } from '../../../lib/durations.js';
import { CUTS, cutFor, type UsageCut } from '../usage-cuts.js';
import { ALL_GRAINS, grainNumber, type Grain, type SealedTo } from '../usage-grains.js';

/** Users and something else: whatever is added up of them is many rows. */
const PACKED_CUTS: readonly UsageCut[] = CUTS.filter(
  ({ dimensions: [first, second] }) => first === 'user' && second !== undefined,
);

/**
 * Of users and tags, made of facts: there are no such sums, which would be about as many rows as calls. Where midnight is far from that
 * of UTC, the facts of those hours would take longer than all else.
 */
export const SIX_HOURS_PACKED: Grain = { name: 'six-hours-packed', number: 11, ms: 6 * HOUR_MS };
export const USERS_AND_TAGS = cutFor(['user', 'tag']);

export const PACKED_GRAINS: readonly Grain[] = [
  ...ALL_GRAINS.filter(({ ms }) => ms >= DAY_MS),
  SIX_HOURS_PACKED,
];

export const isPackedCut = (cut: UsageCut | undefined): boolean =>
  PACKED_CUTS.some(({ number }) => number === cut?.number);

/** Cuts that have packs of a grain. */
export const cutsPackedBy = (grain: Grain): readonly UsageCut[] =>
  PACKED_CUTS.filter(({ number }) => grain !== SIX_HOURS_PACKED || number === USERS_AND_TAGS?.number);

/** Until when packs of each grain may be made, by its number: until then what they are made of is whole, and calls are late. */
export function packableTo(sealedTo: SealedTo): SealedTo {
  const until = [...sealedTo];
  until[SIX_HOURS_PACKED.number] = sealedTo[grainNumber('six-hours')] ?? 0;
  return until;
}
