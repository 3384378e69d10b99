import { Injectable } from '@nestjs/common';
import { Catalog } from '../catalog/catalog.js';
import { canonicalModel } from '../records/judging/canonical-model.js';
import type { TierModels } from '../routing/routers/router-rules.js';
import { RoutersInForce, type RouterInForce } from '../routing/decision/routers-in-force.service.js';
import { RoutersService } from '../routing/routers/routers.service.js';
import type { RecordThreshold } from '../routing/routers/threshold-in-force.js';
import type { TierRecordIds } from './recommend-for-group.js';

/** A router as records are held against it. */
export interface RouterRecord {
  readonly id: string;
  /** What its tiers serve by now, by the ids of records. */
  readonly serving: TierRecordIds;
  /** Its tiers as routers keep them. */
  readonly models: TierModels;
  readonly threshold: number | null;
  readonly recordThreshold: RecordThreshold | null;
}

@Injectable()
export class RouterRecords {
  constructor(
    private readonly routers: RoutersService,
    private readonly inForce: RoutersInForce,
    private readonly catalog: Catalog,
  ) {}

  /** All routers of a project. */
  async read(projectId: string): Promise<RouterRecord[]> {
    const rows = await this.routers.list(projectId);
    const inForce = await this.inForce.ofProject(projectId);
    return rows.map((row) => {
      const { tiers, models } = inForce(row);
      const { id, threshold, recordThreshold } = row;
      return { id, threshold, recordThreshold, models, serving: this.recordIds(tiers) };
    });
  }

  private recordIds({ big, medium, small }: RouterInForce['tiers']): TierRecordIds {
    const idOf = ({ model }: { model: string | null }): string | undefined =>
      model === null ? undefined : canonicalModel(model, this.catalog);
    return { big: idOf(big), medium: idOf(medium), small: idOf(small) };
  }
}
