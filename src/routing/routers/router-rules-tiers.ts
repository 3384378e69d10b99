import type { IdPrefixes } from '../../catalog/catalog-model.js';
import type { Catalog } from '../../catalog/catalog.js';
import { onResponses } from '../../catalog/on-responses.js';
import { parseModelId } from '../../catalog/ids/parse-model-id.js';
import type { ServableModelId } from '../../catalog/ids/parsed-model-id.js';
import { isModelAllowed } from '../../projects/is-model-allowed.js';
import type { FieldFault } from './router-errors.js';
import {
  anchorIdOf,
  isCheaper,
  TIERS,
  type ComparedPrices,
  type Tier,
  type TierModels,
} from './router-rules.js';

/** What a request says about tiers: what is absent stays, null empties. */
export type TierChanges = Readonly<Partial<Record<Tier, string | null>>>;

export interface TierPolicy {
  readonly catalog: Catalog;
  readonly prefixes: IdPrefixes;
  readonly chineseModels: boolean;
  /** Of an anchored router: the ceiling that its other tiers must be cheaper than. */
  readonly anchorModel: string | undefined;
}

export interface JudgedTiers {
  /** The changes, with ids as a caller would write them. */
  readonly changes: TierChanges;
  /** What cannot be saved (400). */
  readonly faults: readonly FieldFault[];
  /** What could be saved if the project had Chinese models on (403). */
  readonly forbidden: readonly FieldFault[];
}

/** Judges the models that a request wants in a router's tiers; each fault names its tier, the model and the way out. Pure. */
export function judgeTierChanges(changes: TierChanges, policy: TierPolicy): JudgedTiers {
  const kept: Partial<Record<Tier, string | null>> = {};
  const faults: FieldFault[] = [];
  const forbidden: FieldFault[] = [];
  for (const tier of TIERS) {
    const text = changes[tier];
    if (text === undefined) continue;
    const judged = text === null ? judgeEmptyTier(tier, policy) : judgeModel(tier, text, policy);
    if (judged.kind === 'kept') kept[tier] = judged.modelId;
    else (judged.kind === 'forbidden' ? forbidden : faults).push(toFault(tier, judged.words));
  }
  return { changes: kept, faults, forbidden };
}

/** A router without any model could serve nothing. An anchored one always has its anchor. */
export function emptyRouterFaults(tiers: TierModels): readonly FieldFault[] {
  if (TIERS.some((tier) => tiers[tier] !== undefined)) return [];
  const message = '`tiers` must name a model for at least one of `big`, `medium` and `small`.';
  return [{ field: 'tiers', message }];
}

/** The catalogue's price of a model as routers keep it; `undefined` for what only the marketplace prices. */
export function priceOfModel(
  modelId: string,
  { catalog, prefixes }: Pick<TierPolicy, 'catalog' | 'prefixes'>,
): ComparedPrices | undefined {
  const parsed = parseModelId(modelId, catalog, prefixes);
  return parsed.kind === 'chat' || parsed.kind === 'responses-only' ? parsed.model?.prices : undefined;
}

/** The anchor that a request wants a router to be built on, or why it cannot be. Pure. */
export function judgeAnchor(text: string, policy: Omit<TierPolicy, 'anchorModel'>): JudgedAnchor {
  const parsed = readServable(text, { ...policy, isAnchor: true });
  if (typeof parsed === 'string') return { kind: 'fault', fault: anchorFault(parsed) };
  const { chineseLab, publicId } = parsed;
  if (!isModelAllowed({ chineseLab, chineseModels: policy.chineseModels }))
    return { kind: 'forbidden', fault: anchorFault(chineseWords(publicId)) };
  return { kind: 'kept', anchorModel: anchorIdOf(parsed) };
}

export type JudgedAnchor =
  | { readonly kind: 'kept'; readonly anchorModel: string }
  | { readonly kind: 'fault' | 'forbidden'; readonly fault: FieldFault };

function anchorFault(words: string): FieldFault {
  return { field: 'anchor_model', message: `\`anchor_model\`: ${words}` };
}

