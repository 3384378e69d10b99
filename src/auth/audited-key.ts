import type { AuditedFields } from '../audit/changed-members.js';
import { formatUsd, parseUsd } from '../lib/money.js';
import type { ApiKeyEntity } from './api-key.entity.js';

/** What the audit log tells of a key, in the words of the management API; amounts exact, as text. */
export function auditedKey(row: ApiKeyEntity): AuditedFields {
  return {
    name: row.name,
    disabled: row.disabled,
    expires_at: row.expiresAt?.toISOString() ?? null,
    limit_usd: row.limitUsd === null ? null : formatUsd(parseUsd(row.limitUsd)),
    limit_period: row.limitPeriod,
    models: row.models,
    rate_limits: row.rateLimits,
  };
}
