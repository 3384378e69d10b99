import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Caller } from '../../auth/caller.js';
import type { CatalogModel } from '../../catalog/catalog-model.js';
import { InvalidModelIdError, UnpricedModelError } from '../../catalog/model-id-errors.js';
import { ModelIds } from '../../catalog/model-ids.service.js';
import type { LocalModelId, ParsedModelId, ServableModelId } from '../../catalog/parsed-model-id.js';
import { EndpointDirectory } from '../../endpoints/endpoint-directory.service.js';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { LOGGER } from '../../http/logger.js';
import { newId } from '../../lib/ids.js';
import { ChineseModelsOffError, isModelAllowed } from '../../projects/is-model-allowed.js';
import {
  isRetentionAllowed,
  ZeroRetentionError,
  type RetentionPolicy,
} from '../../projects/is-retention-allowed.js';
import type { RecognizedGroup } from '../../records/groups/task-groups.service.js';
import { AnchoredRouters } from '../anchored-routers.service.js';
import { DEFAULT_THRESHOLD } from '../complexity/score-complexity.js';
import {
  NoAutoRouterError,
  NoCapableModelError,
  NoEndpointError,
  ResponsesOnlyModelError,
  RouterUnconfiguredError,
  UnknownModelError,
  WrongSurfaceError,
} from '../model-errors.js';
import { RouterDirectory, type Router } from '../router-directory.service.js';
import { anchorIdOf, tiersOf, type ComparedPrices, type TierModels } from '../router-rules.js';
import { SessionPins, type Pin, type PinKey } from '../session-pins.service.js';
import { fallbacksBeside, findCandidates, isSameModel, type Candidates } from './candidates.js';
import { chooseTier, type TierChoice } from './choose-tier.js';
import type { Decision, RouteOutcome, RouteQuestion } from './decision.js';
import { isThinkingTurnedOff } from './plan-thinking.js';
import { RequestJudge, type Judgement } from './request-judge.service.js';
import { needsOf, whyUnable, type RequestNeeds } from './request-needs.js';

/** The router that a question goes to, with its tiers at this moment. */
interface RouterInForce {
  readonly router: Pick<Router, 'name' | 'anchorModel' | 'threshold'> & { readonly id: string | undefined };
  readonly tiers: TierModels;
  readonly named: ServableModelId | undefined;
}

interface Asked {
  readonly caller: Caller;
  readonly question: RouteQuestion;
  readonly needs: RequestNeeds;
}

/** How the session stands: the live pin, and the model to serve by it where that can serve this request. */
interface Session {
  readonly pin: Pin;
  readonly candidate: ServableModelId | undefined;
}

