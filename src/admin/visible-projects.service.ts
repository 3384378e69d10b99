import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { ProjectEntity } from '../projects/project.entity.js';
import { ProjectsService, type ProjectPlace } from '../projects/projects.service.js';
import { NotFoundError, scopeOf, sees } from './admin-scope.js';

/** The projects that a management request may see; another organization's look unknown. */
@Injectable()
export class VisibleProjects {
  constructor(private readonly projects: ProjectsService) {}

  /** Whose it is, for reads that ask no more of it: a console repeats them. @throws NotFoundError (404) */
  async place(request: FastifyRequest, id: string): Promise<ProjectPlace> {
    const place = await this.projects.place(id);
    if (place === undefined || !sees(scopeOf(request), place.organizationId))
      throw new NotFoundError('project', id);
    return place;
  }

  /** @throws NotFoundError (404) */
  async get(request: FastifyRequest, id: string): Promise<ProjectEntity> {
    const project = await this.projects.find(id);
    if (project === null || !sees(scopeOf(request), project.organizationId))
      throw new NotFoundError('project', id);
    return project;
  }
}
