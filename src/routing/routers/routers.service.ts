import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull, LessThan, type EntityManager, type Repository } from 'typeorm';
import { recordChange } from '../../audit/record-change.js';
import { Catalog } from '../../catalog/catalog.js';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { ChangeFeed } from '../../database/change-feed.js';
import { readNames } from '../../database/read-names.js';
import { meetsExpected, type ExpectedState } from '../../lib/entity-tag.js';
import { newId } from '../../lib/ids.js';
import { auditedRouter } from './audited-router.js';
import type { RouterToPreview } from '../decision/asked.js';
import { lockProject } from './lock-project.js';
import {
  RouterChangedError,
  RouterExistsError,
  RouterGoneError,
  TooManyRoutersError,
} from './router-errors.js';
import { planChange, planCreation, type RouterChanges, type RouterState } from './router-rules-save.js';
import type { TierPolicy } from './router-rules-tiers.js';
import { RouterVersionEntity } from './router-version.entity.js';
import { firstVersionOf, keepFirstVersion, recordVersion, type RouterAuthor } from './router-versions.js';
import { routerTag } from './router-tag.js';
import { RouterEntity } from './router.entity.js';
import { thresholdToRestore } from './threshold-in-force.js';

/** A project and whose it is, as the management API has checked it. */
export interface RouterOwner {
  readonly organizationId: string;
  readonly projectId: string;
}

const MAX_OWN_ROUTERS = 100;

interface Write {
  readonly manager: EntityManager;
  readonly routers: Repository<RouterEntity>;
  readonly policy: Omit<TierPolicy, 'anchorModel'>;
  readonly projectId: string;
  readonly organizationId: string;
  readonly author: RouterAuthor;
}

/**
 * Management of routers. Every change, its version and its announcement are one transaction under the project's lock, so
 * that two of them cannot both move the auto mark, and none saves a model that the toggle has just forbidden.
 */
@Injectable()
export class RoutersService {
  private readonly repository: Repository<RouterEntity>;
  private readonly models: Pick<TierPolicy, 'catalog' | 'prefixes'>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
    catalog: Catalog,
    @Inject(SETTINGS) { idPrefixA, idPrefixB }: Settings,
  ) {
    this.repository = dataSource.getRepository(RouterEntity);
    this.models = { catalog, prefixes: { a: idPrefixA, b: idPrefixB } };
  }

  /** What routers are called; nothing of those that are deleted. */
  namesOf(ids: ReadonlySet<string>): Promise<Map<string, string>> {
    return readNames(this.repository, ids);
  }

  /** Oldest first. */
  list(projectId: string): Promise<RouterEntity[]> {
    return this.repository.find({ where: { projectId }, order: { id: 'ASC' } });
  }

  find(id: string): Promise<RouterEntity | null> {
    return this.repository.findOneBy({ id });
  }

  /**
   * @throws InvalidRouterError, TooManyRoutersError (400), RouterModelsForbiddenError (403), RouterExistsError (409) for an anchor
   * that has a router, RouterGoneError (404) when the project is deleted
   */
  create(
    owner: RouterOwner,
    changes: RouterChanges & { name: string },
    author: RouterAuthor,
  ): Promise<RouterEntity> {
    return this.write(owner, author, async (write) => {
      const { routers, projectId, manager } = write;
      const hasAuto = await routers.existsBy({ projectId, auto: true });
      const { anchorModel, state } = planCreation(changes, { ...write.policy, hasAuto });
      await refuseAnother(write, anchorModel);
      if (state.auto) await unmarkAuto(write);
      const id = newId('rtr');
      const origin = anchorModel === undefined ? 'custom' : 'from_code';
      await routers.insert({ ...state, id, projectId, origin, anchorModel: anchorModel ?? null });
      await recordVersion(manager, [id], author);
      const created = await routers.findOneByOrFail({ id });
      await record(write, 'router.create', { before: null, after: created });
      return created;
    });
  }

  /**
   * A change that changes nothing makes no version.
   * @param expected the state that the change was made for; any when absent
   * @throws as `create`; RouterGoneError (404) also when the router is deleted, RouterChangedError (412)
   */
  change(
    owner: RouterOwner,
    id: string,
    changes: RouterChanges,
    author: RouterAuthor,
    expected?: ExpectedState,
  ): Promise<RouterEntity> {
    return this.write(owner, author, async (write) => {
      const before = await findIn(write, id, expected);
      const state = planChange(before, changes, write.policy);
      return state === undefined ? before : save(write, before, state);
    });
  }

  /** A router as it would be saved; nothing is saved. @throws InvalidRouterError (400), RouterModelsForbiddenError (403) */
  planDraft(changes: RouterChanges & { name: string }, chineseModels: boolean): RouterToPreview {
    const policy = { ...this.models, chineseModels, hasAuto: true };
    const { anchorModel, state } = planCreation(changes, policy);
    const { name, threshold, big, medium, small, outageFallback } = state;
    return {
      id: undefined,
      name,
      anchorModel,
      tiers: { big: big ?? undefined, medium: medium ?? undefined, small: small ?? undefined },
      threshold: threshold ?? undefined,
      recordThreshold: undefined,
      outageFallback,
    };
  }

  /** Its versions go with it, and the auto mark to the oldest router that can have it. @throws RouterGoneError (404) */
  async remove(owner: RouterOwner, id: string, author: RouterAuthor): Promise<void> {
    await this.write(owner, author, async (write) => {
      const { routers, projectId } = write;
      const gone = await findIn(write, id);
      await routers.delete({ id });
      await record(write, 'router.delete', { before: gone, after: null });
      if (!gone.auto) return;
      const heir = await routers.findOne({
        where: { projectId, anchorModel: IsNull() },
        order: { id: 'ASC' },
      });
      if (heir !== null) await save(write, heir, planChange(heir, { auto: true }, write.policy) ?? heir);
    });
  }

  /** Newest first, numbers under `below`. */
  async versions(
    router: RouterEntity,
    { limit, below }: { limit: number; below: number },
  ): Promise<RouterVersionEntity[]> {
    const repository = this.dataSource.getRepository(RouterVersionEntity);
    const rows = await repository.find({
      where: { routerId: router.id, number: LessThan(below) },
      order: { number: 'DESC' },
      take: limit,
    });
    if (rows.length > 0 || below <= 1) return rows;
    return (await repository.existsBy({ routerId: router.id })) ? [] : [firstVersionOf(router)];
  }

  /**
   * Name, tiers and threshold as they were, as a new version; the auto mark belongs to the project and stays where it is. Where the
   * record has moved the threshold since, what was in force then is set.
   * @throws as `change`: what may not be saved today cannot be restored either
   */
  restore(
    owner: RouterOwner,
    id: string,
    number: number,
    author: RouterAuthor,
    expected?: ExpectedState,
  ): Promise<RouterEntity> {
    return this.write(owner, author, async (write) => {
      const router = await findIn(write, id, expected);
      await keepFirstVersion(write.manager, [id]);
      const version = await write.manager
        .getRepository(RouterVersionEntity)
        .findOneBy({ routerId: id, number });
      if (version === null) throw new RouterGoneError('version', String(number));
      const { name, big, medium, small, outageFallback } = version;
      const threshold = thresholdToRestore(version, router);
      const changes = { name, threshold, tiers: { big, medium, small }, outageFallback };
      const state = planChange(router, changes, write.policy);
      return save(write, router, state ?? router);
    });
  }

  private write<T>(owner: RouterOwner, author: RouterAuthor, work: (write: Write) => Promise<T>): Promise<T> {
    const { organizationId, projectId } = owner;
    return this.dataSource.transaction(async (manager) => {
      const { chineseModels } = await lockProject(manager, projectId);
      const routers = manager.getRepository(RouterEntity);
      const policy = { ...this.models, chineseModels };
      const result = await work({ manager, routers, policy, projectId, organizationId, author });
      await this.feed.publish(manager, { organizationId });
      return result;
    });
  }
}

