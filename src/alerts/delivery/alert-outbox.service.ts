import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Claim, DuePost, Outbox, PostOutcome, SignedPost } from '../../webhooks/outbox.js';
import { AlertEntity } from '../alert.entity.js';
import { AlertSecrets } from '../settings/alert-secrets.service.js';
import { AlertSettings } from '../settings/alert-settings.service.js';
import { bodyOfAlert } from './body-of-alert.js';

export interface DueAlert extends DuePost {
  readonly sequence: string;
}

/** The alerts that are still to be told. */
@Injectable()
export class AlertOutbox implements Outbox<DueAlert> {
  readonly name = 'alerts';

  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: AlertSettings,
    private readonly secrets: AlertSecrets,
  ) {}

  async claim({ limit, seconds, busy }: Claim): Promise<readonly DueAlert[]> {
    const [due]: [DueAlert[], number] = await this.dataSource.query(
      `UPDATE alerts SET tries = tries + 1, next_try_at = now() + make_interval(secs => $1)
        WHERE sequence = ANY(ARRAY(
          SELECT sequence FROM alerts WHERE next_try_at <= now() AND organization_id <> ALL($3::text[])
           ORDER BY next_try_at LIMIT $2 FOR UPDATE SKIP LOCKED))
        RETURNING sequence, tries, organization_id AS owner`,
      [seconds, limit, busy],
    );
    return due;
  }

  /** The same body at every try. */
  async compose({ sequence, owner }: DueAlert): Promise<SignedPost | undefined> {
    const settings = await this.settings.find(owner);
    if (settings === null) return undefined;
    const alert = await this.dataSource.getRepository(AlertEntity).findOneByOrFail({ sequence });
    return { url: settings.url, body: bodyOfAlert(alert), secret: await this.secrets.get(owner) };
  }

  async settle(
    { sequence, tries }: DueAlert,
    { status, failure }: PostOutcome,
    { at, nextTryAt }: { at: Date; nextTryAt: Date | null },
  ): Promise<void> {
    const deliveredAt = failure === null ? at : null;
    // A try that took longer than its claim may have been made again by another process: a failure is that one's to tell then.
    await this.dataSource.query(
      `UPDATE alerts SET next_try_at = $2, tried_at = $3, delivered_at = $4, last_status = $5, last_failure = $6
        WHERE sequence = $1 AND delivered_at IS NULL AND (tries = $7 OR $4::timestamptz IS NOT NULL)`,
      [sequence, nextTryAt, at, deliveredAt, status, failure, tries],
    );
  }
}
