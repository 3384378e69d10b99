import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller.js';
import { onResponses } from '../../catalog/on-responses.js';
import { ModelIds } from '../../catalog/ids/model-ids.service.js';
import type { ParsedModelId } from '../../catalog/ids/parsed-model-id.js';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { ConfiguredUpstreams } from '../../projects/configured-upstreams.js';
import { ChineseModelsOffError, isModelAllowed } from '../../projects/is-model-allowed.js';
import { refuseOffList, type ModelList } from '../../projects/model-list.js';
import { isRetentionAllowed, ZeroRetentionError } from '../../projects/is-retention-allowed.js';
import type { ComparedPrices } from '../routers/router-rules.js';
import type { ModelPolicy } from './candidates.js';
import type { DecidedSurface } from './decision.js';

/** The models behind ids, their prices, and what policy lets a caller have. */
@Injectable()
export class ServableModels {
  constructor(
    private readonly modelIds: ModelIds,
    private readonly upstreams: ConfiguredUpstreams,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  private readonly parse = (id: string): ParsedModelId => this.modelIds.parse(id);

  /** What runs only on the Responses API serves there like any other model. */
  private readonly parseForResponses = (id: string): ParsedModelId => onResponses(this.modelIds.parse(id));

  /** What an id means where it is called. */
  parserOf(surface: DecidedSurface): (id: string) => ParsedModelId {
    return surface === 'responses' ? this.parseForResponses : this.parse;
  }

  /** What a caller's word for a model means there: an id, or an alias of the project's. */
  read(text: string, { aliases }: Caller, surface: DecidedSurface): ParsedModelId {
    const parsed = this.modelIds.parseNamed(text, aliases);
    return surface === 'responses' ? onResponses(parsed) : parsed;
  }

  /** What of a caller decides which models may serve. */
  policyOf(
    { permissions: { chineseModels }, models, zeroRetention }: Caller,
    surface: DecidedSurface,
  ): ModelPolicy {
    return this.policyFor({ chineseModels, models, zeroRetention, surface });
  }

  policyFor({
    chineseModels,
    models,
    zeroRetention,
    surface,
  }: {
    chineseModels: boolean;
    models: ModelList | undefined;
    zeroRetention: boolean;
    surface: DecidedSurface;
  }): ModelPolicy {
    const retention = { zeroRetention, agreed: this.settings.zeroRetentionProviders };
    return {
      parse: this.parserOf(surface),
      chineseModels,
      models,
      retention,
      configured: this.upstreams.list(),
    };
  }

  /** @throws ChineseModelsOffError, ModelNotAllowedError, ZeroRetentionError (403) */
  refuseForbidden(parsed: ParsedModelId, caller: Caller): void {
    if (parsed.kind === 'auto' || parsed.kind === 'invalid') return;
    const { chineseModels, retention } = this.policyOf(caller, 'chat');
    if (!isModelAllowed({ chineseLab: parsed.chineseLab, chineseModels }))
      throw new ChineseModelsOffError(parsed.kind === 'unknown' ? parsed.id : parsed.publicId);
    refuseOffList(parsed, caller.models);
    if (parsed.kind !== 'chat' && parsed.kind !== 'marketplace') return;
    if (!isRetentionAllowed(retention, parsed.upstream)) throw new ZeroRetentionError(parsed.publicId);
  }

  /** What tiers are compared by. */
  readonly priceOf = (id: string): ComparedPrices | undefined => {
    const parsed = this.parse(id);
    return parsed.kind === 'chat' || parsed.kind === 'responses-only' ? parsed.model?.prices : undefined;
  };
}
