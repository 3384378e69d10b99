import type { RateLimitSetting } from '../projects/organization.entity.js';
import type { ModelList } from '../projects/model-list.js';
import type { ContentPolicy } from '../projects/content-setting.js';
import type { TraceContent } from '../projects/project.entity.js';
import type { ProviderKeys } from '../projects/provider-keys/provider-key.js';
import type { Purse } from '../projects/purse.js';

/** What a name of the project's own stands for. */
export interface ModelAlias {
  /** An id of the catalogue. */
  readonly model: string;
  readonly createdAt: Date;
}

export const NO_ALIASES: ReadonlyMap<string, ModelAlias> = new Map();

/** The toggles of a project. */
export interface Permissions {
  readonly smartRouting: boolean;
  readonly automaticUpdates: boolean;
  readonly tokenCompression: boolean;
  readonly chineseModels: boolean;
  /** Whether answers of the Responses API may be kept. */
  readonly responseStorage: boolean;
}

/** Whom an API key stands for: key, project and organization with the settings that every call needs. Immutable. */
export interface Caller {
  readonly keyId: string;
  readonly projectId: string;
  readonly organizationId: string;
  readonly permissions: Permissions;
  /** By name. */
  readonly aliases: ReadonlyMap<string, ModelAlias>;
  /** The project's own, by provider; absent as a rule. */
  readonly providerKeys?: ProviderKeys | undefined;
  readonly traceContent: TraceContent;
  /** How contents of its calls are kept; undefined: not at all. */
  readonly contentPolicy: ContentPolicy | undefined;
  readonly payAsYouGo: boolean;
  readonly zeroRetention: boolean;
  /** The organization's. */
  readonly rateLimits: Readonly<Record<string, RateLimitSetting>>;
  /** The key's own, which only lower those. */
  readonly keyRateLimits: Readonly<Record<string, RateLimitSetting>> | undefined;
  readonly isDisabled: boolean;
  /** By the monotonic clock; absent: the key does not expire. */
  readonly expiresAtMs: number | undefined;
  /** Absent: all that the project may call. */
  readonly models: ModelList | undefined;
  /** The key and the project, where they have a limit: calls must fit into it. Empty as a rule. */
  readonly limits: readonly Purse[];
}

/** What a key is that nothing bounds. */
export const UNBOUND_KEY = {
  keyRateLimits: undefined,
  isDisabled: false,
  expiresAtMs: undefined,
  models: undefined,
  limits: [],
} as const satisfies Partial<Caller>;
