import { DEFAULT_THRESHOLD } from '../complexity/score-complexity.js';
import type { TierModels } from './router-rules.js';

/** A threshold that a router's record speaks for, and the models of the two tiers that it was told of. */
export interface RecordThreshold {
  readonly value: number;
  readonly medium: string;
  readonly big: string;
  /** What the record showed when it moved the threshold, in one sentence. */
  readonly reason: string;
}

/** Where a threshold is from: set on the router, read off its record, or the service's own. */
export type ThresholdSource = 'router' | 'record' | 'default';

export interface ThresholdInForce {
  readonly value: number;
  readonly source: ThresholdSource;
}

export interface ThresholdInputs {
  readonly router: {
    readonly threshold: number | undefined;
    readonly recordThreshold: RecordThreshold | undefined;
  };
  /** Of the router at this moment: an anchored router's may follow the auto router's. */
  readonly tiers: TierModels;
  readonly automaticUpdates: boolean;
}

/**
 * The complexity above which Big answers. What is set on the router wins, as a model that is assigned to a group does; a record
 * speaks for no other models than those it is of.
 */
export function thresholdInForce({ router, tiers, automaticUpdates }: ThresholdInputs): ThresholdInForce {
  const { threshold, recordThreshold } = router;
  if (threshold !== undefined) return { value: threshold, source: 'router' };
  if (automaticUpdates && recordThreshold !== undefined && isOf(recordThreshold, tiers))
    return { value: recordThreshold.value, source: 'record' };
  return { value: DEFAULT_THRESHOLD, source: 'default' };
}

/**
 * What a router that is made what it was has for a threshold of its own. The record may have moved since: then what was in force
 * is set, and holds, because the record would move a threshold that is not set again.
 */
export function thresholdToRestore(
  version: { readonly threshold: number | null; readonly recordThreshold: RecordThreshold | null },
  now: { readonly recordThreshold: RecordThreshold | null },
): number | null {
  if (version.threshold !== null || isSame(version.recordThreshold, now.recordThreshold))
    return version.threshold;
  return version.recordThreshold?.value ?? DEFAULT_THRESHOLD;
}

/** Whether two say the same; the figures behind it may have moved. */
export function isSame(one: RecordThreshold | null, other: RecordThreshold | null): boolean {
  if (one === null || other === null) return one === other;
  return one.value === other.value && one.medium === other.medium && one.big === other.big;
}

function isOf({ medium, big }: RecordThreshold, tiers: TierModels): boolean {
  return tiers.medium === medium && tiers.big === big;
}
