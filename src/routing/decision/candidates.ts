import type { UpstreamId } from '../../catalog/catalog-model.js';
import type { ParsedModelId, ServableModelId } from '../../catalog/ids/parsed-model-id.js';
import type { PicoUsd } from '../../lib/money.js';
import { isOnList, type ModelList } from '../../projects/model-list.js';
import { isModelAllowed } from '../../projects/is-model-allowed.js';
import { isRetentionAllowed, type RetentionPolicy } from '../../projects/is-retention-allowed.js';
import {
  anchorIdOf,
  isDearer,
  TIERS,
  type ComparedPrices,
  type TierModels,
} from '../routers/router-rules.js';
import type { TierName, Tiers } from './choose-tier.js';
import { fitsComfortably, whyUnable, type Lack, type RequestNeeds } from './request-needs.js';

/** What decides whether a model may serve at all, whatever is asked. */
export interface ModelPolicy {
  readonly parse: (id: string) => ParsedModelId;
  readonly chineseModels: boolean;
  /** Of the key that asks. */
  readonly models: ModelList | undefined;
  readonly retention: RetentionPolicy;
  /** Upstreams with an account. */
  readonly configured: ReadonlySet<UpstreamId>;
}

/** What decides whether a model may serve one request under one router. */
export interface CandidateRules extends ModelPolicy {
  /** The model that the caller named: its spelling goes upstream when the anchor answers. */
  readonly named: ServableModelId | undefined;
  /** Of an anchored router: nothing dearer serves under it. */
  readonly anchorModel: string | undefined;
  readonly priceOf: (id: string) => ComparedPrices | undefined;
  readonly needs: RequestNeeds;
}

export interface Candidates {
  /** Models that policy allows and that can serve the request. */
  readonly tiers: Tiers<ServableModelId>;
  /** Models that policy allows, whether they can serve this request or not. */
  readonly allowed: Tiers<ServableModelId>;
  /** The model that an anchored router is named for: what it cannot take, its provider says. */
  readonly anchor: ServableModelId | undefined;
  /** Whether one would be there, but for the list of the key. */
  readonly lacksListed: boolean;
  /** Why models were left out. */
  readonly reasons: readonly string[];
  /** The field that the first of them could not serve. */
  readonly lackingField: string | undefined;
}

/** Filters a router's models by policy, then by what the request needs (contract section 5, candidates). Pure. */
export function findCandidates(tiers: TierModels, rules: CandidateRules): Candidates {
  const { needs, configured, anchorModel } = rules;
  const reasons: string[] = [];
  const allowed: Partial<Record<TierName, ServableModelId>> = {};
  const able: Partial<Record<TierName, ServableModelId>> = {};
  const lacks: Lack[] = [];
  let lacksListed = false;
  for (const tier of TIERS) {
    const id = tiers[tier];
    if (id === undefined) continue;
    const judged = judgeModel(id, rules);
    if (typeof judged === 'string') {
      reasons.push(`${id} ${judged}.`);
      continue;
    }
    if (!isOnList(rules.models, judged)) {
      lacksListed = true;
      reasons.push(`${id} is not among the models of this API key.`);
      continue;
    }
    const candidate = spelledAsNamed(judged, rules.named);
    allowed[tier] = candidate;
    const lack = whyUnable(candidate, needs);
    if (lack === undefined) able[tier] = candidate;
    else {
      lacks.push(lack);
      reasons.push(`${candidate.publicId} ${lack.words}.`);
    }
  }
  const reachable = prefer(able, ({ upstream }) => configured.has(upstream), {
    words: NO_ACCOUNT,
    reasons,
  });
  const roomy = prefer(
    reachable,
    (candidate) => isAnchor(candidate, anchorModel) || fitsComfortably(candidate, needs),
    { words: 'has too little room for this prompt', reasons },
  );
  return {
    tiers: roomy,
    allowed,
    anchor: anchorModel === undefined ? undefined : allowed.big,
    lacksListed,
    reasons,
    lackingField: lacks[0]?.field,
  };
}

/** The end of a sentence that begins with a model's id. */
export const NO_ACCOUNT = 'runs at a provider that this gateway has no account with';

