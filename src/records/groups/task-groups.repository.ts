import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { AuditedFields } from '../../audit/changed-members.js';
import { recordChange } from '../../audit/record-change.js';
import { takeTurn } from '../../database/advisory-locks.js';
import { ChangeFeed } from '../../database/change-feed.js';
import { readNames } from '../../database/read-names.js';
import { isSameTemplate } from './templates/group-index.js';
import { fingerprintOf, groupOf, packFeatures, type StoredGroup } from './stored-group.js';
import { TaskGroupEntity } from './task-group.entity.js';

/** A project has no more groups: what comes after them stays without one. */
export const MAX_GROUPS = 2_000;

@Injectable()
export class TaskGroupsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
  ) {}

  /** `undefined` for a project that is not there, or no more. */
  async load(projectId: string): Promise<{ organizationId: string; groups: StoredGroup[] } | undefined> {
    const [owner] = await this.dataSource.query<{ organization_id: string }[]>(
      'SELECT organization_id FROM projects WHERE id = $1 AND deleted_at IS NULL',
      [projectId],
    );
    if (owner === undefined) return undefined;
    const rows = await this.list(projectId);
    return {
      organizationId: owner.organization_id,
      groups: rows.map((row) => groupOf(row, owner.organization_id)),
    };
  }

  /** Oldest first; `MAX_GROUPS` at most, and some that racing processes made beyond. */
  list(projectId: string): Promise<TaskGroupEntity[]> {
    return this.dataSource
      .getRepository(TaskGroupEntity)
      .find({ where: { projectId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  namesOf(ids: ReadonlySet<string>): Promise<Map<string, string>> {
    return readNames(this.dataSource.getRepository(TaskGroupEntity), ids);
  }

  find(id: string): Promise<TaskGroupEntity | null> {
    return this.dataSource.getRepository(TaskGroupEntity).findOneBy({ id });
  }

  /**
   * Writes groups that were found or narrowed. The first process that stores a group stands; later ones narrow its template
   * and change nothing else. Groups of deleted projects, and those beyond the cap, are not written.
   * @returns what another process had stored already under another id, by the id of the group that is not to be
   */
  async save(groups: readonly StoredGroup[]): Promise<ReadonlyMap<string, StoredGroup>> {
    const twins = new Map<string, StoredGroup>();
    for (const group of groups) {
      await this.dataSource.transaction(async (manager) => {
        // Two processes that find one template at once take turns, so that the second sees the first's.
        await takeTurn(manager, 'taskGroups', group.projectId);
        const twin = (await findTwin(manager, group)) ?? (await this.split(manager, group));
        if (twin === undefined) await this.store(manager, group);
        else twins.set(group.id, twin);
      });
    }
    return twins;
  }

  /** The group after the change; the calls that begin when this returns see it, on every process within a second. */
  change(
    group: TaskGroupEntity,
    organizationId: string,
    fields: { name?: string; assignedModel?: string | null },
  ): Promise<TaskGroupEntity> {
    return this.dataSource.transaction(async (manager) => {
      const repository = manager.getRepository(TaskGroupEntity);
      const before = await repository.findOneOrFail({
        where: { id: group.id },
        lock: { mode: 'pessimistic_write' },
      });
      if (Object.keys(fields).length > 0)
        await repository.update({ id: group.id }, { ...fields, updatedAt: () => 'now()' });
      await this.feed.publish(manager, { organizationId });
      const changed = await repository.findOneByOrFail({ id: group.id });
      await recordChange(manager, {
        organizationId,
        projectId: group.projectId,
        action: 'group.change',
        targetId: group.id,
        before: auditedGroup(before),
        after: auditedGroup(changed),
      });
      return changed;
    });
  }

  /**
   * Leaves the group that another is split from what it keeps, unless an earlier split has settled that; to be done before the
   * other is stored.
   * @returns the older group, when what it keeps is what the other was found to be
   */
  private async split(manager: EntityManager, group: StoredGroup): Promise<StoredGroup | undefined> {
    const { splitFrom, left } = group;
    if (splitFrom === undefined || left === undefined) return undefined;
    const repository = manager.getRepository(TaskGroupEntity);
    // Whoever assigns a model to it meanwhile waits, and the new group takes over the model that holds.
    const row = await repository.findOne({ where: { id: splitFrom }, lock: { mode: 'pessimistic_write' } });
    if (row === null) return undefined;
    const origin = groupOf(row, group.organizationId);
    if (origin.keeps === undefined)
      await repository.update(
        { id: splitFrom },
        { keptScope: String(left.scope), keptFeatures: packFeatures(left.features) },
      );
    else if (isSameTemplate({ ...origin, ...origin.keeps }, group)) return origin;
    return undefined;
  }

  private async store(manager: EntityManager, group: StoredGroup): Promise<void> {
    const rows: { news: boolean }[] = await manager.query(SAVE, [
      group.id,
      group.projectId,
      group.renamed ?? group.name,
      group.task,
      fingerprintOf(group),
      group.basis,
      group.scope,
      packFeatures(group.features),
      group.distinct,
      group.weak,
      MAX_GROUPS,
      group.splitFrom ?? null,
    ]);
    if (rows[0]?.news === true) await this.feed.publish(manager, { organizationId: group.organizationId });
  }

  /** The groups that were split from each, oldest first; a group that none was split from is absent. */
  async readParts(groupIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const rows = await this.dataSource.query<{ id: string; parts: string[] }[]>(
      `SELECT split_from AS id, array_agg(id ORDER BY created_at, id) AS parts
         FROM task_groups WHERE split_from = ANY($1) GROUP BY split_from`,
      [groupIds],
    );
    return new Map(rows.map(({ id, parts }) => [id, parts]));
  }
}

async function findTwin(manager: EntityManager, group: StoredGroup): Promise<StoredGroup | undefined> {
  const rows = await manager.getRepository(TaskGroupEntity).find({
    where: { projectId: group.projectId, scope: String(group.scope) },
    order: { createdAt: 'ASC', id: 'ASC' },
  });
  // It is stored itself, and is narrowed now.
  if (rows.some(({ id }) => id === group.id)) return undefined;
  return rows
    .map((row) => groupOf(row, group.organizationId))
    .find((stored) => isSameTemplate(stored, group));
}

function auditedGroup({ name, assignedModel }: TaskGroupEntity): AuditedFields {
  return { name, assigned_model: assignedModel };
}

/**
 * A narrowed template renews the name that was read off it, until somebody changes the group. A group that is split from another begins with the model that is assigned
 * to that one, and is not stored without it.
 */
const SAVE = `
  INSERT INTO task_groups (id, project_id, name, task, fingerprint, basis, scope, features, seen_in, weak, split_from, assigned_model)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, origin.assigned_model
    FROM projects LEFT JOIN task_groups origin ON origin.id = $12 AND origin.project_id = $2
   WHERE projects.id = $2 AND projects.deleted_at IS NULL AND ($12::text IS NULL OR origin.id IS NOT NULL)
     AND (SELECT count(*) FROM task_groups WHERE project_id = $2 AND id <> $1) < $11
  ON CONFLICT (id) DO UPDATE SET features = excluded.features, seen_in = excluded.seen_in,
     name = CASE WHEN task_groups.updated_at = task_groups.created_at THEN excluded.name ELSE task_groups.name END
   WHERE task_groups.seen_in < excluded.seen_in
  RETURNING true AS news`;
