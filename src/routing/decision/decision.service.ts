import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Caller } from '../../auth/caller.js';
import type { IdPrefixes } from '../../catalog/catalog-model.js';
import { InvalidModelIdError, UnpricedModelError } from '../../catalog/ids/model-id-errors.js';
import type { LocalModelId, ParsedModelId, ServableModelId } from '../../catalog/ids/parsed-model-id.js';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { NoListedModelError } from '../../projects/model-list.js';
import { EndpointDirectory } from '../../endpoints/endpoint-directory.service.js';
import { LOGGER } from '../../http/logger.js';
import { andThen } from '../../lib/and-then.js';
import { newId } from '../../lib/ids.js';
import { AnchoredRouters } from '../routers/anchored-routers.service.js';
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
import { RouterDirectory, type ProjectRouters } from '../routers/router-directory.service.js';
import { anchorIdOf, tiersOf } from '../routers/router-rules.js';
import type { ThresholdInForce } from '../routers/threshold-in-force.js';
import { SessionPins, type Pin, type PinKey, type ReplacedPin } from '../pins/session-pins.service.js';
import type { Asked, RouterInForce, RouterToPreview } from './asked.js';
import { isNamedBy, withPathOf } from './preview-through.js';
import { findBesideTiers, findCandidates, type CandidateRules, type Candidates } from './candidates.js';
import { chooseDefault, chooseTier, type TierChoice } from './choose-tier.js';
import { composeDecision, isThinkingOff, thresholdOf, type DecisionParts } from './compose-decision.js';
import type { Decision, RouteOutcome, RouteQuestion } from './decision.js';
import { pinKey, replacementOf, standingOf, withSession, type Standing } from './live-session.js';
import { refuseOtherProviders } from './refuse-other-providers.js';
import { RequestJudge, type Judgement } from './request-judge.service.js';
import { needsOf, whyUnable } from './request-needs.js';
import { ServableModels } from './servable-models.service.js';

/** Decides which model serves a request (spec "Routing concepts"; the order of contract section 5). Decisions and chat share it. */
@Injectable()
export class DecisionService {
  private readonly prefixes: IdPrefixes;

