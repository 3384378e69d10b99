import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SECRETS } from '../config/config.module.js';
import type { Secrets } from '../config/generated-secrets.js';
import { ChangeFeed } from '../database/change-feed.js';
import { SnapshotCache } from '../database/snapshot-cache.js';
import { openSecret } from '../lib/secret-box.js';

/** A caller's own server for one model id. The key is in memory only. */
export interface RegisteredEndpoint {
  readonly id: string;
  readonly model: string;
  readonly baseUrl: string;
  readonly upstreamModel: string | undefined;
  readonly apiKey: string | undefined;
}

interface EndpointRow {
  id: string | null;
  organization_id: string;
  model: string;
  base_url: string;
  upstream_model: string | null;
  api_key_encrypted: Buffer | null;
}

interface ProjectEndpoints {
  readonly organizationId: string;
  readonly byModel: ReadonlyMap<string, RegisteredEndpoint>;
}

const MAX_PROJECTS = 10_000;

/** The registered endpoints of a project, from memory. */
@Injectable()
export class EndpointDirectory {
  private readonly projects: SnapshotCache<string, ProjectEndpoints>;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ChangeFeed) feed: ChangeFeed,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {
    this.projects = new SnapshotCache({
      feed,
      maxEntries: MAX_PROJECTS,
      load: (projectId) => this.load(projectId),
      organizationOf: ({ organizationId }) => organizationId,
    });
  }

  async find(projectId: string, model: string): Promise<RegisteredEndpoint | undefined> {
    const known = this.projects.peek(projectId) ?? (await this.projects.get(projectId));
    return known?.byModel.get(model);
  }

  private async load(projectId: string): Promise<ProjectEndpoints | undefined> {
    const rows: EndpointRow[] = await this.dataSource.query(
      `SELECT p.organization_id, e.id, e.model, e.base_url, e.upstream_model, e.api_key_encrypted
         FROM projects p LEFT JOIN registered_endpoints e ON e.project_id = p.id WHERE p.id = $1`,
      [projectId],
    );
    const [first] = rows;
    if (first === undefined) return undefined;
    const endpoints = rows.flatMap((row) =>
      row.id === null ? [] : [this.toEndpoint({ ...row, id: row.id })],
    );
    return {
      organizationId: first.organization_id,
      byModel: new Map(endpoints.map((endpoint) => [endpoint.model, endpoint])),
    };
  }

  private toEndpoint(row: EndpointRow & { id: string }): RegisteredEndpoint {
    const sealed = row.api_key_encrypted;
    return {
      id: row.id,
      model: row.model,
      baseUrl: row.base_url,
      upstreamModel: row.upstream_model ?? undefined,
      apiKey:
        sealed === null ? undefined : openSecret(sealed, { key: this.secrets.secretsKey, owner: row.id }),
    };
  }
}
