import type { Caller } from '../auth/caller.js';
import type { RateLimitSetting } from '../projects/organization.entity.js';
import type { RateLimit } from './gcra.js';

/** Chat, passthrough and embeddings share `inference`; every other kind has a bucket of its own (contract section 4). */
export const LIMIT_KINDS = ['inference', 'decisions', 'traces', 'batch_submissions', 'batch_polls'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

const DEFAULT_LIMITS: Readonly<Record<LimitKind, RateLimit>> = {
  inference: { perSecond: 25, burst: 300 },
  decisions: { perSecond: 25, burst: 300 },
  traces: { perSecond: 25, burst: 300 },
  batch_submissions: { perSecond: 0.5, burst: 30 },
  batch_polls: { perSecond: 1, burst: 120 },
};

/** The limit of a caller's key for one kind of route; `undefined`: none at all. */
export function limitFor(caller: Caller, kind: LimitKind): RateLimit | undefined {
  const shared = toLimit(caller.rateLimits[kind], kind);
  const own = caller.keyRateLimits?.[kind];
  if (own === undefined) return shared;
  // The organization's may have been lowered since.
  return lowerOf(toLimit(own, kind), shared);
}

/** Whether a key may have the one beside the organization's. */
export function isWithin(
  own: RateLimitSetting,
  { kind, organization }: { kind: LimitKind; organization: RateLimitSetting | undefined },
): boolean {
  const [limit, shared] = [toLimit(own, kind), toLimit(organization, kind)];
  if (shared === undefined) return true;
  return limit !== undefined && limit.perSecond <= shared.perSecond && limit.burst <= shared.burst;
}

function toLimit(setting: RateLimitSetting | undefined, kind: LimitKind): RateLimit | undefined {
  if (setting === 'unlimited') return undefined;
  return setting === undefined
    ? DEFAULT_LIMITS[kind]
    : { perSecond: setting.per_second, burst: setting.burst };
}

function lowerOf(one: RateLimit | undefined, other: RateLimit | undefined): RateLimit | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    perSecond: Math.min(one.perSecond, other.perSecond),
    burst: Math.min(one.burst, other.burst),
  };
}
