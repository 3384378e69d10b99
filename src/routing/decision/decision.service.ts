import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Caller } from '../../auth/caller.js';
import type { IdPrefixes } from '../../catalog/catalog-model.js';
import { InvalidModelIdError, UnpricedModelError } from '../../catalog/model-id-errors.js';
import type { LocalModelId, ServableModelId } from '../../catalog/parsed-model-id.js';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { EndpointDirectory } from '../../endpoints/endpoint-directory.service.js';
import { LOGGER } from '../../http/logger.js';
import { andThen } from '../../lib/and-then.js';
import { newId } from '../../lib/ids.js';
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
import { RouterDirectory, type ProjectRouters } from '../router-directory.service.js';
import { anchorIdOf, tiersOf } from '../router-rules.js';
import { SessionPins } from '../session-pins.service.js';
import type { Asked, RouterInForce } from './asked.js';
import { findCandidates, type Candidates } from './candidates.js';
import { chooseTier, type TierChoice } from './choose-tier.js';
import { composeDecision, isThinkingOff, type DecisionParts } from './compose-decision.js';
import type { Decision, RouteOutcome, RouteQuestion } from './decision.js';
import { liveSession, pinKey, withSession, type Session } from './live-session.js';
import { RequestJudge, type Judgement } from './request-judge.service.js';
import { needsOf, type RequestNeeds } from './request-needs.js';
import { ServableModels } from './servable-models.service.js';

/** Decides which model serves a request (spec "Routing concepts"; the order of contract section 5). Decisions and chat share it. */
@Injectable()
export class DecisionService {
  private readonly prefixes: IdPrefixes;

  constructor(
    @Inject(ServableModels) private readonly models: ServableModels,
    @Inject(RouterDirectory) private readonly routers: RouterDirectory,
    @Inject(AnchoredRouters) private readonly anchored: AnchoredRouters,
    @Inject(EndpointDirectory) private readonly endpoints: EndpointDirectory,
    @Inject(SessionPins) private readonly pins: SessionPins,
    @Inject(RequestJudge) private readonly judge: RequestJudge,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(SETTINGS) { idPrefixA, idPrefixB }: Settings,
  ) {
    this.prefixes = { a: idPrefixA, b: idPrefixB };
  }

  /**
   * Decides at once, unless something has to be looked up that memory does not hold.
   * @throws the errors of model-errors.ts (400), ChineseModelsOffError, ZeroRetentionError (403), DatabaseUnavailableError (503);
   *   rejects with them when it waits.
   */
  decide(caller: Caller, question: RouteQuestion): RouteOutcome | Promise<RouteOutcome> {
    const parsed = this.models.parse(question.modelText);
    this.models.refuseForbidden(parsed, caller);
    if (question.refusal !== undefined && parsed.kind !== 'local') throw question.refusal;
    const asked: Asked = { caller, question, needs: needsOf(question.view, question) };
    switch (parsed.kind) {
      case 'auto':
        return andThen(this.routers.find(caller.projectId), (routers) => this.decideAuto(asked, routers));
      case 'chat':
      case 'marketplace':
        return andThen(this.routers.find(caller.projectId), (routers) =>
          this.decideNamed(asked, parsed, routers),
        );
      case 'local':
        return this.findEndpoint(caller, parsed);
      case 'embedding':
        throw new WrongSurfaceError(parsed.publicId);
      case 'responses-only':
        throw new ResponsesOnlyModelError(parsed.publicId, parsed.useInstead);
      case 'unpriced':
        throw new UnpricedModelError(parsed.publicId, parsed.useInstead);
      case 'unknown':
        throw new UnknownModelError(parsed.id, parsed.useInstead, this.prefixes);
      case 'invalid':
        throw new InvalidModelIdError(parsed.reason);
    }
  }

  private decideAuto(
    asked: Asked,
    { autoRouter: router }: ProjectRouters,
  ): RouteOutcome | Promise<RouteOutcome> {
    if (router === undefined) return { kind: 'unconfigured', error: new NoAutoRouterError() };
    return this.decideBy(asked, { router, tiers: router.tiers, named: undefined });
  }

