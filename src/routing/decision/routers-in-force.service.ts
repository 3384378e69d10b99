import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ServableModels } from './servable-models.service.js';
import { inForceOf, type InForce } from './in-force.js';
import { toRouter } from '../routers/router-directory.service.js';
import { RouterEntity } from '../routers/router.entity.js';
import { tiersOf, type TierModels } from '../routers/router-rules.js';
import { thresholdInForce, type ThresholdInForce } from '../routers/threshold-in-force.js';

/** What a router serves by now. */
export interface RouterInForce {
  /** What each tier gives. */
  readonly tiers: InForce;
  /** Ids as routers keep them, whether policy lets them serve or not. */
  readonly models: TierModels;
  readonly threshold: ThresholdInForce;
}

interface PolicyRow {
  readonly chinese_models: boolean;
  readonly automatic_updates: boolean;
  readonly zero_retention: boolean;
}

/** What the routers of a project serve now, for people who look at them. Asks the database: calls have their own memory. */
@Injectable()
export class RoutersInForce {
  constructor(
    private readonly dataSource: DataSource,
    private readonly models: ServableModels,
  ) {}

  async of(row: RouterEntity): Promise<RouterInForce> {
    const inForce = await this.ofProject(row.projectId);
    return inForce(row);
  }

  /** Answers for any router of the project. */
  async ofProject(projectId: string): Promise<(row: RouterEntity) => RouterInForce> {
    const [policy] = await this.dataSource.query<PolicyRow[]>(
      `SELECT p.chinese_models, p.automatic_updates, o.zero_retention
         FROM projects p JOIN organizations o ON o.id = p.organization_id WHERE p.id = $1`,
      [projectId],
    );
    const autoRow = await this.dataSource.getRepository(RouterEntity).findOneBy({ projectId, auto: true });
    const inputs = {
      autoRouter: autoRow === null ? undefined : toRouter(autoRow),
      policy: this.models.policyFor({
        chineseModels: policy?.chinese_models ?? true,
        models: undefined,
        zeroRetention: policy?.zero_retention ?? false,
        // An anchor may be a model that runs only there.
        surface: 'responses',
      }),
      priceOf: this.models.priceOf,
    };
    const automaticUpdates = policy?.automatic_updates ?? true;
    return (row) => {
      const router = toRouter(row);
      const models = tiersOf({ ...inputs, router });
      return {
        tiers: inForceOf({ ...inputs, router }),
        models,
        threshold: thresholdInForce({ router, tiers: models, automaticUpdates }),
      };
    };
  }
}
