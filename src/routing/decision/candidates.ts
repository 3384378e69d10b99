import type { PicoUsd } from '../../lib/money.js';
import type { ParsedModelId, ServableModelId } from '../../catalog/parsed-model-id.js';
import { isModelAllowed } from '../../projects/is-model-allowed.js';
import { isRetentionAllowed, type RetentionPolicy } from '../../projects/is-retention-allowed.js';
import { anchorIdOf, TIERS, type TierModels } from '../router-rules.js';
import type { Tiers } from './choose-tier.js';
import { fitsComfortably, whyUnable, type RequestNeeds } from './request-needs.js';

export interface CandidateInputs {
  readonly tiers: TierModels;
  readonly parse: (id: string) => ParsedModelId;
  /** The model that the caller named: its spelling goes upstream when the anchor answers. */
  readonly named: ServableModelId | undefined;
  readonly chineseModels: boolean;
  readonly retention: RetentionPolicy;
  readonly needs: RequestNeeds;
}

export interface Candidates {
  /** Models that policy allows and that can serve the request. */
  readonly tiers: Tiers<ServableModelId>;
  /** Some model of the router is allowed, whether it can serve this request or not. */
  readonly anyAllowed: boolean;
  /** Why models were left out. */
  readonly reasons: readonly string[];
}

/** Filters a router's models by policy, then by what the request needs (contract section 5, candidates). Pure. */
export function findCandidates(inputs: CandidateInputs): Candidates {
  const { tiers, parse, named, needs } = inputs;
  const kept: Partial<Record<keyof TierModels, ServableModelId>> = {};
  const reasons: string[] = [];
  let anyAllowed = false;
  for (const tier of TIERS) {
    const id = tiers[tier];
    if (id === undefined) continue;
    const candidate = asServable(parse(id), named);
    const fault = candidate === undefined ? 'is no longer offered' : whyForbidden(candidate, inputs);
    if (candidate === undefined || fault !== undefined) {
      reasons.push(`${id} ${fault ?? ''}.`);
      continue;
    }
    anyAllowed = true;
    const unable = whyUnable(candidate, needs);
    if (unable === undefined) kept[tier] = candidate;
    else reasons.push(`${candidate.publicId} ${unable}.`);
  }
  return { tiers: dropTight(kept, needs, reasons), anyAllowed, reasons };
}

function whyForbidden(
  { chineseLab, upstream }: ServableModelId,
  { chineseModels, retention }: CandidateInputs,
): string | undefined {
  if (!isModelAllowed({ chineseLab, chineseModels }))
    return "is a Chinese lab's model, and the project has those turned off";
  if (!isRetentionAllowed(retention, upstream))
    return 'runs at a provider that may keep what it is sent, and the data policy is zero retention';
  return undefined;
}

/** Leaves out models whose window is probably too small, as long as another one is left. */
function dropTight(
  tiers: Partial<Record<keyof TierModels, ServableModelId>>,
  needs: RequestNeeds,
  reasons: string[],
): Tiers<ServableModelId> {
  const fitting = TIERS.filter((tier) => {
    const candidate = tiers[tier];
    return candidate !== undefined && fitsComfortably(candidate, needs);
  });
  if (fitting.length === 0) return tiers;
  const kept: Partial<Record<keyof TierModels, ServableModelId>> = {};
  for (const tier of TIERS) {
    const candidate = tiers[tier];
    if (candidate === undefined) continue;
    if (fitting.includes(tier)) kept[tier] = candidate;
    else reasons.push(`${candidate.publicId} has too little room for this prompt.`);
  }
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

/** The same model: dated ids share their catalogue entry. */
export function isSameModel(one: ServableModelId, other: ServableModelId): boolean {
  return anchorIdOf(one) === anchorIdOf(other);
}

function asServable(parsed: ParsedModelId, named: ServableModelId | undefined): ServableModelId | undefined {
  if (parsed.kind !== 'chat' && parsed.kind !== 'marketplace') return undefined;
  return named !== undefined && isSameModel(parsed, named) ? named : parsed;
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
