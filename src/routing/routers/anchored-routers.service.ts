import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Logger } from 'pino';
import { ChangeFeed } from '../../database/change-feed.js';
import { asDatabaseFailure } from '../../database/database-unavailable.error.js';
import { LOGGER } from '../../http/logger.js';
import { atMost } from '../../lib/at-most.js';
import { newId } from '../../lib/ids.js';
import { lockProject } from './lock-project.js';
import { RouterDirectory, toRouter, type Router } from './router-directory.service.js';
import { RouterGoneError } from './router-errors.js';
import { API_AUTHOR, recordVersion } from './router-versions.js';
import { RouterEntity } from './router.entity.js';

export interface AnchorRequest {
  readonly projectId: string;
  readonly organizationId: string;
  /** The id of `anchorIdOf`. */
  readonly anchorModel: string;
}

/** Ids of the marketplace have no end, so neither would the routers that calls create. */
const MAX_ANCHORED = 1_000;
const ANSWER_WAITS_MS = 1_000;

/** Routers that come into being when a call names a model (`From your code`). */
@Injectable()
export class AnchoredRouters {
  /** Creations under way: the first calls of one process share one. */
  private readonly creating = new Map<string, Promise<Router | undefined>>();
  /** The last creation of each project that has one under way. */
  private readonly turns = new Map<string, Promise<Router | undefined>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
    private readonly directory: RouterDirectory,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The router anchored on a model, created when a call is the first to name it: one row, however many first calls there are
   * on however many processes. `undefined` for a project without any router, where an explicit model is forwarded as it is.
   * @throws DatabaseUnavailableError (503)
   */
  async ensure(request: AnchorRequest): Promise<Router | undefined> {
    const { projectId, anchorModel } = request;
    const { byAnchor, routers } = await this.directory.find(projectId);
    const known = byAnchor.get(anchorModel);
    if (known !== undefined || routers.length === 0) return known;
    const key = `${projectId} ${anchorModel}`;
    const pending = this.creating.get(key);
    if (pending !== undefined) return pending;
    const creation = this.createInTurn(request).finally(() => this.creating.delete(key));
    this.creating.set(key, creation);
    return creation;
  }

  /**
   * The same for a call whose answer is there: it waits for its router's id a little, and does not fail without it. The next call
   * that names the model creates what this one could not.
   */
  async ensureBeside(request: AnchorRequest): Promise<string | undefined> {
    try {
      return (await atMost(ANSWER_WAITS_MS, this.ensure(request)))?.id;
    } catch (error) {
      this.logger.warn({ err: error }, 'anchored router not created');
      return undefined;
    }
  }

  /** They wait for the project's lock anyway: in turn, a flood of new ids takes one connection of the pool and not all. */
  private createInTurn(request: AnchorRequest): Promise<Router | undefined> {
    const { projectId } = request;
    const create = () => this.create(request);
    const turn = (this.turns.get(projectId) ?? Promise.resolve()).then(create, create).finally(() => {
      if (this.turns.get(projectId) === turn) this.turns.delete(projectId);
    });
    this.turns.set(projectId, turn);
    return turn;
  }

  /** `undefined` when the project, or its last router, was deleted since it was asked. */
  private async create({
    projectId,
    organizationId,
    anchorModel,
  }: AnchorRequest): Promise<Router | undefined> {
    try {
      const row = await this.dataSource.transaction(async (manager) => {
        await lockProject(manager, projectId);
        const id = await insertAnchored(manager, { projectId, anchorModel });
        if (id !== undefined) {
          await recordVersion(manager, [id], API_AUTHOR);
          await dropSurplus(manager, { projectId, created: id });
          await this.feed.publish(manager, { organizationId });
        }
        return manager.getRepository(RouterEntity).findOneBy({ projectId, anchorModel });
      });
      return row === null ? undefined : toRouter(row);
    } catch (error) {
      if (error instanceof RouterGoneError) return undefined;
      throw asDatabaseFailure(error);
    }
  }
}

/** @returns the id of a new row; `undefined` when there is one already, or the project has no router left */
async function insertAnchored(
  manager: EntityManager,
  { projectId, anchorModel }: { projectId: string; anchorModel: string },
): Promise<string | undefined> {
  const [inserted] = await manager.query<{ id: string }[]>(
    `INSERT INTO routers (id, project_id, name, origin, anchor_model, big_model)
     SELECT $1, $2, $3, 'from_code', $3, $3 WHERE EXISTS (SELECT 1 FROM routers WHERE project_id = $2)
     ON CONFLICT (project_id, anchor_model) DO NOTHING RETURNING id`,
    [newId('rtr'), projectId, anchorModel],
  );
  return inserted?.id;
}

/** Nobody misses the oldest one that was never edited: the next call that names its model creates it again. */
async function dropSurplus(
  manager: EntityManager,
  { projectId, created }: { projectId: string; created: string },
): Promise<void> {
  await manager.query(
    `DELETE FROM routers WHERE id IN (
       SELECT id FROM routers r WHERE project_id = $1 AND origin = 'from_code' AND id <> $2
          AND NOT EXISTS (SELECT 1 FROM router_versions v WHERE v.router_id = r.id AND (v.number > 1 OR v.who <> $4))
        ORDER BY id
        LIMIT greatest(0, (SELECT count(*) FROM routers WHERE project_id = $1 AND origin = 'from_code') - $3))`,
    [projectId, created, MAX_ANCHORED, API_AUTHOR.who],
  );
}
