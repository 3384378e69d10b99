import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SpendLimits } from '../../billing/limits/spend-limits.service.js';
import type { SpendLimit } from '../../billing/limits/spend-limit.js';
import type { ProjectEntity } from '../../projects/project.entity.js';
import { ProjectsService, type ProjectFields } from '../../projects/projects.service.js';
import { readLimit, type LimitFields } from '../keys/read-limit.js';

/** A project with what is spent of its limit. */
export interface ManagedProject {
  readonly project: ProjectEntity;
  readonly limit: SpendLimit | undefined;
}

/** Projects as administrators change them: a limit is counted from then on. */
@Injectable()
export class ManagedProjects {
  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectsService,
    private readonly limits: SpendLimits,
  ) {}

  /** What is not named stays as it is. @throws InvalidRequestError (400) */
  change(project: ProjectEntity, fields: ProjectFields, limit: LimitFields): Promise<ManagedProject> {
    const { id, organizationId } = project;
    return this.dataSource.transaction(async (manager) => {
      const changed = await this.projects.changeIn(manager, project, (before) => ({
        ...fields,
        ...readLimit(limit, before),
      }));
      if (changed.limitUsd === null) return { project: changed, limit: undefined };
      await this.limits.count(manager, { id, projectId: id, organizationId });
      return { project: changed, limit: (await this.limits.of([id], manager)).get(id) };
    });
  }

  /** With what is spent of their limits, in the same order. */
  async withLimits(projects: readonly ProjectEntity[]): Promise<ManagedProject[]> {
    const limited = projects.filter(({ limitUsd }) => limitUsd !== null).map(({ id }) => id);
    const limits = await this.limits.of(limited);
    return projects.map((project) => ({ project, limit: limits.get(project.id) }));
  }

  async withLimit(project: ProjectEntity): Promise<ManagedProject> {
    const limits = project.limitUsd === null ? undefined : await this.limits.of([project.id]);
    return { project, limit: limits?.get(project.id) };
  }
}
