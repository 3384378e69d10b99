import type { AlertEntity } from '../../alerts/alert.entity.js';
import { bodyOfAlert, idOfAlert } from '../../alerts/delivery/body-of-alert.js';
import type { AlertSettingsEntity } from '../../alerts/settings/alert-settings.entity.js';
import { parseUsd, toUsdNumber } from '../../lib/money.js';

export function presentAlerts(row: AlertSettingsEntity) {
  return {
    url: row.url,
    balance_below_usd: row.balanceBelowUsd === null ? null : toUsdNumber(parseUsd(row.balanceBelowUsd)),
    events: row.events,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

export function presentDelivery(row: AlertEntity) {
  return {
    id: idOfAlert(row),
    event: row.event,
    created_at: row.createdAt.toISOString(),
    status: row.deliveredAt !== null ? 'delivered' : row.nextTryAt !== null ? 'pending' : 'failed',
    attempts: row.tries,
    response_status: row.lastStatus,
    error: row.lastFailure,
    last_attempt_at: row.triedAt?.toISOString() ?? null,
    delivered_at: row.deliveredAt?.toISOString() ?? null,
    next_attempt_at: row.deliveredAt === null ? (row.nextTryAt?.toISOString() ?? null) : null,
    body: JSON.parse(bodyOfAlert(row).toString()) as Record<string, unknown>,
  };
}
