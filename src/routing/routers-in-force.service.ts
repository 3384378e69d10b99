import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ServableModels } from './decision/servable-models.service.js';
import { inForceOf, type InForce } from './in-force.js';
import { toRouter } from './router-directory.service.js';
import { RouterEntity } from './router.entity.js';

/** What the routers of a project serve now, for people who look at them. Asks the database: calls have their own memory. */
@Injectable()
export class RoutersInForce {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ServableModels) private readonly models: ServableModels,
  ) {}

  async of(row: RouterEntity): Promise<InForce> {
    const inForce = await this.ofProject(row.projectId);
    return inForce(row);
  }

  /** Answers for any router of the project. */
  async ofProject(projectId: string): Promise<(row: RouterEntity) => InForce> {
    const [policy] = await this.dataSource.query<{ chinese_models: boolean; zero_retention: boolean }[]>(
      `SELECT p.chinese_models, o.zero_retention FROM projects p JOIN organizations o ON o.id = p.organization_id
        WHERE p.id = $1`,
      [projectId],
    );
    const autoRow = await this.dataSource.getRepository(RouterEntity).findOneBy({ projectId, auto: true });
    const inputs = {
      autoRouter: autoRow === null ? undefined : toRouter(autoRow),
      policy: this.models.policyFor({
        chineseModels: policy?.chinese_models ?? true,
        zeroRetention: policy?.zero_retention ?? false,
        // An anchor may be a model that runs only there.
        surface: 'responses',
      }),
      priceOf: this.models.priceOf,
    };
    return (row) => inForceOf({ ...inputs, router: toRouter(row) });
  }
}