type Judged =
  | { readonly kind: 'kept'; readonly modelId: string | null }
  | { readonly kind: 'fault' | 'forbidden'; readonly words: string };

const kept = (modelId: string | null): Judged => ({ kind: 'kept', modelId });
const fault = (words: string): Judged => ({ kind: 'fault', words });

function toFault(tier: Tier, words: string): FieldFault {
  const field = `tiers.${tier}`;
  return { field, message: `\`${field}\`: ${words}` };
}

function judgeEmptyTier(tier: Tier, { anchorModel }: TierPolicy): Judged {
  return tier === 'big' && anchorModel !== undefined ? fault(bigIsTheAnchor(anchorModel)) : kept(null);
}

function judgeModel(tier: Tier, text: string, policy: TierPolicy): Judged {
  const { chineseModels, anchorModel } = policy;
  const { catalog, prefixes } = policy;
  const isAnchor = anchorModel !== undefined && tier === 'big';
  const parsed = readServable(text, { catalog, prefixes, isAnchor });
  if (typeof parsed === 'string') return fault(parsed);
  const { publicId, chineseLab } = parsed;
  if (isAnchor)
    return anchorIdOf(parsed) === anchorModel ? kept(anchorModel) : fault(bigIsTheAnchor(anchorModel));
  if (anchorModel !== undefined && !isCheaperThanAnchor(publicId, anchorModel, policy))
    return fault(
      `\`${publicId}\` is not known to be cheaper than \`${anchorModel}\`, which the caller's code names and which is the ceiling of this router. Name a model of which neither price is higher, or null to follow the auto router.`,
    );
  if (!isModelAllowed({ chineseLab, chineseModels }))
    return { kind: 'forbidden', words: chineseWords(publicId) };
  return kept(publicId);
}

function isCheaperThanAnchor(modelId: string, anchorModel: string, policy: TierPolicy): boolean {
  return isCheaper(priceOfModel(modelId, policy), priceOfModel(anchorModel, policy));
}

function bigIsTheAnchor(anchorModel: string): string {
  return `Big is \`${anchorModel}\`, the model that the caller's code names, and cannot be another. Leave it out, or create a router of your own.`;
}

function chineseWords(modelId: string): string {
  return `\`${modelId}\` is a Chinese lab's model, and this project has Chinese models turned off. Name another model, or turn the permission on.`;
}

/** The model that can stand in a tier, or in words why it cannot. An anchor serves where the caller names it, and nowhere else. */
function readServable(
  text: string,
  { catalog, prefixes, isAnchor }: Pick<TierPolicy, 'catalog' | 'prefixes'> & { readonly isAnchor: boolean },
): ServableModelId | string {
  const written = parseModelId(text, catalog, prefixes);
  const parsed = isAnchor ? onResponses(written) : written;
  switch (parsed.kind) {
    case 'chat':
    case 'marketplace':
      return parsed;
    case 'auto':
      return 'a tier needs a model of its own; `auto` is what the router decides. Name a model, or leave the tier out.';
    case 'embedding':
      return `\`${parsed.publicId}\` makes embeddings; a tier needs a chat model.`;
    case 'responses-only':
      return `\`${parsed.publicId}\` runs only on the Responses API, and a tier serves chat completions too. Use \`${parsed.useInstead}\` instead.`;
    case 'local':
      return `\`${parsed.publicId}\` is a ${parsed.form === 'tagged' ? 'local' : 'fine-tuned'} model, which runs on a registered endpoint and only when it is named. Name a hosted model.`;
    case 'unpriced':
      return `no price is known for \`${parsed.publicId}\`. ${instead(parsed.useInstead)}`;
    case 'unknown':
      return `there is no model \`${parsed.id}\`. ${instead(parsed.useInstead)}`;
    case 'invalid':
      return `the model id ${parsed.reason}.`;
  }
}

function instead(useInstead: string | undefined): string {
  return useInstead === undefined
    ? 'The priced models are listed at GET /api/v1/admin/models.'
    : `Did you mean \`${useInstead}\`?`;
}
