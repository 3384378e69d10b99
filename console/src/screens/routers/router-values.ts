import type { RouterChanges } from '../../api/routers.js';

/** What of a router can be edited. */
export interface RouterValues {
  readonly name: string;
  readonly big: string | null;
  readonly medium: string | null;
  readonly small: string | null;
  readonly threshold: number | null;
}

export type Field = keyof RouterValues;
export const TIERS = ['big', 'medium', 'small'] as const;
export type TierName = (typeof TIERS)[number];
export const FIELDS: readonly Field[] = ['name', ...TIERS, 'threshold'];

interface Kept {
  readonly name: string;
  readonly tiers: Readonly<Record<TierName, string | null>>;
  readonly threshold: number | null;
}

/** Of a router, or of a version of one. */
export const valuesOf = ({ name, tiers: { big, medium, small }, threshold }: Kept): RouterValues => ({
  name,
  big,
  medium,
  small,
  threshold,
});

export const differing = (one: RouterValues, other: RouterValues): readonly Field[] =>
  FIELDS.filter((field) => one[field] !== other[field]);

/** What is sent to make one the other: fields that stay are not named, as nobody said anything about them. */
export function changesOf(from: RouterValues, to: RouterValues): RouterChanges {
  const changed = new Set(differing(from, to));
  const tiers = Object.fromEntries(TIERS.filter((tier) => changed.has(tier)).map((tier) => [tier, to[tier]]));
  return {
    ...(changed.has('name') && { name: to.name }),
    ...(Object.keys(tiers).length > 0 && { tiers }),
    ...(changed.has('threshold') && { threshold: to.threshold }),
  };
}

/** The draft of who began with `base`, on top of what somebody else saved since: own changes stay, and theirs where there are none. */
export function carryOver(base: RouterValues, mine: RouterValues, saved: RouterValues): RouterValues {
  const own = Object.fromEntries(differing(base, mine).map((field) => [field, mine[field]]));
  return { ...saved, ...own };
}
