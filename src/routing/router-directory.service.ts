import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ChangeFeed } from '../database/change-feed.js';
import { SnapshotCache } from '../database/snapshot-cache.js';
import { RouterEntity, type RouterOrigin } from './router.entity.js';
import type { TierModels } from './router-rules.js';

/** A router as calls see it. */
export interface Router {
  readonly id: string;
  readonly name: string;
  readonly origin: RouterOrigin;
  readonly auto: boolean;
  readonly anchorModel: string | undefined;
  /** As they are kept: those of an anchored router at the time of a call are `tiersOf`. */
  readonly tiers: TierModels;
  /** Complexity (0–1) above which Big answers; `undefined` for the product's own. */
  readonly threshold: number | undefined;
}

interface ProjectRouters {
  readonly organizationId: string;
  readonly routers: readonly Router[];
  readonly byAnchor: ReadonlyMap<string, Router>;
}

const MAX_PROJECTS = 20_000;

/** The routers of a project, from memory; a change made on this process is seen by its next look-up. */
@Injectable()
export class RouterDirectory {
  private readonly projects: SnapshotCache<string, ProjectRouters>;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ChangeFeed) feed: ChangeFeed,
  ) {
    this.projects = new SnapshotCache({
      feed,
      maxEntries: MAX_PROJECTS,
      load: (projectId) => this.load(projectId),
      organizationOf: ({ organizationId }) => organizationId,
    });
  }

  /** Oldest first; empty for a project that deleted all its routers. @throws DatabaseUnavailableError (503) */
  async list(projectId: string): Promise<readonly Router[]> {
    return (await this.find(projectId))?.routers ?? [];
  }

  /** The router anchored on a model, by the id of `anchorIdOf`. @throws DatabaseUnavailableError (503) */
  async findAnchored(projectId: string, anchorModel: string): Promise<Router | undefined> {
    return (await this.find(projectId))?.byAnchor.get(anchorModel);
  }

  private async find(projectId: string): Promise<ProjectRouters | undefined> {
    return this.projects.peek(projectId) ?? (await this.projects.get(projectId));
  }

  private async load(projectId: string): Promise<ProjectRouters | undefined> {
    const [owner] = await this.dataSource.query<{ organization_id: string }[]>(
      'SELECT organization_id FROM projects WHERE id = $1',
      [projectId],
    );
    if (owner === undefined) return undefined;
    const rows = await this.dataSource
      .getRepository(RouterEntity)
      .find({ where: { projectId }, order: { id: 'ASC' } });
    const routers = rows.map(toRouter);
    const byAnchor = new Map(
      routers.flatMap((router) => (router.anchorModel === undefined ? [] : [[router.anchorModel, router]])),
    );
    return { organizationId: owner.organization_id, routers, byAnchor };
  }
}

/** The row as calls see it. */
export function toRouter(row: RouterEntity): Router {
  return {
    id: row.id,
    name: row.name,
    origin: row.origin,
    auto: row.auto,
    anchorModel: row.anchorModel ?? undefined,
    tiers: { big: row.big ?? undefined, medium: row.medium ?? undefined, small: row.small ?? undefined },
    threshold: row.threshold ?? undefined,
  };
}
