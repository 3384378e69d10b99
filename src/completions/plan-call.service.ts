import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../auth/caller.js';
import { Catalog } from '../catalog/catalog.js';
import type { LocalModelId, ParsedModelId, ServableModelId } from '../catalog/parsed-model-id.js';
import { parseModelId } from '../catalog/parse-model-id.js';
import type { IdPrefixes } from '../catalog/catalog-model.js';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { EndpointDirectory } from '../endpoints/endpoint-directory.service.js';
import { ChineseModelsOffError, isModelAllowed } from '../projects/is-model-allowed.js';
import { RouterDirectory, type Router } from '../routing/router-directory.service.js';
import { InvalidModelIdError, UnpricedModelError } from '../catalog/model-id-errors.js';
import type { CallPlan, EndpointPlan, HostedPlan } from './call-plan.js';
import {
  NoAutoRouterError,
  NoEndpointError,
  ResponsesOnlyModelError,
  RouterUnconfiguredError,
  UnknownModelError,
  WrongSurfaceError,
} from './model-errors.js';

const MAX_REMEMBERED_IDS = 2_000;
const MAX_REMEMBERED_LENGTH = 256;

/** Decides where a chat call goes: the spec's model rules 1 to 6. A named model is served as named; `auto` by the auto router. */
@Injectable()
export class CallPlanner {
  private readonly prefixes: IdPrefixes;
  private readonly parsed = new LRUCache<string, ParsedModelId>({ max: MAX_REMEMBERED_IDS });

  constructor(
    @Inject(Catalog) private readonly catalog: Catalog,
    @Inject(RouterDirectory) private readonly routers: RouterDirectory,
    @Inject(EndpointDirectory) private readonly endpoints: EndpointDirectory,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.prefixes = { a: settings.idPrefixA, b: settings.idPrefixB };
  }

  /** @throws the errors of model-errors.ts (400) and ChineseModelsOffError (403). */
  async plan(caller: Caller, modelText: string): Promise<CallPlan> {
    const parsed = this.parse(modelText);
    refuseForbidden(parsed, caller);
    switch (parsed.kind) {
      case 'auto':
        return this.planAuto(caller);
      case 'chat':
      case 'marketplace':
        return this.planNamed(caller, parsed);
      case 'local':
        return this.planEndpoint(caller, parsed);
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

  /** The catalogue never changes while a process runs, so neither does what an id means. */
  private parse(modelText: string): ParsedModelId {
    const known = this.parsed.get(modelText);
    if (known !== undefined) return known;
    const parsed = parseModelId(modelText, this.catalog, this.prefixes);
    if (modelText.length <= MAX_REMEMBERED_LENGTH) this.parsed.set(modelText, parsed);
    return parsed;
  }

  private async planNamed(caller: Caller, parsed: ServableModelId): Promise<HostedPlan> {
    const hasRouters = (await this.routers.list(caller.projectId)).length > 0;
    const tier = !hasRouters ? 'client' : caller.permissions.smartRouting ? 'default' : 'fixed';
    return {
      kind: 'hosted',
      target: toTarget(parsed),
      tier,
      routerId: undefined,
      reasons: ['The request names the model.'],
    };
  }

  private async planAuto(caller: Caller): Promise<HostedPlan> {
    const router = (await this.routers.list(caller.projectId)).find(({ auto }) => auto);
    if (router === undefined) throw new NoAutoRouterError();
    const parsed = this.firstAllowed(router, caller);
    if (parsed === undefined) throw new RouterUnconfiguredError(router.name);
    return {
      kind: 'hosted',
      target: toTarget(parsed),
      tier: caller.permissions.smartRouting ? 'default' : 'fixed',
      routerId: router.id,
      reasons: ['The auto router serves its default model.'],
    };
  }

  private async planEndpoint(caller: Caller, { id, form, publicId }: LocalModelId): Promise<EndpointPlan> {
    const endpoint = await this.endpoints.find(caller.projectId, id);
    if (endpoint === undefined) throw new NoEndpointError(id, form);
    return {
      kind: 'endpoint',
      endpoint,
      publicId,
      tier: 'client',
      reasons: ['The model runs on a registered endpoint.'],
    };
  }

  /** Medium, or the next higher tier that is set and allowed, then the lower one. */
  private firstAllowed({ tiers }: Router, caller: Caller): ServableModelId | undefined {
    for (const id of [tiers.medium, tiers.big, tiers.small]) {
      if (id === undefined) continue;
      const parsed = this.parse(id);
      const servable = parsed.kind === 'chat' || parsed.kind === 'marketplace';
      if (
        servable &&
        isModelAllowed({ chineseLab: parsed.chineseLab, chineseModels: caller.permissions.chineseModels })
      )
        return parsed;
    }
    return undefined;
  }
}

function refuseForbidden(parsed: ParsedModelId, caller: Caller): void {
  if (parsed.kind === 'auto' || parsed.kind === 'invalid') return;
  const { chineseModels } = caller.permissions;
  if (isModelAllowed({ chineseLab: parsed.chineseLab, chineseModels })) return;
  throw new ChineseModelsOffError(parsed.kind === 'unknown' ? parsed.id : parsed.publicId);
}

function toTarget(parsed: ServableModelId): HostedPlan['target'] {
  return {
    upstream: parsed.upstream,
    upstreamModelId: parsed.upstreamId,
    publicId: parsed.publicId,
    model: parsed.model,
  };
}
