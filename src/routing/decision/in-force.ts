import { judgeModel, NO_ACCOUNT, type ModelPolicy } from './candidates.js';
import { TIERS, tiersOf, type ComparedPrices, type Tier, type TierModels } from '../routers/router-rules.js';

/** What a tier gives now: its model, or why it gives none. One of both is null. */
export interface TierInForce {
  readonly model: string | null;
  readonly reason: string | null;
}

export type InForce = Readonly<Record<Tier, TierInForce>>;

export interface InForceInputs {
  readonly router: { readonly anchorModel: string | undefined; readonly tiers: TierModels };
  readonly autoRouter: { readonly tiers: TierModels } | undefined;
  readonly policy: ModelPolicy;
  readonly priceOf: (id: string) => ComparedPrices | undefined;
}

/** The tiers of a router by the rules that calls are served by, whatever a single request needs. Pure. */
export function inForceOf(inputs: InForceInputs): InForce {
  const models = tiersOf(inputs);
  const [big, medium, small] = TIERS.map((tier) => tierInForce(tier, models, inputs));
  if (big === undefined || medium === undefined || small === undefined) throw new Error('a tier is missing');
  return { big, medium, small };
}

function tierInForce(tier: Tier, models: TierModels, inputs: InForceInputs): TierInForce {
  const { policy } = inputs;
  const id = models[tier];
  if (id === undefined) return { model: null, reason: whyEmpty(tier, inputs) };
  const judged = judgeModel(id, policy);
  if (typeof judged === 'string') return { model: null, reason: `${id} ${judged}.` };
  if (!policy.configured.has(judged.upstream)) return { model: null, reason: `${id} ${NO_ACCOUNT}.` };
  return { model: judged.publicId, reason: null };
}

function whyEmpty(tier: Tier, { router: { anchorModel, tiers }, autoRouter }: InForceInputs): string {
  if (anchorModel === undefined) return 'No model is set.';
  const own = tiers[tier];
  if (own !== undefined) return notCheaper(own, anchorModel);
  if (autoRouter === undefined)
    return 'No model is set, and the project has no auto router that it could follow.';
  const followed = autoRouter.tiers[tier];
  return followed === undefined
    ? 'No model is set, and the auto router that it follows has none either.'
    : notCheaper(followed, anchorModel);
}

function notCheaper(id: string, anchorModel: string): string {
  return `${id} is not known to be cheaper than ${anchorModel}, which is the ceiling of this router.`;
}
