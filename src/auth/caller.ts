import type { RateLimitSetting } from '../projects/organization.entity.js';
import type { TraceContent } from '../projects/project.entity.js';

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
  readonly traceContent: TraceContent;
  readonly payAsYouGo: boolean;
  readonly zeroRetention: boolean;
  readonly rateLimits: Readonly<Record<string, RateLimitSetting>>;
}
