import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CallbackSecrets } from '../../projects/callback-secrets.service.js';
import type { Claim, DuePost, Outbox, PostOutcome, SignedPost } from '../../webhooks/outbox.js';
import { BatchBook } from '../batch-book.service.js';
import { presentBatch } from '../present-batch.js';

export interface DueCallback extends DuePost {
  readonly batchId: string;
}

/** The callbacks of batches that have ended. */
@Injectable()
export class CallbackOutbox implements Outbox<DueCallback> {
  readonly name = 'callbacks';

  constructor(
    private readonly dataSource: DataSource,
    private readonly book: BatchBook,
    private readonly secrets: CallbackSecrets,
  ) {}

  async claim({ limit, seconds, busy }: Claim): Promise<readonly DueCallback[]> {
    const [due]: [DueCallback[], number] = await this.dataSource.query(
      `UPDATE batch_callbacks c SET tries = c.tries + 1, next_try_at = now() + make_interval(secs => $1)
         FROM batches b
        WHERE b.id = c.batch_id AND c.batch_id = ANY(ARRAY(
          SELECT w.batch_id FROM batch_callbacks w JOIN batches o ON o.id = w.batch_id
           WHERE w.next_try_at <= now() AND o.project_id <> ALL($3::text[])
           ORDER BY w.next_try_at LIMIT $2 FOR UPDATE OF w SKIP LOCKED))
        RETURNING c.batch_id AS "batchId", c.tries, b.project_id AS owner`,
      [seconds, limit, busy],
    );
    return due;
  }

  async compose({ batchId }: DueCallback): Promise<SignedPost | undefined> {
    const view = await this.book.view(batchId);
    const { callbackUrl, projectId, baseUrl } = view.batch;
    if (callbackUrl === null) return undefined;
    const body = Buffer.from(JSON.stringify(presentBatch(view, baseUrl)));
    return { url: callbackUrl, body, secret: await this.secrets.get(projectId) };
  }

  async settle(
    { batchId, tries }: DueCallback,
    { failure }: PostOutcome,
    { at, nextTryAt }: { at: Date; nextTryAt: Date | null },
  ): Promise<void> {
    // A try that took longer than its claim may have been made again by another process: a failure is that one's to tell then.
    await this.dataSource.query(
      `UPDATE batch_callbacks SET next_try_at = $2, delivered_at = $3, last_failure = $4
        WHERE batch_id = $1 AND delivered_at IS NULL AND (tries = $5 OR $3::timestamptz IS NOT NULL)`,
      [batchId, nextTryAt, failure === null ? at : null, failure, tries],
    );
  }
}