  constructor(
    private readonly models: ServableModels,
    private readonly routers: RouterDirectory,
    private readonly anchored: AnchoredRouters,
    private readonly endpoints: EndpointDirectory,
    private readonly pins: SessionPins,
    private readonly judge: RequestJudge,
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
    const { surface } = question;
    const parsed = this.models.read(question.modelText, caller, surface);
    this.models.refuseForbidden(parsed, caller);
    if (question.refusal !== undefined && parsed.kind !== 'local') throw question.refusal;
    if (surface === 'responses') refuseOtherProviders(parsed, question);
    const asked: Asked = { caller, question, needs: needsOf(question) };
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
        throw new ResponsesOnlyModelError(parsed);
      case 'unpriced':
        throw new UnpricedModelError(parsed.publicId, parsed.useInstead);
      case 'unknown':
        throw new UnknownModelError(parsed.id, parsed.useInstead, this.prefixes);
      case 'invalid':
        throw new InvalidModelIdError(parsed.reason);
    }
  }

  /**
   * Decides as calls through this router are decided, kept or a draft: an anchored one as for calls that name its model, any other
   * as the auto router. Without a session, and nothing comes of it.
   * @throws as `decide`
   */
  async preview(caller: Caller, asked: RouteQuestion, router: RouterToPreview): Promise<RouteOutcome> {
    const question: RouteQuestion = { ...asked, sessionId: undefined, preview: true };
    if (question.refusal !== undefined) throw question.refusal;
    const matter: Asked = { caller, question, needs: needsOf(question) };
    const written = this.models.read(question.modelText, caller, question.surface);
    const outcome = await this.previewThrough(matter, written, router);
    return withPathOf(written, router, outcome);
  }

  private async previewThrough(
    asked: Asked,
    written: ParsedModelId,
    router: RouterToPreview,
  ): Promise<RouteOutcome> {
    const { anchorModel } = router;
    if (anchorModel === undefined) return this.decideAuto(asked, { autoRouter: router });
    const parse = this.models.parserOf(asked.question.surface);
    const named = isNamedBy(written, anchorModel) ? written : parse(anchorModel);
    this.models.refuseForbidden(named, asked.caller);
    if (named.kind !== 'chat' && named.kind !== 'marketplace')
      return { kind: 'unconfigured', error: new RouterUnconfiguredError(router.name) };
    if (!asked.caller.permissions.smartRouting) return this.decideFixed(asked, named);
    const { autoRouter } = await this.routers.find(asked.caller.projectId);
    return this.decideBy(asked, {
      router,
      tiers: tiersOf({ router, autoRouter, priceOf: this.models.priceOf }),
      named,
    });
  }

  private decideAuto(
    asked: Asked,
    { autoRouter: router }: { readonly autoRouter: RouterToPreview | undefined },
  ): RouteOutcome | Promise<RouteOutcome> {
    if (router === undefined) return { kind: 'unconfigured', error: new NoAutoRouterError() };
    const inForce = { router, tiers: router.tiers, named: undefined };
    return asked.caller.permissions.smartRouting
      ? this.decideBy(asked, inForce)
      : this.decideDefault(asked, inForce);
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
    const tiers = tiersOf({ router, autoRouter, priceOf: this.models.priceOf });
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
      detours: [],
      considered: [named],
      reasons: ['Smart routing is off: the named model serves.', ...reasons],
    };
  }

  /** Smart routing is off and nothing is named: the Default model, which is asked for no more than it can write. */
  private decideDefault(asked: Asked, inForce: RouterInForce): RouteOutcome {
    const { router } = inForce;
    const needs = { ...asked.needs, maxTokens: undefined };
    const candidates = findCandidates(inForce.tiers, this.rulesFor({ ...asked, needs }, inForce));
    const choice = chooseDefault(candidates.allowed);
    if (choice === undefined) return unconfigured(router.name, candidates);
    const lack = whyUnable(choice.candidate, needs);
    if (lack !== undefined)
      throw new NoCapableModelError(router.name, {
        reasons: [choice.reason, `${choice.candidate.publicId} ${lack.words}.`],
        field: lack.field,
      });
    const judgement = this.judge.read(asked.question);
    const threshold = thresholdOf(inForce, asked.caller);
    return this.compose({ asked, inForce, candidates, judgement, choice, threshold });
  }

  private decideBy(asked: Asked, inForce: RouterInForce): RouteOutcome | Promise<RouteOutcome> {
    const { caller, question } = asked;
    const rules = this.rulesFor(asked, inForce);
    const candidates = findCandidates(inForce.tiers, rules);
    if (Object.keys(candidates.allowed).length === 0) return unconfigured(inForce.router.name, candidates);
    if (Object.keys(candidates.tiers).length === 0 && candidates.anchor === undefined)
      throw noCapableModel(inForce, candidates);
    return andThen(this.createdBefore(asked, inForce), (router) =>
      andThen(this.judge.judge(caller, question), (judgement) =>
        this.decideOn({
          asked,
          inForce: { router, tiers: inForce.tiers, named: inForce.named },
          rules,
          candidates,
          judgement,
        }),
      ),
    );
  }

  private rulesFor({ caller, needs, question }: Asked, { router, named }: RouterInForce): CandidateRules {
    const { parse, chineseModels, models, retention, configured } = this.models.policyOf(
      caller,
      question.surface,
    );
    return {
      parse,
      chineseModels,
      models,
      retention,
      configured,
      named,
      anchorModel: router.anchorModel,
      priceOf: this.models.priceOf,
      needs,
    };
  }

  private decideOn(matter: Matter): Decision | Promise<Decision> {
    const { asked, inForce } = matter;
    const key = pinKey(asked, inForce);
    const pin = key === undefined ? undefined : this.pins.peek(key);
    const { decision, choice, standing } = this.decideUnder(pin, matter);
    if (key === undefined) return decision;
    const replaces = pin && standing && replacementOf(pin, standing, choice);
    if (pin !== undefined && replaces === undefined) return withSession(decision, key.sessionId, pin);
    return this.pin(key, { matter, decision, replaces });
  }

  /** Decides as a pin says, if it has anything to say. */
  private decideUnder(
    pin: Pin | undefined,
    matter: Matter,
  ): { decision: Decision; choice: TierChoice<ServableModelId>; standing: Standing | undefined } {
    const standing = pin && standingOf(pin, matter);
    const pinned = standing?.kind === 'serves' ? standing.candidate : undefined;
    const threshold = thresholdOf(matter.inForce, matter.asked.caller);
    const choice = this.choose(matter, threshold, pinned);
    const isPinnedSmall = choice.tier === 'pinned' && pin?.tier === 'small';
    const { asked, inForce, candidates, judgement } = matter;
    const decision = this.compose({
      asked,
      inForce,
      candidates,
      judgement,
      choice,
      threshold,
      isPinnedSmall,
    });
    return { decision, choice, standing };
  }

  private choose(
    { asked, inForce, rules, candidates, judgement }: Matter,
    threshold: ThresholdInForce,
    pinned: ServableModelId | undefined,
  ): TierChoice<ServableModelId> {
    const { caller, question } = asked;
    const { classification, complexity, group } = judgement;
    const isMachine = classification.kind === 'machine';
    const find = (id: string | undefined) =>
      id === undefined || !isMachine ? undefined : findBesideTiers(id, rules, candidates);
    const choice = chooseTier({
      tiers: candidates.tiers,
      anchor: candidates.anchor,
      kind: classification.kind,
      // Where an answer can be checked Small is not taken at its word: it goes first, or, once it failed too often, not at all.
      quick: classification.quick && !this.judge.isCheckable(caller, question, judgement),
      complexity,
      threshold: threshold.value,
      pinned,
      assigned: find(group?.assignedModel),
      record: find(this.judge.recordPick(caller, question, group, ({ id }) => find(id) !== undefined)),
      failureOf: this.judge.failuresOf(caller, group),
    });
    if (choice === undefined) throw noCapableModel(inForce, candidates);
    return choice;
  }

  private compose(parts: DecisionParts): Decision {
    const { asked, judgement } = parts;
    return composeDecision(parts, () => this.judge.mayCascade(asked.caller, asked.question, judgement));
  }

  /** Pins the session to the decision, or follows the pin of a call that was faster. */
  private async pin(
    key: PinKey,
    { matter, decision, replaces }: { matter: Matter; decision: Decision; replaces: ReplacedPin | undefined },
  ): Promise<Decision> {
    const { id: decisionId, tier, shape, candidate } = decision;
    const model = candidate.publicId;
    try {
      let replaced = replaces;
      for (let turn = 0; turn < MAX_PIN_TURNS; turn += 1) {
        const pin = await this.pins.hold(key, { model, tier, shape, decisionId, replaces: replaced });
        if (pin.decisionId === decisionId) return withSession(decision, key.sessionId, pin);
        const followed = this.decideUnder(pin, matter);
        replaced = followed.standing && replacementOf(pin, followed.standing, followed.choice);
        if (replaced === undefined) return withSession(followed.decision, key.sessionId, pin);
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
    const reasons = ['The model runs on an endpoint that this project registered for it.'];
    return { kind: 'endpoint', tier: 'fixed', endpoint, publicId, reasons };
  }

  /**
   * A model of the catalogue is known to be one, so its router is there as soon as a decision alone names it. A call's router
   * comes after the call, which may show that its provider knows no such model.
   */
  private createdBefore(
    { caller, question }: Asked,
    { router, named }: RouterInForce,
  ): RouterInForce['router'] | Promise<RouterInForce['router']> {
    const { projectId, organizationId } = caller;
    const { anchorModel } = router;
    if (router.id !== undefined || anchorModel === undefined) return router;
    const toCreate = { projectId, organizationId, anchorModel };
    if (question.preview === true) return router;
    if (!question.explain || named?.model === undefined) return { ...router, toCreate };
    return this.anchored.ensure(toCreate).then((created) => created ?? router);
  }
}

/** A request that is about to be decided on. */
interface Matter {
  readonly asked: Asked;
  readonly inForce: RouterInForce;
  readonly rules: CandidateRules;
  readonly candidates: Candidates;
  readonly judgement: Judgement;
}

/** @throws NoListedModelError (403) when it is for the list of the key */
function unconfigured(routerName: string, { lacksListed }: Candidates): RouteOutcome {
  if (lacksListed) throw new NoListedModelError(routerName);
  return { kind: 'unconfigured', error: new RouterUnconfiguredError(routerName) };
}

function noCapableModel(
  { router }: RouterInForce,
  { reasons, lackingField, lacksListed }: Candidates,
): NoCapableModelError | NoListedModelError {
  if (lacksListed) return new NoListedModelError(router.name);
  return new NoCapableModelError(router.name, { reasons, field: lackingField });
}

/** A pin can be released and taken anew by others while we look; after a few turns the request is served without one. */
const MAX_PIN_TURNS = 3;
const NEW_ANCHORED = {
  id: undefined,
  tiers: {},
  threshold: undefined,
  recordThreshold: undefined,
  outageFallback: false,
} as const;
