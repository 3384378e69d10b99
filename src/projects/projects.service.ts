import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, LessThan, type EntityManager } from 'typeorm';
import { recordChange } from '../audit/record-change.js';
import { Catalog } from '../catalog/catalog.js';
import { chooseDefaultTiers } from '../catalog/default-router.js';
import { ChangeFeed } from '../database/change-feed.js';
import { SnapshotCache } from '../database/snapshot-cache.js';
import { auditedProject } from './audited-fields.js';
import { mergeContentSetting, type ContentSetting } from './content-setting.js';
import { ConfiguredUpstreams } from './configured-upstreams.js';
import { readNames } from '../database/read-names.js';
import { createProject } from './create-project.js';
import { ProjectEntity } from './project.entity.js';

export type PermissionFields = Partial<
  Pick<
    ProjectEntity,
    'smartRouting' | 'automaticUpdates' | 'tokenCompression' | 'chineseModels' | 'responseStorage'
  >
>;

/** Absent members stay as they are, those of `callContent` too. */
export type ProjectFields = PermissionFields &
  Partial<Pick<ProjectEntity, 'name' | 'traceContent' | 'limitUsd' | 'limitPeriod'>> & {
    readonly callContent?: Partial<ContentSetting>;
  };

/** Whose a project is, which never changes. */
export interface ProjectPlace {
  readonly id: string;
  readonly organizationId: string;
}

const MAX_PLACES = 10_000;

@Injectable()
export class ProjectsService {
  private readonly places: SnapshotCache<string, ProjectPlace>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
    private readonly catalog: Catalog,
    private readonly upstreams: ConfiguredUpstreams,
  ) {
    this.places = new SnapshotCache({
      feed,
      maxEntries: MAX_PLACES,
      load: (id) => this.readPlace(id),
      organizationOf: ({ organizationId }) => organizationId,
    });
  }

  /** From memory, for what is asked again and again. Deleted ones are not found. @throws DatabaseUnavailableError (503) */
  place(id: string): Promise<ProjectPlace | undefined> {
    return this.places.get(id);
  }

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

  /** With those that are deleted: what they spent remains. */
  async allIdsOf(organizationId: string): Promise<string[]> {
    const rows = await this.dataSource
      .getRepository(ProjectEntity)
      .find({ where: { organizationId }, select: { id: true }, order: { id: 'ASC' } });
    return rows.map(({ id }) => id);
  }

  /** Names by id, of deleted ones too. */
  namesOf(ids: ReadonlySet<string>): Promise<Map<string, string>> {
    return readNames(this.dataSource.getRepository(ProjectEntity), ids);
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
      const created = await manager.getRepository(ProjectEntity).findOneByOrFail({ id });
      await record(manager, 'project.create', { before: null, after: created });
      return created;
    });
  }

  /** @param fieldsOf what changes, of the project as it is while nobody else changes it */
  async changeIn(
    manager: EntityManager,
    project: ProjectEntity,
    fieldsOf: (before: ProjectEntity) => ProjectFields,
  ): Promise<ProjectEntity> {
    const repository = manager.getRepository(ProjectEntity);
    // Weak enough to let calls and keys refer to the project meanwhile.
    const before = await repository.findOneOrFail({
      where: { id: project.id },
      lock: { mode: 'for_no_key_update' },
    });
    const { callContent, ...fields } = fieldsOf(before);
    const content =
      callContent === undefined ? {} : { callContent: mergeContentSetting(before.callContent, callContent) };
    const changes = { ...fields, ...content };
    if (Object.keys(changes).length > 0) await repository.update({ id: project.id }, changes);
    await this.feed.publish(manager, { organizationId: project.organizationId });
    const changed = await repository.findOneByOrFail({ id: project.id });
    await record(manager, 'project.change', { before, after: changed });
    return changed;
  }

  /** Its keys stop working with it; calls and charges stay. */
  async remove(project: ProjectEntity): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const { affected } = await manager
        .getRepository(ProjectEntity)
        .update({ id: project.id, deletedAt: IsNull() }, { deletedAt: () => 'now()' });
      if (affected === 1) await record(manager, 'project.delete', { before: project, after: null });
      await this.feed.publish(manager, { organizationId: project.organizationId });
    });
  }

  private async readPlace(id: string): Promise<ProjectPlace | undefined> {
    const [place] = await this.dataSource.query<ProjectPlace[]>(
      'SELECT id, organization_id AS "organizationId" FROM projects WHERE id = $1 AND deleted_at IS NULL',
      [id],
    );
    return place;
  }
}

function record(
  manager: EntityManager,
  action: string,
  { before, after }: { before: ProjectEntity | null; after: ProjectEntity | null },
): Promise<void> {
  const project = after ?? before;
  if (project === null) return Promise.resolve();
  return recordChange(manager, {
    organizationId: project.organizationId,
    projectId: project.id,
    action,
    targetId: project.id,
    before: before && auditedProject(before),
    after: after && auditedProject(after),
  });
}
