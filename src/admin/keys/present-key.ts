import type { KeyUsage } from '../../billing/usage/key-usage.service.js';
import { parseUsd, toUsdNumber } from '../../lib/money.js';
import { presentLimit } from '../present-limit.js';
import type { ManagedKey } from './managed-keys.service.js';

/** A key as the management API shows it, never the key itself. */
export function presentKey({ key, limit }: ManagedKey) {
  return {
    id: key.id,
    project_id: key.projectId,
    name: key.name,
    prefix: key.prefix,
    created_at: key.createdAt.toISOString(),
    revoked_at: key.revokedAt?.toISOString() ?? null,
    disabled: key.disabled,
    expires_at: key.expiresAt?.toISOString() ?? null,
    ...presentLimit(key, limit),
    models: key.models,
    rate_limits: key.rateLimits,
  };
}

/** With what it was used for. */
export function presentUsedKey(managed: ManagedKey, { lastUsedAt, usage }: KeyUsage) {
  return {
    ...presentKey(managed),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    usage_30_days: {
      requests: Number(usage?.requests ?? 0),
      cost_usd: toUsdNumber(parseUsd(usage?.cost_usd ?? '0')),
    },
  };
}
