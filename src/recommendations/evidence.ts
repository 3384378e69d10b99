import { divideHalfUp, toUsdNumber, type PicoUsd } from '../lib/money.js';
import { USUAL_MIX, type TrafficMix } from '../records/judging/blend-price.js';
import type { GroupTraffic } from '../records/judging/judged-groups-reader.js';
import { rateInterval, rateOf, roundRate, type ModelRecord } from '../records/judging/model-record.js';
import { rateDifference, roundPoints, type RateDifference } from '../records/judging/rate-difference.js';

/** One model's record as evidence shows it: JSON, kept as it was shown. */
export interface RecordEvidence {
  readonly model: string;
  readonly judged: number;
  readonly succeeded: number;
  readonly rate: number;
  /** The 95 % interval of the rate. */
  readonly rate_low: number;
  readonly rate_high: number;
  /** What a million tokens of the traffic's own mix of input and output cost. */
  readonly usd_per_million_tokens: number;
}

/**
 * What a record says: the cheaper one is as good within 3 points; another one is better; of what serves too little was judged;
 * or what serves fails by itself.
 */
export const FINDINGS = ['as_good', 'better', 'alone', 'fails'] as const;
export type Finding = (typeof FINDINGS)[number];

export interface Evidence {
  readonly finding: Finding;
  readonly recommended: RecordEvidence;
  /** `judged` is 0 while nothing of it was judged. */
  readonly current: RecordEvidence;
  /** The best record, which range is measured from. */
  readonly best: { readonly model: string; readonly judged: number; readonly rate: number };
  /** Success of the recommended model less that of the current one, in points, with its 95 % interval; null where one of both was not judged. */
  readonly success_difference: RateDifference | null;
  /** Of the recommended model against the current one; negative when it is cheaper, null when the current one is free. */
  readonly price_difference_percent: number | null;
  readonly traffic: {
    readonly days: 30;
    readonly calls: number;
    readonly input_tokens: number;
    readonly output_tokens: number;
  };
  /** Of a threshold: the tasks that it is about, and how many groups they are of. */
  readonly difficulty?: { readonly above: number; readonly up_to: number; readonly groups: number };
}

export interface Compared {
  readonly record: ModelRecord;
  /** Of the traffic that is compared: `blendPrice`. */
  readonly price: PicoUsd;
}

export interface EvidenceInputs {
  readonly finding: Finding;
  readonly recommended: Compared;
  readonly current: Compared;
  readonly best: ModelRecord;
  readonly traffic: GroupTraffic;
  readonly difficulty?: Evidence['difficulty'];
}

const MILLION = 1_000_000n;

export function showEvidence(inputs: EvidenceInputs): Evidence {
  const { finding, recommended, current, best, traffic, difficulty } = inputs;
  const difference = rateDifference(recommended.record, current.record);
  return {
    finding,
    recommended: describe(recommended, traffic),
    current: describe(current, traffic),
    best: { model: best.model, judged: best.judged, rate: rateOf(best) },
    success_difference: difference === undefined ? null : roundPoints(difference),
    price_difference_percent: percentOf(recommended.price - current.price, current.price),
    traffic: {
      days: 30,
      calls: traffic.calls,
      input_tokens: Number(traffic.inputTokens),
      output_tokens: Number(traffic.outputTokens),
    },
    ...(difficulty === undefined ? {} : { difficulty }),
  };
}

/** What the traffic would have cost less; nothing of a group that is idle, whose prices are compared by the usual mix. */
export function savingOf({ recommended, current, traffic }: EvidenceInputs): PicoUsd {
  return isIdle(traffic) ? 0n : current.price - recommended.price;
}

function describe({ record, price }: Compared, traffic: TrafficMix): RecordEvidence {
  const { low, high } = rateInterval(record);
  return {
    model: record.model,
    judged: record.judged,
    succeeded: record.succeeded,
    rate: rateOf(record),
    rate_low: roundRate(low),
    rate_high: roundRate(high),
    usd_per_million_tokens: toUsdNumber(divideHalfUp(price * MILLION, tokensOf(traffic))),
  };
}

function isIdle({ inputTokens, outputTokens }: TrafficMix): boolean {
  return inputTokens + outputTokens === 0n;
}

/** Of an idle group: those of the usual mix, which `blendPrice` falls back on. */
function tokensOf(mix: TrafficMix): bigint {
  const { inputTokens, outputTokens } = isIdle(mix) ? USUAL_MIX : mix;
  return inputTokens + outputTokens;
}

function percentOf(difference: PicoUsd, whole: PicoUsd): number | null {
  return whole === 0n ? null : Number((difference * 1_000n) / whole) / 10;
}
