import type { ModelPrices } from '../catalog/catalog-model.js';
import type { PicoUsd } from '../lib/money.js';
import { blendPrice } from '../records/judging/blend-price.js';
import { isFailing } from '../records/judging/failing-model.js';
import type { GroupTraffic } from '../records/judging/judged-groups-reader.js';
import { MIN_JUDGED, type ModelRecord } from '../records/judging/model-record.js';
import { pickModel } from '../records/judging/pick-model.js';
import { TIERS, type Tier } from '../routing/routers/router-rules.js';
import { showEvidence, savingOf, type Evidence, type EvidenceInputs, type Finding } from './evidence.js';

/** The models of a router's tiers as they serve now, by the ids of records. */
export type TierRecordIds = Readonly<Partial<Record<Tier, string>>>;

export interface GroupSituation {
  readonly records: readonly ModelRecord[];
  /** What serves the group now. */
  readonly currentModel: string;
  /** Of the router that decides most of the group's calls; empty when none does. */
  readonly tiers: TierRecordIds;
  /** Models whose cascade the guardrail stopped. */
  readonly stopped: ReadonlySet<string>;
  readonly traffic: GroupTraffic;
  readonly allowed: (model: string) => boolean;
  readonly prices: (model: string) => ModelPrices | undefined;
}

export interface GroupChange {
  readonly currentModel: string;
  readonly recommendedModel: string;
  /** Where both are models of the router: its tiers that they are. */
  readonly tiers: { readonly current: Tier; readonly recommended: Tier } | undefined;
  readonly evidence: Evidence;
  /** What the last 30 days' tokens would have cost less; negative when the recommended model is dearer. */
  readonly monthlySaving: PicoUsd;
}

/**
 * What a group's record says against what serves it now, by the rules that automatic updates serve by: the model that it speaks
 * for, with the current one as the incumbent; else, when the current one fails by itself, the router's next higher tier.
 * `undefined`: nothing to change, or a model has no price of ours to compare with.
 */
export function recommendForGroup(situation: GroupSituation): GroupChange | undefined {
  const { records, currentModel, stopped, allowed } = situation;
  const price = priceOf(situation);
  const pick = pickModel({ records, incumbent: currentModel, allowed, price, stopped });
  if (pick === undefined) return raiseAbove(situation);
  if (pick.record.model === currentModel) return undefined;
  const currentPrice = price(currentModel);
  if (currentPrice === undefined) return undefined;
  const isCheaper = pick.price < currentPrice;
  const isAlone = recordOf(records, currentModel).judged < MIN_JUDGED;
  const finding = isAlone ? 'alone' : isCheaper ? 'as_good' : 'better';
  return toChange(situation, { finding, recommended: pick, best: pick.best });
}

/** The current model is of a tier and fails: the next higher tier whose model does not, whether anything is known of that or not. */
function raiseAbove(situation: GroupSituation): GroupChange | undefined {
  const { records, currentModel, tiers, allowed } = situation;
  const current = recordOf(records, currentModel);
  if (!isFailing(current)) return undefined;
  for (const tier of higherTiers(tiers, currentModel)) {
    const model = tiers[tier];
    if (model === undefined || !allowed(model)) continue;
    const record = recordOf(records, model);
    const price = priceOf(situation)(model);
    if (price === undefined || isFailing(record)) continue;
    return toChange(situation, { finding: 'fails', recommended: { record, price }, best: current });
  }
  return undefined;
}

function toChange(
  situation: GroupSituation,
  found: { finding: Finding; recommended: EvidenceInputs['recommended']; best: ModelRecord },
): GroupChange | undefined {
  const { records, currentModel, tiers, traffic } = situation;
  const price = priceOf(situation)(currentModel);
  if (price === undefined) return undefined;
  const current = { record: recordOf(records, currentModel), price };
  const inputs = { ...found, current, traffic };
  const recommendedModel = found.recommended.record.model;
  const [from, to] = [tierOf(tiers, currentModel), tierOf(tiers, recommendedModel)];
  return {
    currentModel,
    recommendedModel,
    tiers: from === undefined || to === undefined ? undefined : { current: from, recommended: to },
    evidence: showEvidence(inputs),
    monthlySaving: savingOf(inputs),
  };
}

function priceOf({ prices, traffic }: GroupSituation): (model: string) => PicoUsd | undefined {
  return (model) => {
    const known = prices(model);
    return known && blendPrice(known, traffic);
  };
}

function recordOf(records: readonly ModelRecord[], model: string): ModelRecord {
  return records.find((record) => record.model === model) ?? { model, judged: 0, succeeded: 0 };
}

/** The lowest tier that a model has: from there it can rise. */
function tierOf(tiers: TierRecordIds, model: string): Tier | undefined {
  return TIERS.findLast((tier) => tiers[tier] === model);
}

/** Nearest first. */
function higherTiers(tiers: TierRecordIds, model: string): readonly Tier[] {
  const tier = tierOf(tiers, model);
  return tier === undefined ? [] : TIERS.slice(0, TIERS.indexOf(tier)).toReversed();
}
