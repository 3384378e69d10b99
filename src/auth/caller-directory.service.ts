import type { SealingKeys } from '../lib/secret-box.js';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SECRETS, SETTINGS } from '../config/config.module.js';
import type { Secrets } from '../config/generated-secrets.js';
import type { Settings } from '../config/settings.js';
import { ChangeFeed } from '../database/change-feed.js';
import { SnapshotCache } from '../database/snapshot-cache.js';
import { Clock } from '../lib/clock.js';
import { readModelList } from '../projects/model-list.js';
import type { RateLimitSetting } from '../projects/organization.entity.js';
import { contentPolicyOf, type ContentSetting } from '../projects/content-setting.js';
import type { TraceContent } from '../projects/project.entity.js';
import {
  ProviderKey,
  type OwnKeyProvider,
  type ProviderKeys,
} from '../projects/provider-keys/provider-key.js';
import type { Purse } from '../projects/purse.js';
import { NO_ALIASES, type Caller, type ModelAlias } from './caller.js';
import { digestCredential } from './credential-digest.js';

const MAX_CALLERS = 50_000;
const MAX_DIGESTS = 10_000;

const SELECT_CALLER = `
SELECT k.id AS key_id, p.id AS project_id, o.id AS organization_id, p.smart_routing, p.automatic_updates,
       p.token_compression, p.chinese_models, p.response_storage, p.trace_content, p.call_content,
       (SELECT json_agg(json_build_object('provider', own.provider, 'sealed', encode(own.api_key_encrypted, 'base64'),
                                          'fall_back', own.fall_back_to_system))
          FROM provider_keys own WHERE own.project_id = p.id) AS provider_keys,
       (SELECT json_agg(a ORDER BY a.alias) FROM model_aliases a WHERE a.project_id = p.id) AS aliases, o.pay_as_you_go, o.zero_retention, o.rate_limits,
       k.rate_limits AS key_rate_limits, k.disabled, k.models, k.limit_usd IS NOT NULL AS key_limited,
       p.limit_usd IS NOT NULL AS project_limited, extract(epoch FROM k.expires_at - now())::float8 * 1000 AS expires_in_ms
  FROM api_keys k JOIN projects p ON p.id = k.project_id JOIN organizations o ON o.id = p.organization_id`;

interface AliasRow {
  alias: string;
  model: string;
  created_at: string;
}

interface ProviderKeyRow {
  provider: OwnKeyProvider;
  /** Base64. */
  sealed: string;
  fall_back: boolean;
}

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
  aliases: AliasRow[] | null;
  provider_keys: ProviderKeyRow[] | null;
  call_content: ContentSetting | null;
  pay_as_you_go: boolean;
  zero_retention: boolean;
  rate_limits: Record<string, RateLimitSetting>;
  key_rate_limits: Record<string, RateLimitSetting> | null;
  disabled: boolean;
  models: string[] | null;
  key_limited: boolean;
  project_limited: boolean;
  /** By the database's clock. */
  expires_in_ms: number | null;
}

/** Who stands behind a key, from memory; the database is asked only for keys not seen since the last change. */
@Injectable()
export class CallerDirectory {
  private readonly callers: SnapshotCache<string, Caller>;
  /** Digests of keys lately seen, so that a busy key is hashed once. Held in memory only. */
  private readonly digests = new Map<string, string>();

  constructor(
    private readonly dataSource: DataSource,
    feed: ChangeFeed,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly clock: Clock,
    @Inject(SECRETS) private readonly secrets: Secrets,
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
    return rows[0] === undefined ? undefined : this.toCaller(rows[0]);
  }

  /** Past the memory. */
  async read(digest: string): Promise<Caller | undefined> {
    const rows: CallerRow[] = await this.dataSource.query(
      `${SELECT_CALLER} WHERE k.hash = $1 AND k.revoked_at IS NULL AND p.deleted_at IS NULL`,
      [digest],
    );
    const row = rows[0];
    return row === undefined ? undefined : this.toCaller(row);
  }

  private toCaller(row: CallerRow): Caller {
    return toCaller(row, { nowMs: this.clock.monotonicMs(), secretsKey: this.secrets.secretsKey });
  }

  private rememberDigest(credential: string, digest: string): void {
    if (this.digests.size >= MAX_DIGESTS) this.digests.clear();
    this.digests.set(credential, digest);
  }
}

function toCaller(row: CallerRow, { nowMs, secretsKey }: { nowMs: number; secretsKey: SealingKeys }): Caller {
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
    aliases: row.aliases === null ? NO_ALIASES : toAliases(row.aliases),
    providerKeys: toProviderKeys(row, secretsKey),
    traceContent: row.trace_content,
    contentPolicy: contentPolicyOf(row.call_content, { zeroRetention: row.zero_retention }),
    payAsYouGo: row.pay_as_you_go,
    zeroRetention: row.zero_retention,
    rateLimits: row.rate_limits,
    keyRateLimits: row.key_rate_limits ?? undefined,
    isDisabled: row.disabled,
    expiresAtMs: row.expires_in_ms === null ? undefined : nowMs + row.expires_in_ms,
    models: readModelList(row.models),
    limits: limitsOf(row),
  });
}

function toAliases(rows: readonly AliasRow[]): ReadonlyMap<string, ModelAlias> {
  return new Map(
    rows.map(({ alias, model, created_at }) => [alias, { model, createdAt: new Date(created_at) }]),
  );
}

function toProviderKeys(
  { project_id: projectId, provider_keys: rows }: CallerRow,
  secretsKey: SealingKeys,
): ProviderKeys | undefined {
  if (rows === null) return undefined;
  return new Map(
    rows.map(({ provider, sealed: base64, fall_back: fallBackToSystem }) => {
      const sealed = Buffer.from(base64, 'base64');
      return [provider, new ProviderKey({ projectId, provider, sealed, fallBackToSystem }, secretsKey)];
    }),
  );
}

const NO_LIMITS: readonly Purse[] = [];

function limitsOf(row: CallerRow): readonly Purse[] {
  if (!row.key_limited && !row.project_limited) return NO_LIMITS;
  const limits: Purse[] = [];
  if (row.key_limited) limits.push({ id: row.key_id, kind: 'key' });
  if (row.project_limited) limits.push({ id: row.project_id, kind: 'project' });
  return limits;
}
