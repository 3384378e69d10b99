import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull, LessThan } from 'typeorm';
import { Catalog } from '../catalog/catalog.js';
import { chooseDefaultTiers } from '../catalog/default-router.js';
import { ChangeFeed } from '../database/change-feed.js';
import { ConfiguredUpstreams } from './configured-upstreams.js';
import { createProject } from './create-project.js';
import { ProjectEntity, type TraceContent } from './project.entity.js';

export type PermissionFields = Partial<
  Pick<ProjectEntity, 'smartRouting' | 'automaticUpdates' | 'tokenCompression' | 'chineseModels'>
>;

@Injectable()
export class ProjectsService {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ChangeFeed) private readonly feed: ChangeFeed,
    @Inject(Catalog) private readonly catalog: Catalog,
    @Inject(ConfiguredUpstreams) private readonly upstreams: ConfiguredUpstreams,
  ) {}

  /** Deleted ones are not found. */
  find(id: string): Promise<ProjectEntity | null> {
    return this.dataSource.getRepository(ProjectEntity).findOneBy({ id, deletedAt: IsNull() });
  }

  list(
    organizationId: string,
    { limit, after }: { limit: number; after?: string },
  ): Promise<ProjectEntity[]> {
    const older = after === undefined ? {} : { id: LessThan(after) };
    return this.dataSource
      .getRepository(ProjectEntity)
      .find({ where: { organizationId, deletedAt: IsNull(), ...older }, order: { id: 'DESC' }, take: limit });
  }

  create({
    organizationId,
    name,
    permissions,
  }: {
    organizationId: string;
    name: string;
    permissions: PermissionFields;
  }): Promise<ProjectEntity> {
    const tiers = chooseDefaultTiers(this.catalog, this.upstreams.list());
    return this.dataSource.transaction(async (manager) => {
      const id = await createProject(manager, { organizationId, name, permissions, tiers });
      await this.feed.publish(manager, { organizationId });
      return manager.getRepository(ProjectEntity).findOneByOrFail({ id });
    });
  }

  change(
    project: ProjectEntity,
    fields: PermissionFields & { name?: string; traceContent?: TraceContent },
  ): Promise<ProjectEntity> {
    return this.dataSource.transaction(async (manager) => {
      const repository = manager.getRepository(ProjectEntity);
      if (Object.keys(fields).length > 0) await repository.update({ id: project.id }, fields);
      await this.feed.publish(manager, { organizationId: project.organizationId });
      return repository.findOneByOrFail({ id: project.id });
    });
  }

  /** Its keys stop working with it; calls and charges stay. */
  async remove(project: ProjectEntity): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.query('UPDATE projects SET deleted_at = now() WHERE id = $1 AND deleted_at IS NULL', [
        project.id,
      ]);
      await this.feed.publish(manager, { organizationId: project.organizationId });
    });
  }
}
