import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { ProjectEntity } from '../../projects/project.entity.js';
import { ProjectsService } from '../../projects/projects.service.js';
import type { RouterEntity } from '../../routing/routers/router.entity.js';
import { RoutersService, type RouterOwner } from '../../routing/routers/routers.service.js';
import { NotFoundError, scopeOf, sees } from '../admin-scope.js';

/** The routers that a management request may see; another organization's, and a deleted project's, look unknown. */
@Injectable()
export class VisibleRouters {
  constructor(
    private readonly projects: ProjectsService,
    private readonly routers: RoutersService,
  ) {}

  /** @throws NotFoundError (404) */
  async get(
    request: FastifyRequest,
    id: string,
  ): Promise<{
    readonly router: RouterEntity;
    readonly project: ProjectEntity;
    readonly owner: RouterOwner;
  }> {
    const router = await this.routers.find(id);
    const project = router === null ? null : await this.projects.find(router.projectId);
    if (router === null || project === null || !sees(scopeOf(request), project.organizationId))
      throw new NotFoundError('router', id);
    return { router, project, owner: { organizationId: project.organizationId, projectId: project.id } };
  }
}
