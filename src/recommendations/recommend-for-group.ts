import type { ModelPrices } from '../catalog/catalog-model.js';
import { divideHalfUp, toUsdNumber, type PicoUsd } from '../lib/money.js';
import { blendPrice, USUAL_MIX, type TrafficMix } from '../records/judging/blend-price.js';
import type { GroupTraffic } from '../records/judging/judged-groups-reader.js';
import { rateInterval, rateOf, roundRate, type ModelRecord } from '../records/judging/model-record.js';
import { pickModel } from '../records/judging/pick-model.js';

export interface GroupSituation {
  readonly records: readonly ModelRecord[];
  /** What serves the group now. */
  readonly currentModel: string;
  /** Models whose cascade the guardrail stopped. */
  readonly stopped: ReadonlySet<string>;
  readonly traffic: GroupTraffic;
  readonly allowed: (model: string) => boolean;
  readonly prices: (model: string) => ModelPrices | undefined;
}

/** One model's record as evidence shows it: JSON, kept as it was shown. */
export interface RecordEvidence {
  readonly model: string;
  readonly judged: number;
  readonly succeeded: number;
  readonly rate: number;
  /** The 95 % interval of the rate. */
  readonly rate_low: number;
  readonly rate_high: number;
  /** What a million tokens of the group's own mix of input and output cost. */
  readonly usd_per_million_tokens: number;
}

export interface Evidence {
  readonly recommended: RecordEvidence;
  /** `judged` is 0 while nothing of it was judged. */
  readonly current: RecordEvidence;
  /** The best record of the group, which range is measured from. */
  readonly best: { readonly model: string; readonly judged: number; readonly rate: number };
  /** Of the recommended model against the current one; negative when it is cheaper, null when the current one is free. */
  readonly price_difference_percent: number | null;
  readonly traffic: {
    readonly days: 30;
    readonly calls: number;
    readonly input_tokens: number;
    readonly output_tokens: number;
  };
}

export interface RecommendedChange {
  readonly currentModel: string;
  readonly recommendedModel: string;
  readonly evidence: Evidence;
  /** What the last 30 days' tokens would have cost less; negative when the recommended model is better and dearer. */
  readonly monthlySaving: PicoUsd;
}

const MILLION = 1_000_000n;

/**
 * What a group's record says against what serves now, by the rules of automatic picks with the current model as the incumbent.
 * `undefined`: nothing to change, or the current model has no price of ours to compare with.
 */
export function recommendModel(situation: GroupSituation): RecommendedChange | undefined {
  const { records, currentModel, stopped, traffic, allowed, prices } = situation;
  const price = (model: string): PicoUsd | undefined => {
    const known = prices(model);
    return known && blendPrice(known, traffic);
  };
  const currentPrice = price(currentModel);
  const pick = pickModel({ records, incumbent: currentModel, allowed, price, stopped });
  if (pick === undefined || pick.record.model === currentModel || currentPrice === undefined)
    return undefined;
  const perMillion = (blend: PicoUsd): number =>
    toUsdNumber(divideHalfUp(blend * MILLION, tokensOf(traffic)));
  const current = records.find(({ model }) => model === currentModel) ?? {
    model: currentModel,
    judged: 0,
    succeeded: 0,
  };
  return {
    currentModel,
    recommendedModel: pick.record.model,
    evidence: {
      recommended: describe(pick.record, perMillion(pick.price)),
      current: describe(current, perMillion(currentPrice)),
      best: { model: pick.best.model, judged: pick.best.judged, rate: rateOf(pick.best) },
      price_difference_percent: percentOf(pick.price - currentPrice, currentPrice),
      traffic: {
        days: 30,
        calls: traffic.calls,
        input_tokens: Number(traffic.inputTokens),
        output_tokens: Number(traffic.outputTokens),
      },
    },
    monthlySaving: isIdle(traffic) ? 0n : currentPrice - pick.price,
  };
}

function describe(record: ModelRecord, usdPerMillionTokens: number): RecordEvidence {
  const { low, high } = rateInterval(record);
  return {
    model: record.model,
    judged: record.judged,
    succeeded: record.succeeded,
    rate: rateOf(record),
    rate_low: roundRate(low),
    rate_high: roundRate(high),
    usd_per_million_tokens: usdPerMillionTokens,
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
