import type { PicoUsd } from '../../lib/money.js';
import {
  INCUMBENT_RANGE_POINTS,
  isBehindBy,
  isBehindByAtLeast,
  LONE_MIN_RATE,
  MIN_JUDGED,
  RANGE_POINTS,
  rateOf,
  type ModelRecord,
} from './model-record.js';

export interface PickInputs {
  readonly records: readonly ModelRecord[];
  /** The pick in force. */
  readonly incumbent?: string;
  /** Picks in force within the last hour: to return to one of them would be to flap. */
  readonly leftLately?: ReadonlySet<string>;
  /** Whether policy and the request let a model serve. */
  readonly allowed: (model: string) => boolean;
  /** Blended price of the group's traffic; `undefined`: none is known, and the model cannot be compared. */
  readonly price: (model: string) => PicoUsd | undefined;
  /** Models whose cascade the guardrail stopped. */
  readonly stopped?: ReadonlySet<string>;
}

export interface ModelPick {
  readonly record: ModelRecord;
  /** The best record it was measured against, possibly its own. */
  readonly best: ModelRecord;
  readonly price: PicoUsd;
}

interface Candidate {
  readonly record: ModelRecord;
  readonly price: PicoUsd;
}

/**
 * The model that a group's record speaks for: the cheapest within 3 points of the best success rate (spec, Automatic updates;
 * contract section 5). Only enough judged, allowed and priced models are compared. `undefined`: the record speaks for none.
 */
export function pickModel(inputs: PickInputs): ModelPick | undefined {
  const candidates = findCandidates(inputs);
  const best = bestRecord(candidates);
  if (best === undefined) return undefined;
  // Nothing to compare it with, so it must stand on its own.
  if (candidates.length === 1 && rateOf(best) < LONE_MIN_RATE) return undefined;
  const { incumbent, leftLately } = inputs;
  const inRange = candidates.filter(({ record }) =>
    record.model === incumbent
      ? !isBehindByAtLeast(record, best, INCUMBENT_RANGE_POINTS)
      : !isBehindBy(record, best, RANGE_POINTS),
  );
  const steady = inRange.filter(({ record }) => record.model === incumbent || !leftLately?.has(record.model));
  const fellOut = incumbent !== undefined && !inRange.some(({ record }) => record.model === incumbent);
  // A pick that fell out of range goes at once, even back to one that was left lately.
  const choice = cheapest(steady, incumbent) ?? (fellOut ? cheapest(inRange, incumbent) : undefined);
  return choice === undefined ? undefined : { ...choice, best };
}

function findCandidates({ records, stopped, allowed, price }: PickInputs): Candidate[] {
  return records.flatMap((record) => {
    const { model, judged } = record;
    if (judged < MIN_JUDGED || stopped?.has(model) === true || !allowed(model)) return [];
    const blended = price(model);
    return blended === undefined ? [] : [{ record, price: blended }];
  });
}

function bestRecord(candidates: readonly Candidate[]): ModelRecord | undefined {
  let best: ModelRecord | undefined;
  for (const { record } of candidates) if (best === undefined || isBehindBy(best, record, 0)) best = record;
  return best;
}

/** Of two at one price the incumbent, then the better rate, then the first by name: always the same one. */
function cheapest(candidates: readonly Candidate[], incumbent: string | undefined): Candidate | undefined {
  return [...candidates].sort(
    (one, other) => comparePrices(one.price, other.price) || compareAtOnePrice(one, other, incumbent),
  )[0];
}

function comparePrices(one: PicoUsd, other: PicoUsd): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function compareAtOnePrice(one: Candidate, other: Candidate, incumbent: string | undefined): number {
  if (one.record.model === incumbent) return -1;
  if (other.record.model === incumbent) return 1;
  return rateOf(other.record) - rateOf(one.record) || (one.record.model < other.record.model ? -1 : 1);
}
