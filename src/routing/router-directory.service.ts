import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ChangeFeed } from '../database/change-feed.js';
import { SnapshotCache } from '../database/snapshot-cache.js';
import { RouterEntity, type RouterOrigin } from './router.entity.js';

/** A router as calls see it. */
export interface Router {
  readonly id: string;
  readonly name: string;
  readonly origin: RouterOrigin;
  readonly auto: boolean;
  readonly anchorModel: string | undefined;
  readonly tiers: { readonly big?: string; readonly medium?: string; readonly small?: string };
}

interface ProjectRouters {
  readonly organizationId: string;
  readonly routers: readonly Router[];
}

const MAX_PROJECTS = 20_000;

/** The routers of a project, from memory. */
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

  /** Empty for a project that deleted all its routers. */
  async list(projectId: string): Promise<readonly Router[]> {
    const known = this.projects.peek(projectId) ?? (await this.projects.get(projectId));
    return known?.routers ?? [];
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
    return { organizationId: owner.organization_id, routers: rows.map(toRouter) };
  }
}

function toRouter(row: RouterEntity): Router {
  return {
    id: row.id,
    name: row.name,
    origin: row.origin,
    auto: row.auto,
    anchorModel: row.anchorModel ?? undefined,
    tiers: { big: row.big ?? undefined, medium: row.medium ?? undefined, small: row.small ?? undefined },
  };
}
