import type { EntityManager } from 'typeorm';
import type { AlertEvent } from './alert-events.js';

/** Something that happened to an organization. */
export interface AlertFact {
  readonly organizationId: string;
  readonly event: AlertEvent;
  /** The id of what it is about. */
  readonly subject: string;
  /** Told once a window; empty for what happens once. */
  readonly window: string;
  /** Ids and figures, in the words and order of the post. Amounts are USD as JSON shows them. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/**
 * Notes what an organization asked to be told of, in the transaction in which it happens: both hold, or neither, and the post is made
 * by whoever looks for it. Nothing is noted for those who did not ask, nor twice for one subject and window: that is the database's
 * to say, whichever process comes first.
 */
export async function recordAlert(
  manager: EntityManager,
  { organizationId, event, subject, window, facts }: AlertFact,
): Promise<void> {
  await manager.query(
    `INSERT INTO alerts (organization_id, event, subject, window_key, facts, next_try_at)
     SELECT $1, $2, $3, $4, $5::json, now() FROM alert_settings WHERE organization_id = $1 AND $2 = ANY(events)
     ON CONFLICT (organization_id, event, subject, window_key) DO NOTHING`,
    [organizationId, event, subject, window, JSON.stringify(facts)],
  );
}

/** Something that concerns everyone who asked to be told of it. */
export async function recordAlertForAll(
  manager: EntityManager,
  { event, subject, window, facts }: Omit<AlertFact, 'organizationId'>,
): Promise<void> {
  await manager.query(
    `INSERT INTO alerts (organization_id, event, subject, window_key, facts, next_try_at)
     SELECT organization_id, $1, $2, $3, $4::json, now() FROM alert_settings WHERE $1 = ANY(events)
     ON CONFLICT (organization_id, event, subject, window_key) DO NOTHING`,
    [event, subject, window, JSON.stringify(facts)],
  );
}

/** A provider's account that serves nobody at the moment; without one it is all of the provider's. */
export interface ProviderDown {
  readonly provider: string;
  readonly account: string | null;
  readonly reason: 'failed_calls' | 'all_accounts_out';
  readonly failedCalls: number | null;
  /** When it began: of one outage everyone is told once. */
  readonly since: Date;
}

export function recordProviderDown(
  manager: EntityManager,
  { provider, account, reason, failedCalls, since }: ProviderDown,
): Promise<void> {
  return recordAlertForAll(manager, {
    event: 'provider_down',
    subject: account === null ? provider : `${provider}/${account}`,
    window: `${reason} ${since.toISOString()}`,
    facts: { provider, account, reason, failed_calls: failedCalls, since: since.toISOString() },
  });
}
