import type { AuditedFields } from '../audit/changed-members.js';
import { formatUsd, parseUsd } from '../lib/money.js';
import { CONTENTS_OFF } from './content-setting.js';
import type { OrganizationEntity } from './organization.entity.js';
import type { ProjectEntity } from './project.entity.js';

/** What the audit log tells of an organization, in the words of the management API. */
export function auditedOrganization(row: OrganizationEntity): AuditedFields {
  return {
    name: row.name,
    pay_as_you_go: row.payAsYouGo,
    rate_limits: row.rateLimits,
    data_policy: { zero_retention: row.zeroRetention },
    auto_reload: row.autoReload,
  };
}

/** What the audit log tells of a project. */
export function auditedProject(row: ProjectEntity): AuditedFields {
  return {
    name: row.name,
    permissions: {
      smart_routing: row.smartRouting,
      automatic_updates: row.automaticUpdates,
      token_compression: row.tokenCompression,
      chinese_models: row.chineseModels,
      response_storage: row.responseStorage,
    },
    limit_usd: row.limitUsd === null ? null : formatUsd(parseUsd(row.limitUsd)),
    limit_period: row.limitPeriod,
    call_content: row.callContent ?? CONTENTS_OFF,
  };
}
