import type { RouterChanges } from '../../api/routers.js';
import { differing } from '../../parts/edits/edit.js';

/** What of a router can be edited. */
export interface RouterValues {
  readonly name: string;
  readonly big: string | null;
  readonly medium: string | null;
  readonly small: string | null;
  readonly threshold: number | null;
  /** Goes on at another tier when a provider fails. */
  readonly fallback: boolean;
}

export type Field = keyof RouterValues;
export const TIERS = ['big', 'medium', 'small'] as const;
export type TierName = (typeof TIERS)[number];
export const FIELDS: readonly Field[] = ['name', ...TIERS, 'threshold', 'fallback'];

interface Kept {
  readonly name: string;
  readonly tiers: Readonly<Record<TierName, string | null>>;
  readonly threshold: number | null;
  readonly fallback: { readonly on: readonly 'outage'[] };
}

/** Of a router, or of a version of one. */
export const valuesOf = ({
  name,
  tiers: { big, medium, small },
  threshold,
  fallback,
}: Kept): RouterValues => ({
  name,
  big,
  medium,
  small,
  threshold,
  fallback: fallback.on.includes('outage'),
});

/** What is sent to make one the other: fields that stay are not named, as nobody said anything about them. */
export function changesOf(from: RouterValues, to: RouterValues): RouterChanges {
  const changed = new Set(differing(from, to));
  const tiers = Object.fromEntries(TIERS.filter((tier) => changed.has(tier)).map((tier) => [tier, to[tier]]));
  return {
    ...(changed.has('name') && { name: to.name }),
    ...(Object.keys(tiers).length > 0 && { tiers }),
    ...(changed.has('threshold') && { threshold: to.threshold }),
    ...(changed.has('fallback') && { fallback: { on: to.fallback ? (['outage'] as const) : [] } }),
  };
}
