import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller.js';
import type { CatalogModel } from '../../catalog/catalog-model.js';
import { ModelIds } from '../../catalog/model-ids.service.js';
import type { ParsedModelId, ServableModelId } from '../../catalog/parsed-model-id.js';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { ChineseModelsOffError, isModelAllowed } from '../../projects/is-model-allowed.js';
import {
  isRetentionAllowed,
  ZeroRetentionError,
  type RetentionPolicy,
} from '../../projects/is-retention-allowed.js';
import type { ComparedPrices } from '../router-rules.js';
import { isSameModel } from './candidates.js';
import { whyUnable, type RequestNeeds } from './request-needs.js';

/** The models behind ids: which of them policy lets a caller have, and which can serve a request. */
@Injectable()
export class ServableModels {
  constructor(
    @Inject(ModelIds) private readonly modelIds: ModelIds,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  parse(id: string): ParsedModelId {
    return this.modelIds.parse(id);
  }

  /** @returns the model when policy allows it and it can serve the request */
  find(id: string, { caller, needs }: { caller: Caller; needs: RequestNeeds }): ServableModelId | undefined {
    const parsed = this.parse(id);
    if (parsed.kind !== 'chat' && parsed.kind !== 'marketplace') return undefined;
    if (!this.isAllowed(caller, parsed) || whyUnable(parsed, needs) !== undefined) return undefined;
    return parsed;
  }

  isAllowed(caller: Caller, { chineseLab, upstream }: ServableModelId): boolean {
    const { chineseModels } = caller.permissions;
    return (
      isModelAllowed({ chineseLab, chineseModels }) && isRetentionAllowed(this.retentionOf(caller), upstream)
    );
  }

  retentionOf({ zeroRetention }: Caller): RetentionPolicy {
    return { zeroRetention, agreed: this.settings.zeroRetentionProviders };
  }

  /** @throws ChineseModelsOffError, ZeroRetentionError (403) */
  refuseForbidden(parsed: ParsedModelId, caller: Caller): void {
    if (parsed.kind === 'auto' || parsed.kind === 'invalid') return;
    const { chineseModels } = caller.permissions;
    if (!isModelAllowed({ chineseLab: parsed.chineseLab, chineseModels }))
      throw new ChineseModelsOffError(parsed.kind === 'unknown' ? parsed.id : parsed.publicId);
    if (parsed.kind !== 'chat' && parsed.kind !== 'marketplace') return;
    if (!isRetentionAllowed(this.retentionOf(caller), parsed.upstream))
      throw new ZeroRetentionError(parsed.publicId);
  }

  isCapable(model: CatalogModel, needs: RequestNeeds): boolean {
    const parsed = this.parse(model.id);
    return parsed.kind === 'chat' && whyUnable(parsed, needs) === undefined;
  }

  /** Whether both spellings name one model. */
  isModel(id: string | undefined, other: ServableModelId): boolean {
    if (id === undefined) return false;
    const parsed = this.parse(id);
    return (parsed.kind === 'chat' || parsed.kind === 'marketplace') && isSameModel(parsed, other);
  }

  /** What tiers are compared by. */
  priceOf(id: string): ComparedPrices | undefined {
    const parsed = this.parse(id);
    return parsed.kind === 'chat' ? parsed.model.prices : undefined;
  }
}
