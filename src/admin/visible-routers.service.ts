import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { ProjectsService } from '../projects/projects.service.js';
import { RouterDirectory, type Router } from '../routing/router-directory.service.js';
import { NotFoundError, scopeOf, sees } from './admin-scope.js';

/** The routers that a management request may see; another organization's, and a deleted project's, look unknown. */
@Injectable()
export class VisibleRouters {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ProjectsService) private readonly projects: ProjectsService,
    @Inject(RouterDirectory) private readonly routers: RouterDirectory,
  ) {}

  /** @throws NotFoundError (404) */
  async get(request: FastifyRequest, id: string): Promise<{ router: Router; projectId: string }> {
    const [owner] = await this.dataSource.query<{ project_id: string }[]>(
      'SELECT project_id FROM routers WHERE id = $1',
      [id],
    );
    const project = owner === undefined ? null : await this.projects.find(owner.project_id);
    if (project === null || !sees(scopeOf(request), project.organizationId))
      throw new NotFoundError('router', id);
    const router = (await this.routers.list(project.id)).find((candidate) => candidate.id === id);
    if (router === undefined) throw new NotFoundError('router', id);
    return { router, projectId: project.id };
  }
}