/** Under the project's lock: what is found here stays so until the change is made, whoever else changes it. */
async function findIn(
  { routers, projectId }: Write,
  id: string,
  expected?: ExpectedState,
): Promise<RouterEntity> {
  const router = await routers.findOneBy({ id, projectId });
  if (router === null) throw new RouterGoneError('router', id);
  const tag = routerTag(router);
  if (!meetsExpected(tag, expected)) throw new RouterChangedError({ routerId: id, tag });
  return router;
}

async function save(write: Write, before: RouterEntity, state: RouterState): Promise<RouterEntity> {
  const { manager, routers, author } = write;
  const { id } = before;
  await keepFirstVersion(manager, [id]);
  if (state.auto && !before.auto) await unmarkAuto(write);
  await routers.update({ id }, { ...state, updatedAt: () => 'now()' });
  await recordVersion(manager, [id], author);
  const after = await routers.findOneByOrFail({ id });
  await record(write, 'router.change', { before, after });
  return after;
}

/** Before another router is marked: the index that lets one a project be marked does not wait for the end of a transaction. */
async function unmarkAuto(write: Write): Promise<void> {
  const { manager, routers, projectId, author } = write;
  const marked = await routers.find({ where: { projectId, auto: true } });
  const ids = marked.map(({ id }) => id);
  await keepFirstVersion(manager, ids);
  await routers.update({ projectId, auto: true }, { auto: false, updatedAt: () => 'now()' });
  await recordVersion(manager, ids, author);
  for (const before of marked) {
    const after = Object.assign(new RouterEntity(), before, { auto: false });
    await record(write, 'router.change', { before, after });
  }
}

function record(
  { manager, organizationId, projectId }: Write,
  action: string,
  { before, after }: { before: RouterEntity | null; after: RouterEntity | null },
): Promise<void> {
  return recordChange(manager, {
    organizationId,
    projectId,
    action,
    targetId: (after ?? before)?.id ?? '',
    before: before && auditedRouter(before),
    after: after && auditedRouter(after),
  });
}

async function refuseAnother({ routers, projectId }: Write, anchorModel: string | undefined): Promise<void> {
  if (anchorModel !== undefined) {
    const existing = await routers.findOneBy({ projectId, anchorModel });
    if (existing !== null) throw new RouterExistsError({ anchorModel, routerId: existing.id });
    return;
  }
  const own = await routers.countBy({ projectId, anchorModel: IsNull() });
  if (own >= MAX_OWN_ROUTERS) throw new TooManyRoutersError(MAX_OWN_ROUTERS);
}