  private decideNamed(
    asked: Asked,
    named: ServableModelId,
    { routers, autoRouter, byAnchor }: ProjectRouters,
  ): RouteOutcome | Promise<RouteOutcome> {
    const { caller, question } = asked;
    if (routers.length === 0)
      return { kind: 'client', candidate: named, thinkingOff: isThinkingOff(question, named, 'client') };
    if (!caller.permissions.smartRouting) return this.decideFixed(asked, named);
    const anchorModel = anchorIdOf(named);
    const router = byAnchor.get(anchorModel) ?? { ...NEW_ANCHORED, name: anchorModel, anchorModel };
    const tiers = tiersOf({ router, autoRouter, priceOf: (id) => this.models.priceOf(id) });
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
      thinkingOff: isThinkingOff(question, named, 'fixed'),
      cascadeFirst: undefined,
      session: undefined,
      fallbacks: [],
      reasons: ['Smart routing is off: the named model serves.', ...reasons],
    };
  }

  private decideBy(asked: Asked, inForce: RouterInForce): RouteOutcome | Promise<RouteOutcome> {
    const { caller, question, needs } = asked;
    const { router, named } = inForce;
    const candidates = findCandidates({
      tiers: inForce.tiers,
      parse: (id) => this.models.parse(id),
      named,
      chineseModels: caller.permissions.chineseModels,
      retention: this.models.retentionOf(caller),
      needs,
    });
    if (!candidates.anyAllowed)
      return { kind: 'unconfigured', error: new RouterUnconfiguredError(router.name) };
    if (Object.keys(candidates.tiers).length === 0)
      throw new NoCapableModelError(router.name, candidates.reasons);
    return andThen(router.id ?? this.createAnchored(caller, router), (routerId) =>
      andThen(this.judge.judge(caller, question), (judgement) =>
        this.decideOn(asked, inForce, { candidates, routerId, judgement }),
      ),
    );
  }

  private decideOn(
    asked: Asked,
    inForce: RouterInForce,
    {
      candidates,
      routerId,
      judgement,
    }: { candidates: Candidates; routerId: string | undefined; judgement: Judgement },
  ): Decision | Promise<Decision> {
    const { caller, question } = asked;
    const known = routerId === undefined ? undefined : this.findPin(asked, inForce, { routerId, judgement });
    const choice = this.choose(asked, { inForce, candidates, judgement, pinned: known?.candidate });
    const decision = this.compose({ asked, inForce, candidates, judgement, choice, routerId });
    if (question.sessionId === undefined || routerId === undefined || !caller.permissions.smartRouting)
      return decision;
    if (known !== undefined) return withSession(decision, question.sessionId, known.pin);
    return this.pin(asked, inForce, { candidates, judgement, decision, routerId });
  }

  private choose(
    asked: Asked,
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
    const { caller, question, needs } = asked;
    const { classification, complexity, group } = judgement;
    const { smartRouting } = caller.permissions;
    const isMachine = classification.kind === 'machine';
    const choice = chooseTier({
      smartRouting,
      tiers: candidates.tiers,
      kind: classification.kind,
      // Where an answer can be checked Small is not taken at its word: it goes first, or, once it failed too often, not at all.
      quick: classification.quick && !this.judge.isCheckable(caller, question, judgement),
      complexity,
      threshold: inForce.router.threshold ?? DEFAULT_THRESHOLD,
      pinned,
      assigned: isMachine && smartRouting ? this.assignedModel(caller, needs, group) : undefined,
      record: isMachine && smartRouting ? this.recordPick(caller, needs, group) : undefined,
    });
    if (choice === undefined) throw new NoCapableModelError(inForce.router.name, candidates.reasons);
    return choice;
  }

  private compose(parts: DecisionParts): Decision {
    const { asked, judgement } = parts;
    return composeDecision(parts, () => this.judge.mayCascade(asked.caller, asked.question, judgement));
  }

  private assignedModel(
    caller: Caller,
    needs: RequestNeeds,
    group: RecognizedGroup | undefined,
  ): ServableModelId | undefined {
    return group?.assignedModel === undefined
      ? undefined
      : this.models.find(group.assignedModel, { caller, needs });
  }

  private recordPick(
    caller: Caller,
    needs: RequestNeeds,
    group: RecognizedGroup | undefined,
  ): ServableModelId | undefined {
    const picked = this.judge.recordPick(caller, group, (model) => this.models.isCapable(model, needs));
    return picked === undefined ? undefined : this.models.find(picked, { caller, needs });
  }

  /** The live pin that this process knows of, while its model is still in the router. */
  private findPin(
    asked: Asked,
    inForce: RouterInForce,
    { routerId, judgement }: { routerId: string; judgement: Judgement },
  ): Session | undefined {
    const key = pinKey(asked, routerId);
    const pin = key === undefined ? undefined : this.pins.peek(key);
    return pin === undefined
      ? undefined
      : liveSession({ asked, inForce, pin, group: judgement.group, models: this.models });
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
        const session = liveSession({ asked, inForce, pin, group: judgement.group, models: this.models });
        if (session === undefined) {
          stale = pin;
          continue;
        }
        const choice = this.choose(asked, { inForce, candidates, judgement, pinned: session.candidate });
        const followed = this.compose({ asked, inForce, candidates, judgement, choice, routerId });
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

  private async createAnchored(
    { projectId, organizationId }: Caller,
    { anchorModel }: RouterInForce['router'],
  ): Promise<string | undefined> {
    if (anchorModel === undefined) return undefined;
    return (await this.anchored.ensure({ projectId, organizationId, anchorModel }))?.id;
  }
}

/** A pin can be released and taken anew by others while we look; after a few turns the request is served without one. */
const MAX_PIN_TURNS = 3;
const NEW_ANCHORED = { id: undefined, tiers: {}, threshold: undefined } as const;
