import {
  bigBeside,
  isMediumEnough,
  isMediumFailing,
  recordIn,
  type Section,
  type SectionRecord,
  type SectionVerdict,
  type ThresholdRecord,
} from './difficulty-section.js';

/** A step of the scale is a twentieth of ordinary traffic. */
const STEP = 0.05;
/** A section that says nothing is widened so far, and no further: what is known of hard tasks says nothing of easy ones. */
const MAX_STEPS = 4;

export interface ThresholdSituation extends ThresholdRecord {
  /** The threshold without the record: what is set on the router, or the service's own. */
  readonly base: number;
  /** The record's threshold that is in force. */
  readonly inForce: number | undefined;
}

export interface FoundThreshold {
  readonly threshold: number;
  /** The tasks that are on another side than by `base`. */
  readonly above: number;
  readonly upTo: number;
  readonly medium: SectionRecord;
  readonly big: SectionRecord;
}

/**
 * The threshold under which a router's Medium is as good as its Big within 3 points, by the judged tasks of its groups and their
 * difficulty. It walks from the router's own threshold: up through sections in which Medium is as good, or down through sections
 * in which Medium fails. `undefined`: the record does not speak for another one, because it is thin, or says both.
 */
export function findThreshold(situation: ThresholdSituation): FoundThreshold | undefined {
  const { base } = situation;
  const [up, down] = [walkUp(situation), walkDown(situation)];
  // Medium does well at hard tasks and fails at easier ones: difficulty is not what tells them apart here.
  if ((up > base && down < base) || (up === base && down === base)) return undefined;
  const range = up > base ? { above: base, upTo: up } : { above: down, upTo: base };
  return {
    ...range,
    threshold: up > base ? up : down,
    medium: recordIn(situation, situation.medium, range),
    big: bigBeside(situation, range),
  };
}

function walkUp(situation: ThresholdSituation): number {
  const { base, inForce } = situation;
  return walk(base, 1, (from, to) => {
    const section = { above: from, upTo: to, inForce: inForce !== undefined && to <= inForce };
    return isMediumEnough(situation, section);
  });
}

function walkDown(situation: ThresholdSituation): number {
  const { base, inForce } = situation;
  return walk(base, -1, (from, to) => {
    const section: Section = { above: to, upTo: from, inForce: inForce !== undefined && to >= inForce };
    return isMediumFailing(situation, section);
  });
}

/** As far as sections say yes, one after the other; a section that is unknown is widened by a step. */
function walk(base: number, direction: 1 | -1, judge: (from: number, to: number) => SectionVerdict): number {
  let reached = base;
  for (let from = 0, to = 1; to - from <= MAX_STEPS; to += 1) {
    const end = edge(base, direction * to);
    const start = edge(base, direction * from);
    if (end === start) break;
    const verdict = judge(start, end);
    if (verdict === 'no') break;
    if (verdict === 'unknown') continue;
    reached = end;
    from = to;
  }
  return reached;
}

/** So many steps from the base, on the scale, without the dust of binary fractions. */
function edge(base: number, steps: number): number {
  return Math.min(1, Math.max(0, Math.round((base + steps * STEP) * 10_000) / 10_000));
}
