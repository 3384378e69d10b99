import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ChangeFeed } from '../../database/change-feed.js';
import { SnapshotCache } from '../../database/snapshot-cache.js';
import { RouterEntity, type RouterOrigin } from './router.entity.js';
import type { TierModels } from './router-rules.js';
import type { RecordThreshold } from './threshold-in-force.js';

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
  /** What the record speaks for; `thresholdInForce` says when it counts. */
  readonly recordThreshold: RecordThreshold | undefined;
  readonly outageFallback: boolean;
}

export interface ProjectRouters {
  /** Oldest first; empty for a project that deleted all its routers. */
  readonly routers: readonly Router[];
  /** The one that serves `auto`. */
  readonly autoRouter: Router | undefined;
  /** Routers anchored on a model, by the id of `anchorIdOf`. */
  readonly byAnchor: ReadonlyMap<string, Router>;
}

interface OwnedRouters extends ProjectRouters {
  readonly organizationId: string;
}

/** Of a project that is gone. */
const NO_ROUTERS: ProjectRouters = {
  routers: [],
  autoRouter: undefined,
  byAnchor: new Map(),
};

const MAX_PROJECTS = 20_000;

/** The routers of a project, from memory; a change made on this process is seen by its next look-up. */
@Injectable()
export class RouterDirectory {
  private readonly projects: SnapshotCache<string, OwnedRouters>;

  constructor(
    private readonly dataSource: DataSource,
    feed: ChangeFeed,
  ) {
    this.projects = new SnapshotCache({
      feed,
      maxEntries: MAX_PROJECTS,
      load: (projectId) => this.load(projectId),
      organizationOf: ({ organizationId }) => organizationId,
    });
  }

  /** At once when memory knows the project; else rejects with DatabaseUnavailableError (503) when nobody does. */
  find(projectId: string): ProjectRouters | Promise<ProjectRouters> {
    return this.projects.peek(projectId) ?? this.ask(projectId);
  }

  private async ask(projectId: string): Promise<ProjectRouters> {
    return (await this.projects.get(projectId)) ?? NO_ROUTERS;
  }

  private async load(projectId: string): Promise<OwnedRouters | undefined> {
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
    const autoRouter = routers.find(({ auto }) => auto);
    return { organizationId: owner.organization_id, routers, autoRouter, byAnchor };
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
    recordThreshold: row.recordThreshold ?? undefined,
    outageFallback: row.outageFallback,
  };
}