/** Decides which model serves a request (spec "Routing concepts"; the order of contract section 5). Decisions and chat share it. */
@Injectable()
export class DecisionService {
  constructor(
    @Inject(ModelIds) private readonly modelIds: ModelIds,
    @Inject(RouterDirectory) private readonly routers: RouterDirectory,
    @Inject(AnchoredRouters) private readonly anchored: AnchoredRouters,
    @Inject(EndpointDirectory) private readonly endpoints: EndpointDirectory,
    @Inject(SessionPins) private readonly pins: SessionPins,
    @Inject(RequestJudge) private readonly judge: RequestJudge,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws the errors of model-errors.ts (400), ChineseModelsOffError, ZeroRetentionError (403), DatabaseUnavailableError (503) */
  async decide(caller: Caller, question: RouteQuestion): Promise<RouteOutcome> {
    const parsed = this.modelIds.parse(question.modelText);
    this.refuseForbidden(parsed, caller);
    const asked: Asked = { caller, question, needs: needsOf(question.view, question) };
    switch (parsed.kind) {
      case 'auto':
        return this.decideAuto(asked);
      case 'chat':
      case 'marketplace':
        return this.decideNamed(asked, parsed);
      case 'local':
        return this.findEndpoint(caller, parsed);
      case 'embedding':
        throw new WrongSurfaceError(parsed.publicId);
      case 'responses-only':
        throw new ResponsesOnlyModelError(parsed.publicId, parsed.useInstead);
      case 'unpriced':
        throw new UnpricedModelError(parsed.publicId, parsed.useInstead);
      case 'unknown':
        throw new UnknownModelError(parsed.id, parsed.useInstead);
      case 'invalid':
        throw new InvalidModelIdError(parsed.reason);
    }
  }

  private async decideAuto(asked: Asked): Promise<RouteOutcome> {
    const router = await this.autoRouter(asked.caller);
    if (router === undefined) return { kind: 'unconfigured', error: new NoAutoRouterError() };
    return this.decideBy(asked, { router, tiers: router.tiers, named: undefined });
  }

  private async decideNamed(asked: Asked, named: ServableModelId): Promise<RouteOutcome> {
    const { caller, question } = asked;
    const { projectId } = caller;
    if ((await this.routers.list(projectId)).length === 0) {
      const thinkingOff = isThinkingTurnedOff({
        model: named.model,
        control: question.reasoning,
        maxTokens: question.maxTokens,
        tier: 'client',
      });
      return { kind: 'client', candidate: named, thinkingOff };
    }
    if (!caller.permissions.smartRouting) return this.decideFixed(asked, named);
    const anchorModel = anchorIdOf(named);
    const known = await this.routers.findAnchored(projectId, anchorModel);
    const router = known ?? { ...NEW_ANCHORED, name: anchorModel, anchorModel };
    const autoRouter = await this.autoRouter(caller);
    const tiers = tiersOf({ router, autoRouter, priceOf: (id) => this.priceOf(id) });
    return this.decideBy(asked, { router, tiers, named });
  }

  /** Smart routing is off and the request names a model: exactly that model, and nothing is kept. */
  private decideFixed({ question }: Asked, named: ServableModelId): Decision {
    const { classification, complexity, reasons } = this.judge.read(question);
    return {
      kind: 'decision',
      id: newId('dec'),
      tier: 'fixed',
      candidate: named,
      router: undefined,
      group: undefined,
      shape: classification.kind,
      task: classification.task,
      complexity,
      threshold: DEFAULT_THRESHOLD,
      thinkingOff: this.isThinkingOff(question, named, 'fixed'),
      cascadeFirst: undefined,
      session: undefined,
      fallbacks: [],
      reasons: ['Smart routing is off: the named model serves.', ...reasons],
    };
  }

  private async decideBy(asked: Asked, inForce: RouterInForce): Promise<RouteOutcome> {
    const { caller, question, needs } = asked;
    const { router, named } = inForce;
    const candidates = findCandidates({
      tiers: inForce.tiers,
      parse: (id) => this.modelIds.parse(id),
      named,
      chineseModels: caller.permissions.chineseModels,
      retention: this.retentionOf(caller),
      needs,
    });
    if (!candidates.anyAllowed)
      return { kind: 'unconfigured', error: new RouterUnconfiguredError(router.name) };
    if (Object.keys(candidates.tiers).length === 0)
      throw new NoCapableModelError(router.name, candidates.reasons);
    const routerId = router.id ?? (await this.createAnchored(caller, router));
    const judgement = await this.judge.judge(caller, question);
    const known = routerId === undefined ? undefined : this.findPin(asked, inForce, { routerId, judgement });
    const choice = this.choose(asked, { inForce, candidates, judgement, pinned: known?.candidate });
    const decision = this.compose(asked, { inForce, candidates, judgement, choice, routerId });
    if (question.sessionId === undefined || routerId === undefined || !caller.permissions.smartRouting)
      return decision;
    if (known !== undefined) return withSession(decision, question.sessionId, known.pin);
    return this.pin(asked, inForce, { candidates, judgement, decision, routerId });
  }

  private choose(
    { caller, question, needs }: Asked,
    {
      inForce,
      candidates,
      judgement,
      pinned,
    }: {
      inForce: RouterInForce;
      candidates: Candidates;
      judgement: Judgement;
      pinned: ServableModelId | undefined;
    },
  ): TierChoice<ServableModelId> {
    const { classification, complexity, group } = judgement;
    const { smartRouting } = caller.permissions;
    const isMachine = classification.kind === 'machine';
    const choice = chooseTier({
      smartRouting,
      tiers: candidates.tiers,
      kind: classification.kind,
      // An answer that a machine can check is checked: Small goes first either way, and is not taken at its word.
      quick: classification.quick && !this.judge.mayCascade(caller, question, judgement),
      complexity,
      threshold: inForce.router.threshold ?? DEFAULT_THRESHOLD,
      pinned,
      assigned: isMachine && smartRouting ? this.assignedModel(caller, needs, group) : undefined,
      record: isMachine && smartRouting ? this.recordPick(caller, needs, group) : undefined,
    });
    if (choice === undefined) throw new NoCapableModelError(inForce.router.name, candidates.reasons);
    return choice;
  }

  private compose(
    { caller, question }: Asked,
    {
      inForce,
      candidates,
      judgement,
      choice,
      routerId,
    }: {
      inForce: RouterInForce;
      candidates: Candidates;
      judgement: Judgement;
      choice: TierChoice<ServableModelId>;
      routerId: string | undefined;
    },
  ): Decision {
    const { router, named } = inForce;
    const { candidate, tier } = choice;
    const callerChose =
      !caller.permissions.smartRouting || (named !== undefined && isSameModel(candidate, named));
    return {
      kind: 'decision',
      id: newId('dec'),
      tier,
      candidate,
      router:
        routerId === undefined
          ? undefined
          : { id: routerId, name: router.name, anchorModel: router.anchorModel },
      group: judgement.group,
      shape: judgement.classification.kind,
      task: judgement.classification.task,
      complexity: judgement.complexity,
      threshold: router.threshold ?? DEFAULT_THRESHOLD,
      thinkingOff: this.isThinkingOff(question, candidate, tier),
      cascadeFirst: this.cascadeFirst(caller, question, { candidates, judgement, choice }),
      session: undefined,
      fallbacks: callerChose ? [] : fallbacksBeside(candidates.tiers, candidate),
      reasons: [choice.reason, ...judgement.reasons, ...candidates.reasons],
    };
  }

  private assignedModel(
    caller: Caller,
    needs: RequestNeeds,
    group: RecognizedGroup | undefined,
  ): ServableModelId | undefined {
    return group?.assignedModel === undefined
      ? undefined
      : this.servable(group.assignedModel, { caller, needs });
  }

  private recordPick(
    caller: Caller,
    needs: RequestNeeds,
    group: RecognizedGroup | undefined,
  ): ServableModelId | undefined {
    const picked = this.judge.recordPick(caller, group, (model) => this.isCapable(model, needs));
    return picked === undefined ? undefined : this.servable(picked, { caller, needs });
  }

  private cascadeFirst(
    caller: Caller,
    question: RouteQuestion,
    {
      candidates,
      judgement,
      choice,
    }: { candidates: Candidates; judgement: Judgement; choice: TierChoice<ServableModelId> },
  ): ServableModelId | undefined {
    const { small } = candidates.tiers;
    if (choice.tier !== 'default' && choice.tier !== 'strong') return undefined;
    if (small === undefined || isSameModel(small, choice.candidate)) return undefined;
    return this.judge.mayCascade(caller, question, judgement) ? small : undefined;
  }

  private isThinkingOff(
    { reasoning, maxTokens }: RouteQuestion,
    candidate: ServableModelId,
    tier: Decision['tier'],
  ): boolean {
    return isThinkingTurnedOff({ model: candidate.model, control: reasoning, maxTokens, tier });
  }

  /** The live pin that this process knows of, while its model is still in the router. */
  private findPin(
    asked: Asked,
    inForce: RouterInForce,
    { routerId, judgement }: { routerId: string; judgement: Judgement },
  ): Session | undefined {
    const key = pinKey(asked, routerId);
    const pin = key === undefined ? undefined : this.pins.peek(key);
    return pin === undefined ? undefined : this.sessionOf(asked, inForce, { pin, judgement });
  }

  /** `undefined` when the pin's model has left the configuration: the pin is released. */
  private sessionOf(
    { caller, needs }: Asked,
    { tiers, named }: RouterInForce,
    { pin, judgement }: { pin: Pin; judgement: Judgement },
  ): Session | undefined {
    const parsed = this.modelIds.parse(pin.model);
    if (parsed.kind !== 'chat' && parsed.kind !== 'marketplace') return undefined;
    if (!this.isAllowed(caller, parsed)) return undefined;
    const isInRouter = Object.values(tiers).some((id) => this.isModel(id as string | undefined, parsed));
    // A model that a task group chose is part of the configuration as long as it is the group's.
    const isFromGroup = pin.tier === 'group' || pin.tier === 'group-record';
    if (!isInRouter && !(isFromGroup && isStillOf(judgement.group, pin))) return undefined;
    const candidate = named !== undefined && isSameModel(parsed, named) ? named : parsed;
    return { pin, candidate: whyUnable(candidate, needs) === undefined ? candidate : undefined };
  }

  /** Pins the session to the decision, or follows the pin of a first call that was faster. */
  private async pin(
    asked: Asked,
    inForce: RouterInForce,
    {
      candidates,
      judgement,
      decision,
      routerId,
    }: { candidates: Candidates; judgement: Judgement; decision: Decision; routerId: string },
  ): Promise<Decision> {
    const key = pinKey(asked, routerId);
    if (key === undefined) return decision;
    const { id: decisionId, tier } = decision;
    const model = decision.candidate.publicId;
    try {
      let stale = this.pins.peek(key);
      for (let turn = 0; turn < MAX_PIN_TURNS; turn += 1) {
        const pin = await this.pins.hold(key, { model, tier, decisionId, stale });
        if (pin.decisionId === decisionId) return withSession(decision, key.sessionId, pin);
        const session = this.sessionOf(asked, inForce, { pin, judgement });
        if (session === undefined) {
          stale = pin;
          continue;
        }
        const choice = this.choose(asked, { inForce, candidates, judgement, pinned: session.candidate });
        const followed = this.compose(asked, { inForce, candidates, judgement, choice, routerId });
        return withSession(followed, key.sessionId, pin);
      }
    } catch (error) {
      // A session that cannot be pinned is still served.
      this.logger.warn({ err: error }, 'session not pinned');
    }
    return decision;
  }

  private async findEndpoint(caller: Caller, { id, form, publicId }: LocalModelId): Promise<RouteOutcome> {
    const endpoint = await this.endpoints.find(caller.projectId, id);
    if (endpoint === undefined) throw new NoEndpointError(id, form);
    return { kind: 'endpoint', endpoint, publicId };
  }

  private async autoRouter({ projectId }: Caller): Promise<Router | undefined> {
    return (await this.routers.list(projectId)).find(({ auto }) => auto);
  }

  private async createAnchored(
    { projectId, organizationId }: Caller,
    { anchorModel }: RouterInForce['router'],
  ): Promise<string | undefined> {
    if (anchorModel === undefined) return undefined;
    return (await this.anchored.ensure({ projectId, organizationId, anchorModel }))?.id;
  }

  private servable(
    id: string,
    { caller, needs }: { caller: Caller; needs: RequestNeeds },
  ): ServableModelId | undefined {
    const parsed = this.modelIds.parse(id);
    if (parsed.kind !== 'chat' && parsed.kind !== 'marketplace') return undefined;
    if (!this.isAllowed(caller, parsed) || whyUnable(parsed, needs) !== undefined) return undefined;
    return parsed;
  }

  private isAllowed(caller: Caller, { chineseLab, upstream }: ServableModelId): boolean {
    const { chineseModels } = caller.permissions;
    return (
      isModelAllowed({ chineseLab, chineseModels }) && isRetentionAllowed(this.retentionOf(caller), upstream)
    );
  }

  private retentionOf({ zeroRetention }: Caller): RetentionPolicy {
    return { zeroRetention, agreed: this.settings.zeroRetentionProviders };
  }

  private refuseForbidden(parsed: ParsedModelId, caller: Caller): void {
    if (parsed.kind === 'auto' || parsed.kind === 'invalid') return;
    const { chineseModels } = caller.permissions;
    if (!isModelAllowed({ chineseLab: parsed.chineseLab, chineseModels }))
      throw new ChineseModelsOffError(parsed.kind === 'unknown' ? parsed.id : parsed.publicId);
    if (parsed.kind !== 'chat' && parsed.kind !== 'marketplace') return;
    if (!isRetentionAllowed(this.retentionOf(caller), parsed.upstream))
      throw new ZeroRetentionError(parsed.publicId);
  }

  private isCapable(model: CatalogModel, needs: RequestNeeds): boolean {
    const parsed = this.modelIds.parse(model.id);
    return parsed.kind === 'chat' && whyUnable(parsed, needs) === undefined;
  }

  private isModel(id: string | undefined, other: ServableModelId): boolean {
    if (id === undefined) return false;
    const parsed = this.modelIds.parse(id);
    return (parsed.kind === 'chat' || parsed.kind === 'marketplace') && isSameModel(parsed, other);
  }

  private priceOf(id: string): ComparedPrices | undefined {
    const parsed = this.modelIds.parse(id);
    return parsed.kind === 'chat' ? parsed.model.prices : undefined;
  }
}

/** A pin can be released and taken anew by others while we look; after a few turns the request is served without one. */
const MAX_PIN_TURNS = 3;
const NEW_ANCHORED = { id: undefined, tiers: {}, threshold: undefined } as const;

function pinKey({ caller, question }: Asked, routerId: string): PinKey | undefined {
  const { sessionId } = question;
  if (sessionId === undefined || !caller.permissions.smartRouting) return undefined;
  return { projectId: caller.projectId, routerId, sessionId };
}

function withSession(decision: Decision, id: string, { pinnedUntil }: Pin): Decision {
  return Object.assign({}, decision, { session: { id, pinnedUntil } });
}

/** A pin that a task group made holds for other requests of the session too, unless this request's group says otherwise. */
function isStillOf(group: RecognizedGroup | undefined, pin: Pin): boolean {
  return group?.assignedModel === undefined || group.assignedModel === pin.model;
}