/** The model behind an id, or why the project's policy keeps it from serving: the end of a sentence that begins with the id. */
export function judgeModel(
  id: string,
  policy: Pick<ModelPolicy, 'parse' | 'chineseModels' | 'retention'>,
): ServableModelId | string {
  const parsed = policy.parse(id);
  if (parsed.kind !== 'chat' && parsed.kind !== 'marketplace') return 'is no longer offered';
  if (!isModelAllowed({ chineseLab: parsed.chineseLab, chineseModels: policy.chineseModels }))
    return "is a Chinese lab's model, and the project has those turned off";
  if (!isRetentionAllowed(policy.retention, parsed.upstream))
    return 'runs at a provider that may keep what it is sent, and the data policy is zero retention';
  return parsed;
}

/**
 * The model of a pin, a task group or a record, when it may serve a request by the rules that hold for tiers; `undefined` when it
 * may not, and the tiers decide.
 */
export function findBesideTiers(
  id: string,
  rules: CandidateRules,
  { tiers }: Candidates,
): ServableModelId | undefined {
  const judged = judgeModel(id, rules);
  if (typeof judged === 'string' || !isOnList(rules.models, judged)) return undefined;
  const candidate = spelledAsNamed(judged, rules.named);
  if (!rules.configured.has(candidate.upstream) || !isUnderCeiling(candidate, rules)) return undefined;
  if (whyUnable(candidate, rules.needs) !== undefined) return undefined;
  const isTight = !fitsComfortably(candidate, rules.needs);
  const hasRoomier = TIERS.some((tier) => {
    const other = tiers[tier];
    return other !== undefined && fitsComfortably(other, rules.needs);
  });
  return isTight && hasRoomier ? undefined : candidate;
}

/** Under an anchored router: the anchor, or what is known to be no dearer. */
function isUnderCeiling(candidate: ServableModelId, { anchorModel, priceOf }: CandidateRules): boolean {
  if (anchorModel === undefined || isAnchor(candidate, anchorModel)) return true;
  return !isDearer(priceOf(candidate.publicId), priceOf(anchorModel));
}

function isAnchor(candidate: ServableModelId, anchorModel: string | undefined): boolean {
  return anchorModel !== undefined && anchorIdOf(candidate) === anchorModel;
}

/** Leaves out models that fail a test, as long as another one is left. */
function prefer(
  tiers: Tiers<ServableModelId>,
  isGood: (candidate: ServableModelId) => boolean,
  { words, reasons }: { words: string; reasons: string[] },
): Tiers<ServableModelId> {
  const kept: Partial<Record<TierName, ServableModelId>> = {};
  const passedOver: string[] = [];
  for (const tier of TIERS) {
    const candidate = tiers[tier];
    if (candidate === undefined) continue;
    if (isGood(candidate)) kept[tier] = candidate;
    else passedOver.push(`${candidate.publicId} ${words}.`);
  }
  if (Object.keys(kept).length === 0) return tiers;
  reasons.push(...passedOver);
  return kept;
}

/** The router's other models, cheapest first; those without a known price last. */
export function fallbacksBeside(
  tiers: Tiers<ServableModelId>,
  chosen: ServableModelId,
): readonly ServableModelId[] {
  const others = TIERS.map((tier) => tiers[tier]).filter(
    (candidate): candidate is ServableModelId =>
      candidate !== undefined && candidate.publicId !== chosen.publicId,
  );
  const once = others.filter(
    (candidate, index) => others.findIndex(({ publicId }) => publicId === candidate.publicId) === index,
  );
  return once.sort((one, other) => compare(priceOf(one), priceOf(other)));
}

/** The router's other models, from Big to Small: where a call goes on when its provider fails. */
export function detoursBeside(
  tiers: Tiers<ServableModelId>,
  chosen: ServableModelId,
): readonly ServableModelId[] {
  const detours: ServableModelId[] = [];
  for (const tier of TIERS) {
    const candidate = tiers[tier];
    if (candidate === undefined || candidate.publicId === chosen.publicId) continue;
    if (!detours.some(({ publicId }) => publicId === candidate.publicId)) detours.push(candidate);
  }
  return detours;
}

/** The same model: dated ids share their catalogue entry. */
export function isSameModel(one: ServableModelId, other: ServableModelId): boolean {
  return anchorIdOf(one) === anchorIdOf(other);
}

function spelledAsNamed(candidate: ServableModelId, named: ServableModelId | undefined): ServableModelId {
  return named !== undefined && isSameModel(candidate, named) ? named : candidate;
}

function priceOf({ model }: ServableModelId): PicoUsd | undefined {
  return model === undefined ? undefined : model.prices.input + model.prices.output;
}

function compare(one: PicoUsd | undefined, other: PicoUsd | undefined): number {
  if (one === other) return 0;
  if (one === undefined) return 1;
  if (other === undefined) return -1;
  return one < other ? -1 : 1;
}
