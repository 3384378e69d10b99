import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import { recordChange } from '../../audit/record-change.js';
import { EndpointAgents } from '../../endpoints/endpoint-agents.service.js';
import { InvalidRequestError } from '../../lib/gateway-error.js';
import { formatUsd, type PicoUsd } from '../../lib/money.js';
import type { AlertEvent } from '../../alert-facts/alert-events.js';
import { meetsExpected, type ExpectedState } from '../../lib/entity-tag.js';
import { AlertSettingsEntity } from './alert-settings.entity.js';
import { AlertsChangedError, alertsTag, auditedAlerts } from './alerts-tag.js';

export interface AlertWishes {
  readonly url: string;
  readonly events: readonly AlertEvent[];
  readonly balanceBelow: PicoUsd | undefined;
}

/** Where an organization is told of what. */
@Injectable()
export class AlertSettings {
  constructor(
    private readonly dataSource: DataSource,
    private readonly endpoints: EndpointAgents,
  ) {}

  find(organizationId: string): Promise<AlertSettingsEntity | null> {
    return this.dataSource.getRepository(AlertSettingsEntity).findOneBy({ organizationId });
  }

  /** Of organizations; who is told of nothing is not in the map. */
  async of(organizationIds: readonly string[]): Promise<ReadonlyMap<string, AlertSettingsEntity>> {
    const rows = await this.dataSource
      .getRepository(AlertSettingsEntity)
      .findBy({ organizationId: In([...organizationIds]) });
    return new Map(rows.map((row) => [row.organizationId, row]));
  }

  /** The organizations that want to be told of an event. */
  async whoAsksFor(event: AlertEvent): Promise<readonly string[]> {
    const rows: { id: string }[] = await this.dataSource.query(
      'SELECT organization_id AS id FROM alert_settings WHERE $1 = ANY(events)',
      [event],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Sets them, whole. What was told of the balance stays told: only a moment above the threshold makes it news again.
   * @throws InvalidRequestError (400) naming `url` or `balance_below_usd`, AlertsChangedError (412)
   */
  async put(
    organizationId: string,
    wishes: AlertWishes,
    expected?: ExpectedState,
  ): Promise<AlertSettingsEntity> {
    const { url, events, balanceBelow } = wishes;
    if (events.includes('balance_below') && balanceBelow === undefined) throw thresholdMissing();
    await this.endpoints.refuseUnsafePosts(url, { param: 'url', code: 'alert_url_refused' });
    return this.dataSource.transaction(async (manager) => {
      const before = await lock(manager, organizationId, expected);
      await manager.query(
        `INSERT INTO alert_settings (organization_id, url, events, balance_below_usd) VALUES ($1, $2, $3, $4)
         ON CONFLICT (organization_id) DO UPDATE
           SET url = excluded.url, events = excluded.events, balance_below_usd = excluded.balance_below_usd, updated_at = now()`,
        [organizationId, url, events, balanceBelow === undefined ? null : formatUsd(balanceBelow)],
      );
      const after = await manager.getRepository(AlertSettingsEntity).findOneByOrFail({ organizationId });
      await record(manager, organizationId, before, after);
      return after;
    });
  }

  /** Nothing is told any more, what waits to be told included. @returns whether there were any. @throws AlertsChangedError (412) */
  remove(organizationId: string, expected?: ExpectedState): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const before = await lock(manager, organizationId, expected);
      if (before === null) return false;
      await manager.getRepository(AlertSettingsEntity).delete({ organizationId });
      await manager.query(
        `UPDATE alerts SET next_try_at = NULL, last_failure = coalesce(last_failure, 'alerts were turned off')
          WHERE organization_id = $1 AND next_try_at IS NOT NULL`,
        [organizationId],
      );
      await record(manager, organizationId, before, null);
      return true;
    });
  }
}

/** The organization is what is locked: there may be no alerts yet, and two who set the first ones. */
async function lock(
  manager: EntityManager,
  organizationId: string,
  expected: ExpectedState | undefined,
): Promise<AlertSettingsEntity | null> {
  await manager.query('SELECT 1 FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId]);
  const row = await manager.getRepository(AlertSettingsEntity).findOneBy({ organizationId });
  const tag = alertsTag(organizationId, row);
  if (!meetsExpected(tag, expected)) throw new AlertsChangedError({ organizationId, tag });
  return row;
}

function record(
  manager: EntityManager,
  organizationId: string,
  before: AlertSettingsEntity | null,
  after: AlertSettingsEntity | null,
): Promise<void> {
  return recordChange(manager, {
    organizationId,
    action: after === null ? 'alerts.delete' : before === null ? 'alerts.create' : 'alerts.change',
    targetId: organizationId,
    before: before && auditedAlerts(before),
    after: after && auditedAlerts(after),
  });
}

function thresholdMissing(): InvalidRequestError {
  return new InvalidRequestError({
    param: 'balance_below_usd',
    message: '`balance_below_usd` must say under which balance the event `balance_below` is told.',
  });
}
