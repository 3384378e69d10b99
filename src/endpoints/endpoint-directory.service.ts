import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SECRETS } from '../config/config.module.js';
import type { Secrets } from '../config/generated-secrets.js';
import { ChangeFeed } from '../database/change-feed.js';
import { SnapshotCache } from '../database/snapshot-cache.js';
import type { SealedColumn } from '../database/sealed-column.js';
import { openSecret, type SealingKeys } from '../lib/secret-box.js';
import type { EndpointHeaders } from './check-endpoint-headers.js';
import { EndpointKeyUnreadableError } from './endpoint-errors.js';

/** A caller's own server for one model id. */
export interface RegisteredEndpoint {
  readonly id: string;
  readonly model: string;
  readonly baseUrl: string;
  readonly upstreamModel: string | undefined;
  /** Opened when it is first asked for, and in memory only. @throws EndpointKeyUnreadableError (500) */
  readonly apiKey: string | undefined;
  /** Its own, beside those of every call; opened as the key. @throws EndpointKeyUnreadableError (500) */
  readonly headers: EndpointHeaders;
}

export interface SealedEndpointRow {
  readonly id: string;
  readonly model: string;
  readonly base_url: string;
  readonly upstream_model: string | null;
  readonly api_key_encrypted: Buffer | null;
  readonly headers_encrypted: Buffer | null;
}

/** Projects without an endpoint have one row too, with nothing but the organization. */
type ProjectRow = { readonly organization_id: string } & (
  SealedEndpointRow | (Omit<SealedEndpointRow, 'id'> & { readonly id: null })
);

interface ProjectEndpoints {
  readonly organizationId: string;
  readonly byModel: ReadonlyMap<string, RegisteredEndpoint>;
}

const NO_HEADERS: EndpointHeaders = {};
/** Of those that call local models; a project's hundred endpoints can take some 600 KB. */
const MAX_PROJECTS = 2_000;

/** What sealed headers belong to: they are no key of the same endpoint. */
export const headersOwner = (endpointId: string): string => `${endpointId}/headers`;

const COLUMN = { table: 'registered_endpoints', ids: ['id'] };
export const SEALED_ENDPOINT_COLUMNS: readonly SealedColumn[] = [
  { ...COLUMN, column: 'api_key_encrypted', ownerOf: ([id = '']) => id },
  { ...COLUMN, column: 'headers_encrypted', ownerOf: ([id = '']) => headersOwner(id) },
];

/** The registered endpoints of a project, from memory. */
@Injectable()
export class EndpointDirectory {
  private readonly projects: SnapshotCache<string, ProjectEndpoints>;

  constructor(
    private readonly dataSource: DataSource,
    feed: ChangeFeed,
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

  /** Whether the project has any. */
  async hasAny(projectId: string): Promise<boolean> {
    const known = this.projects.peek(projectId) ?? (await this.projects.get(projectId));
    return known !== undefined && known.byModel.size > 0;
  }

  private async load(projectId: string): Promise<ProjectEndpoints | undefined> {
    const rows: ProjectRow[] = await this.dataSource.query(
      `SELECT p.organization_id, e.id, e.model, e.base_url, e.upstream_model, e.api_key_encrypted,
              e.headers_encrypted
         FROM projects p LEFT JOIN registered_endpoints e ON e.project_id = p.id WHERE p.id = $1`,
      [projectId],
    );
    const [first] = rows;
    if (first === undefined) return undefined;
    const endpoints = rows
      .filter((row) => row.id !== null)
      .map((row) => new UnsealedEndpoint(row, this.secrets.secretsKey));
    return {
      organizationId: first.organization_id,
      byModel: new Map(endpoints.map((endpoint) => [endpoint.model, endpoint])),
    };
  }
}

/**
 * One key that cannot be opened must not take a project's other endpoints with it, so each is opened when it is used. What is
 * secret is in private fields of the language, which no logger and no `JSON.stringify` can see.
 */
export class UnsealedEndpoint implements RegisteredEndpoint {
  readonly id: string;
  readonly model: string;
  readonly baseUrl: string;
  readonly upstreamModel: string | undefined;
  readonly #secretsKey: SealingKeys;
  readonly #sealed: Buffer | null;
  readonly #sealedHeaders: Buffer | null;
  #opened: string | undefined;
  #openedHeaders: EndpointHeaders | undefined;

  constructor(row: SealedEndpointRow, secretsKey: SealingKeys) {
    this.id = row.id;
    this.model = row.model;
    this.baseUrl = row.base_url;
    this.upstreamModel = row.upstream_model ?? undefined;
    this.#secretsKey = secretsKey;
    this.#sealed = row.api_key_encrypted;
    this.#sealedHeaders = row.headers_encrypted;
  }

  get apiKey(): string | undefined {
    if (this.#sealed === null) return undefined;
    return (this.#opened ??= this.open(this.#sealed, 'api_key'));
  }

  get headers(): EndpointHeaders {
    if (this.#sealedHeaders === null) return NO_HEADERS;
    return (this.#openedHeaders ??= JSON.parse(this.open(this.#sealedHeaders, 'headers')) as EndpointHeaders);
  }

  private open(sealed: Buffer, member: 'api_key' | 'headers'): string {
    const owner = member === 'headers' ? headersOwner(this.id) : this.id;
    try {
      return openSecret(sealed, { key: this.#secretsKey, owner });
    } catch (cause) {
      throw new EndpointKeyUnreadableError({ endpointId: this.id, member }, cause);
    }
  }
}
