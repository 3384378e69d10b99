import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Catalog } from '../catalog/catalog.js';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { ChineseModelsOffError, isModelAllowed } from '../projects/is-model-allowed.js';
import { isRetentionAllowed, ZeroRetentionError } from '../projects/is-retention-allowed.js';
import type { ProjectEntity } from '../projects/project.entity.js';

/** Which models may be recommended to a project, and which it may be given. */
export interface ModelPermits {
  readonly allows: (model: string) => boolean;
  /** @throws ChineseModelsOffError, ZeroRetentionError (403) */
  readonly refuseForbidden: (model: string) => void;
}

@Injectable()
export class RecommendationPolicy {
  constructor(
    private readonly dataSource: DataSource,
    private readonly catalog: Catalog,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async of({ organizationId, chineseModels }: ProjectEntity): Promise<ModelPermits> {
    const zeroRetention = await this.readZeroRetention(organizationId);
    const retention = { zeroRetention, agreed: this.settings.zeroRetentionProviders };
    const isOffered = (model: string): boolean => {
      const known = this.catalog.find(model);
      return (
        known !== undefined &&
        known.surfaces.includes('chat') &&
        isModelAllowed({ chineseLab: known.chineseLab, chineseModels })
      );
    };
    const keepsNothing = (model: string): boolean => {
      const known = this.catalog.find(model);
      return known !== undefined && isRetentionAllowed(retention, known.upstream);
    };
    return {
      allows: (model) => isOffered(model) && keepsNothing(model),
      refuseForbidden: (model) => {
        if (!isOffered(model)) throw new ChineseModelsOffError(model);
        if (!keepsNothing(model)) throw new ZeroRetentionError(model);
      },
    };
  }

  private async readZeroRetention(organizationId: string): Promise<boolean> {
    const rows = await this.dataSource.query<{ zero_retention: boolean }[]>(
      'SELECT zero_retention FROM organizations WHERE id = $1',
      [organizationId],
    );
    return rows[0]?.zero_retention ?? false;
  }
}
