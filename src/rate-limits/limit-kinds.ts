import type { Caller } from '../auth/caller.js';
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
  const setting = caller.rateLimits[kind];
  if (setting === 'unlimited') return undefined;
  return setting === undefined
    ? DEFAULT_LIMITS[kind]
    : { perSecond: setting.per_second, burst: setting.burst };
}
