import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { ChangeFeed } from '../database/change-feed.js';
import { SnapshotCache } from '../database/snapshot-cache.js';
import type { RateLimitSetting } from '../projects/organization.entity.js';
import type { TraceContent } from '../projects/project.entity.js';
import type { Caller } from './caller.js';
import { digestCredential } from './credential-digest.js';

const MAX_CALLERS = 50_000;
const MAX_DIGESTS = 10_000;

const SELECT_CALLER = `
SELECT k.id AS key_id, p.id AS project_id, o.id AS organization_id, p.smart_routing, p.automatic_updates,
       p.token_compression, p.chinese_models, p.response_storage, p.trace_content, o.pay_as_you_go, o.zero_retention, o.rate_limits
  FROM api_keys k JOIN projects p ON p.id = k.project_id JOIN organizations o ON o.id = p.organization_id`;

interface CallerRow {
  key_id: string;
  project_id: string;
  organization_id: string;
  smart_routing: boolean;
  automatic_updates: boolean;
  token_compression: boolean;
  chinese_models: boolean;
  response_storage: boolean;
  trace_content: TraceContent;
  pay_as_you_go: boolean;
  zero_retention: boolean;
  rate_limits: Record<string, RateLimitSetting>;
}

/** Who stands behind a key, from memory; the database is asked only for keys not seen since the last change. */
@Injectable()
export class CallerDirectory {
  private readonly callers: SnapshotCache<string, Caller>;
  /** Digests of keys lately seen, so that a busy key is hashed once. Held in memory only. */
  private readonly digests = new Map<string, string>();

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ChangeFeed) feed: ChangeFeed,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.callers = new SnapshotCache({
      feed,
      maxEntries: MAX_CALLERS,
      load: (digest) => this.read(digest),
      organizationOf: (caller) => caller.organizationId,
    });
  }

  /** Whether a credential has the prefix of our keys: nothing else can be one. */
  isKeyShaped(credential: string): boolean {
    return credential.startsWith(this.settings.keyPrefix);
  }

  /** The caller when memory knows the key, else `undefined`: then `find` must be asked. */
  peek(credential: string): Caller | undefined {
    const digest = this.digests.get(credential);
    return digest === undefined ? undefined : this.callers.peek(digest);
  }

  /** `undefined`: no such key, revoked, or its project is deleted. */
  async find(credential: string): Promise<Caller | undefined> {
    if (!this.isKeyShaped(credential)) return undefined;
    const digest = digestCredential(credential);
    const caller = await this.callers.get(digest);
    if (caller !== undefined) this.rememberDigest(credential, digest);
    return caller;
  }

  /** Whom something belongs to that a key began; the key itself may be revoked since. `undefined`: the project is deleted. */
  async findOwner({ keyId, projectId }: Pick<Caller, 'keyId' | 'projectId'>): Promise<Caller | undefined> {
    const rows: CallerRow[] = await this.dataSource.query(
      `${SELECT_CALLER} WHERE k.id = $1 AND p.id = $2 AND p.deleted_at IS NULL`,
      [keyId, projectId],
    );
    return rows[0] === undefined ? undefined : toCaller(rows[0]);
  }

  /** Past the memory. */
  async read(digest: string): Promise<Caller | undefined> {
    const rows: CallerRow[] = await this.dataSource.query(
      `${SELECT_CALLER} WHERE k.hash = $1 AND k.revoked_at IS NULL AND p.deleted_at IS NULL`,
      [digest],
    );
    const row = rows[0];
    return row === undefined ? undefined : toCaller(row);
  }

  private rememberDigest(credential: string, digest: string): void {
    if (this.digests.size >= MAX_DIGESTS) this.digests.clear();
    this.digests.set(credential, digest);
  }
}

function toCaller(row: CallerRow): Caller {
  return Object.freeze({
    keyId: row.key_id,
    projectId: row.project_id,
    organizationId: row.organization_id,
    permissions: {
      smartRouting: row.smart_routing,
      automaticUpdates: row.automatic_updates,
      tokenCompression: row.token_compression,
      chineseModels: row.chinese_models,
      responseStorage: row.response_storage,
    },
    traceContent: row.trace_content,
    payAsYouGo: row.pay_as_you_go,
    zeroRetention: row.zero_retention,
    rateLimits: row.rate_limits,
  });
}
