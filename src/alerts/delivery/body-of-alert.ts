import type { AlertEntity } from '../alert.entity.js';

/** The id of an alert, as posts and lists of deliveries say it. */
export function idOfAlert({ sequence }: Pick<AlertEntity, 'sequence'>): string {
  return `alt_${sequence}`;
}

/** What is posted: which event, when, whose, and its ids and figures. */
export function bodyOfAlert(alert: AlertEntity): Buffer {
  const { event, createdAt, organizationId, facts } = alert;
  return Buffer.from(
    JSON.stringify({
      id: idOfAlert(alert),
      object: 'alert',
      event,
      created_at: createdAt.toISOString(),
      organization_id: organizationId,
      ...facts,
    }),
  );
}
