import type { AuditedFields } from '../../audit/changed-members.js';
import { entityTag } from '../../lib/entity-tag.js';
import { GatewayError } from '../../lib/gateway-error.js';
import { parseUsd, toUsdNumber } from '../../lib/money.js';
import type { AlertSettingsEntity } from './alert-settings.entity.js';

/** What can be set of alerts, as the audit log shows it. */
export const auditedAlerts = ({ url, events, balanceBelowUsd }: AlertSettingsEntity): AuditedFields => ({
  url,
  events,
  balance_below_usd: balanceBelowUsd === null ? null : toUsdNumber(parseUsd(balanceBelowUsd)),
});

/** The entity tag of what can be set of an organization's alerts, quotes included; of none too, so that two who begin can be told apart. */
export const alertsTag = (organizationId: string, row: AlertSettingsEntity | null | undefined): string =>
  entityTag([organizationId, row ? auditedAlerts(row) : null]);

/** 412: somebody changed the alerts since the caller read them. */
export class AlertsChangedError extends GatewayError {
  constructor({ organizationId, tag }: { readonly organizationId: string; readonly tag: string }) {
    super({
      status: 412,
      code: 'alerts_changed',
      param: 'If-Match',
      message: `The alerts of the organization ${organizationId} were changed since they were read. Read them again, and send their \`ETag\` as \`If-Match\`.`,
      headers: { etag: tag },
      extra: { etag: tag },
    });
  }
}
