import { Injectable } from '@nestjs/common';
import { Catalog } from '../../catalog/catalog.js';
import { parseModelId } from '../../catalog/ids/parse-model-id.js';
import type { ProjectEntity } from '../../projects/project.entity.js';
import { assignableModel } from './assignable-model.js';
import { GroupRecordsReader, type GroupRecords } from './group-records-reader.js';
import type { TaskGroupEntity } from './task-group.entity.js';
import { TaskGroupsRepository } from './task-groups.repository.js';
import { TaskGroups } from './task-groups.service.js';

/** A group with its record, as people manage it. */
export interface ManagedGroup extends GroupRecords {
  readonly group: TaskGroupEntity;
  /** Ids of the groups that were split from it, oldest first. */
  readonly parts: readonly string[];
}

export interface GroupChanges {
  readonly name?: string;
  /** Null assigns none. */
  readonly assignedModel?: string | null;
}

const NO_RECORDS: GroupRecords = { records: [], cascade: null };

/** Groups for the management API: read from the database, with what this process found a moment ago. */
@Injectable()
export class ManagedGroups {
  constructor(
    private readonly repository: TaskGroupsRepository,
    private readonly groups: TaskGroups,
    private readonly records: GroupRecordsReader,
    private readonly catalog: Catalog,
  ) {}

  /** Oldest first. */
  async list(projectId: string): Promise<readonly TaskGroupEntity[]> {
    await this.groups.settle();
    return this.repository.list(projectId);
  }

  /** What groups are called. */
  namesOf(ids: ReadonlySet<string>): Promise<Map<string, string>> {
    return this.repository.namesOf(ids);
  }

  async find(id: string): Promise<TaskGroupEntity | null> {
    await this.groups.settle();
    return this.repository.find(id);
  }

  /** The rows of a page with all that is known of them. */
  async describe(groups: readonly TaskGroupEntity[]): Promise<readonly ManagedGroup[]> {
    const ids = groups.map(({ id }) => id);
    if (ids.length === 0) return [];
    const [records, parts] = await Promise.all([
      this.records.readGroups(ids),
      this.repository.readParts(ids),
    ]);
    return groups.map((group) => ({
      group,
      parts: parts.get(group.id) ?? [],
      ...(records.get(group.id) ?? NO_RECORDS),
    }));
  }

  /** @throws UnassignableModelError (400), ChineseModelNotAssignableError (403) */
  async change(
    group: TaskGroupEntity,
    { organizationId, chineseModels }: Pick<ProjectEntity, 'organizationId' | 'chineseModels'>,
    { name, assignedModel }: GroupChanges,
  ): Promise<TaskGroupEntity> {
    const model =
      typeof assignedModel === 'string'
        ? assignableModel(parseModelId(assignedModel, this.catalog, this.catalog.prefixes), { chineseModels })
        : assignedModel;
    return this.repository.change(group, organizationId, {
      ...(name === undefined ? {} : { name }),
      ...(model === undefined ? {} : { assignedModel: model }),
    });
  }
}
