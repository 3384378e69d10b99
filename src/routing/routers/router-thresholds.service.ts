import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AUTOMATIC_UPDATES, type Actor } from '../../audit/actor.js';
import { recordChange } from '../../audit/record-change.js';
import { ChangeFeed } from '../../database/change-feed.js';
import { DEFAULT_THRESHOLD } from '../complexity/score-complexity.js';
import { auditedRouter } from './audited-router.js';
import { lockProject } from './lock-project.js';
import { keepFirstVersion, RECORD_AUTHOR, recordVersion, type RouterAuthor } from './router-versions.js';
import { RouterEntity } from './router.entity.js';
import type { RouterOwner } from './routers.service.js';
import { isSame, type RecordThreshold } from './threshold-in-force.js';

/** A change of what a router's record speaks for, from what it was read to be. */
export interface RecordThresholdChange {
  readonly routerId: string;
  readonly from: RecordThreshold | null;
  readonly to: RecordThreshold | null;
}

/** A threshold that somebody sets, from the one that it was recommended against. */
export interface ThresholdChange {
  readonly routerId: string;
  readonly from: number;
  readonly to: number;
  readonly author: RouterAuthor;
}

interface Save {
  readonly owner: RouterOwner;
  readonly fields: Pick<Partial<RouterEntity>, 'threshold' | 'recordThreshold'>;
  readonly author: RouterAuthor;
  readonly by?: Actor;
}

/** Thresholds that come of records. Each change is a version of its router, under the project's lock as every other one. */
@Injectable()
export class RouterThresholds {
  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
  ) {}

  /**
   * Applies what the record speaks for now, by automatic updates. Does nothing when the router was changed since it was read, has a
   * threshold that is set, or automatic updates was turned off; so however many processes ask, it is one version.
   * @returns whether the router changed
   */
  async settle(owner: RouterOwner, { routerId, from, to }: RecordThresholdChange): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const { automaticUpdates } = await lockProject(manager, owner.projectId);
      const router = await findIn(manager, owner, routerId);
      const mayApply = automaticUpdates && router?.threshold === null;
      if (router === null || !isSame(router.recordThreshold, from) || (to !== null && !mayApply))
        return false;
      const fields = { recordThreshold: to };
      await this.save(manager, router, { owner, fields, author: RECORD_AUTHOR, by: AUTOMATIC_UPDATES });
      return true;
    });
  }

  /** Projects with a router whose record was followed, by id. */
  async readProjects(): Promise<string[]> {
    const rows = await this.dataSource.query<{ project_id: string }[]>(
      'SELECT DISTINCT project_id FROM routers WHERE record_threshold IS NOT NULL ORDER BY project_id',
    );
    return rows.map(({ project_id: projectId }) => projectId);
  }

  /**
   * Sets a router's threshold, in a transaction that does more.
   * @returns false, and nothing is set, when the router is gone or its own threshold is no longer `from`
   * @throws RouterGoneError (404) when the project is gone
   */
  async set(
    manager: EntityManager,
    owner: RouterOwner,
    { routerId, from, to, author }: ThresholdChange,
  ): Promise<boolean> {
    await lockProject(manager, owner.projectId);
    const router = await findIn(manager, owner, routerId);
    if (router === null || (router.threshold ?? DEFAULT_THRESHOLD) !== from) return false;
    await this.save(manager, router, { owner, fields: { threshold: to }, author });
    return true;
  }

  private async save(
    manager: EntityManager,
    before: RouterEntity,
    { owner, fields, author, by }: Save,
  ): Promise<void> {
    const { id } = before;
    const { organizationId, projectId } = owner;
    await keepFirstVersion(manager, [id]);
    await manager.getRepository(RouterEntity).update({ id }, { ...fields, updatedAt: () => 'now()' });
    await recordVersion(manager, [id], author);
    const after = Object.assign(new RouterEntity(), before, fields);
    await recordChange(manager, {
      organizationId,
      projectId,
      action: 'router.change',
      targetId: id,
      before: auditedRouter(before),
      after: auditedRouter(after),
      by,
    });
    await this.feed.publish(manager, { organizationId });
  }
}

function findIn(
  manager: EntityManager,
  { projectId }: RouterOwner,
  id: string,
): Promise<RouterEntity | null> {
  return manager.getRepository(RouterEntity).findOneBy({ id, projectId });
}
