import { Injectable } from '@nestjs/common';
import { Catalog } from '../../catalog/catalog.js';
import type { ProjectEntity } from '../../projects/project.entity.js';
import { RecommendationsService } from '../../recommendations/recommendations.service.js';
import type { RouterEntity } from '../../routing/routers/router.entity.js';
import { ABOVE_EVERY_VERSION } from '../../routing/routers/router-versions.js';
import { RoutersService } from '../../routing/routers/routers.service.js';
import { includes } from '../dto/queries.dto.js';
import { cutPage, toPage } from '../page.js';
import { presentModel, presentRouterVersion } from '../present.js';
import { presentRecommendation } from '../recommendations/present-recommendation.js';

/** What an answer about a router may carry beside it. */
export const ROUTER_PARTS = ['versions', 'recommendations', 'models'] as const;

const VERSIONS = 100;

/** What belongs to a router, each as its own list has it: one answer for whoever opens it. */
@Injectable()
export class RouterParts {
  constructor(
    private readonly routers: RoutersService,
    private readonly recommendations: RecommendationsService,
    private readonly catalog: Catalog,
  ) {}

  async of(router: RouterEntity, project: ProjectEntity, query: { readonly include?: string }) {
    return {
      ...(includes(query, 'versions') && { versions: await this.versions(router) }),
      ...(includes(query, 'recommendations') && {
        recommendations: await this.recommended(router, project),
      }),
      ...(includes(query, 'models') && { models: cutPage(this.catalog.list().map(presentModel), {}) }),
    };
  }

  private async versions(router: RouterEntity) {
    const rows = await this.routers.versions(router, { limit: VERSIONS + 1, below: ABOVE_EVERY_VERSION });
    return toPage(rows.map(presentRouterVersion), VERSIONS);
  }

  private async recommended(router: RouterEntity, project: ProjectEntity) {
    const rows = await this.recommendations.list(project);
    const own = rows.filter((row) => row.router?.id === router.id);
    return cutPage(own.map(presentRecommendation), {});
  }
}
