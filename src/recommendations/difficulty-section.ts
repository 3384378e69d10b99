import type { DifficultyRecord } from '../records/judging/judged-difficulty-reader.js';
import {
  INCUMBENT_RANGE_POINTS,
  isBehindBy,
  isBehindByAtLeast,
  LONE_MIN_RATE,
  RANGE_POINTS,
  rateOf,
  type ModelRecord,
} from '../records/judging/model-record.js';
import { rateDifference } from '../records/judging/rate-difference.js';

/** A section speaks for a model from so many judged tasks on, of so many groups: a threshold is for groups that nothing is known of. */
const MIN_TASKS = 40;
const MIN_GROUPS = 3;
/** Groups that Medium was tried in are chosen, often because it does well there: they must be this share of the section's. */
const MIN_SHARE_TRIED = 0.5;
/** What is new is believed when the interval leaves Medium no further behind than this. */
const WORST_POINTS = -10;

/** Of both models: all judged tasks of the router's groups with a known difficulty. */
export interface ThresholdRecord {
  readonly records: readonly DifficultyRecord[];
  readonly medium: string;
  readonly big: string;
}

/** Tasks with a difficulty above `above` and up to `upTo`. */
export interface Section {
  readonly above: number;
  readonly upTo: number;
  /** The threshold in force has taken it over already: it stays while the record does not speak against it. */
  readonly inForce: boolean;
}

/** How a model did in a section. */
export interface SectionRecord extends ModelRecord {
  readonly groups: ReadonlySet<string>;
}

/** `unknown`: too few tasks; a wider section may have enough. */
export type SectionVerdict = 'yes' | 'no' | 'unknown';

/** Whether Medium is as good as Big in a section that Big serves by the router's own threshold. */
export function isMediumEnough(record: ThresholdRecord, section: Section): SectionVerdict {
  const { inForce } = section;
  const [medium, big] = [recordIn(record, record.medium, section), recordIn(record, record.big, section)];
  if (!isEnough(medium) || !isTried(medium, big)) return 'unknown';
  if (!isEnough(big)) {
    // Big serves there no more, and its record runs out: Medium must stand on its own, as a lone pick must.
    if (!inForce) return 'unknown';
    return rateOf(medium) >= LONE_MIN_RATE ? 'yes' : 'no';
  }
  if (inForce) return isBehindByAtLeast(medium, big, INCUMBENT_RANGE_POINTS) ? 'no' : 'yes';
  if (isBehindBy(medium, big, RANGE_POINTS)) return 'no';
  return (rateDifference(medium, big)?.low ?? -100) >= WORST_POINTS ? 'yes' : 'unknown';
}

/** Whether Medium fails against Big in a section that Medium serves by the router's own threshold. */
export function isMediumFailing(record: ThresholdRecord, section: Section): SectionVerdict {
  const { inForce } = section;
  const medium = recordIn(record, record.medium, section);
  const there = recordIn(record, record.big, section);
  if (!isEnough(medium) || !isTried(medium, there)) {
    // The same the other way round: what is known is that Big does well.
    return inForce && isEnough(there) && rateOf(there) >= LONE_MIN_RATE ? 'yes' : 'unknown';
  }
  const big = bigBeside(record, section);
  if (!isEnough(big)) return 'unknown';
  if (inForce) return isBehindBy(medium, big, RANGE_POINTS) ? 'yes' : 'no';
  if (!isBehindByAtLeast(medium, big, INCUMBENT_RANGE_POINTS)) return 'no';
  return (rateDifference(medium, big)?.high ?? 100) < 0 ? 'yes' : 'unknown';
}

export function recordIn(
  { records }: ThresholdRecord,
  model: string,
  { above, upTo }: Pick<Section, 'above' | 'upTo'>,
): SectionRecord {
  const own = records.filter(
    (record) => record.model === model && record.complexity > above && record.complexity <= upTo,
  );
  return {
    model,
    judged: own.reduce((sum, { judged }) => sum + judged, 0),
    succeeded: own.reduce((sum, { succeeded }) => sum + succeeded, 0),
    groups: new Set(own.map(({ groupId }) => groupId)),
  };
}

/** Big's record in a section that it does not serve, or else on what is harder: at easier tasks it does no worse. */
export function bigBeside(
  record: ThresholdRecord,
  { above, upTo }: Pick<Section, 'above' | 'upTo'>,
): SectionRecord {
  const there = recordIn(record, record.big, { above, upTo });
  return isEnough(there) ? there : recordIn(record, record.big, { above, upTo: 1 });
}

function isEnough({ judged, groups }: SectionRecord): boolean {
  return judged >= MIN_TASKS && groups.size >= MIN_GROUPS;
}

function isTried(medium: SectionRecord, big: SectionRecord): boolean {
  return medium.groups.size >= MIN_SHARE_TRIED * new Set([...medium.groups, ...big.groups]).size;
}
