import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { Agent } from 'undici';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { EndpointAgents } from '../../endpoints/endpoint-agents.service.js';
import { LOGGER } from '../../http/logger.js';
import { Clock } from '../../lib/clock.js';
import { SECOND_MS } from '../../lib/durations.js';
import { CallbackSecrets } from '../../projects/callback-secrets.service.js';
import { BatchBook } from '../batch-book.service.js';
import { presentBatch } from '../present-batch.js';
import { nextCallbackTry } from './next-callback-try.js';
import { signCallback } from './sign-callback.js';

const LOOK_EVERY_MS = 5 * SECOND_MS;
const ANSWER_WITHIN_MS = 15 * SECOND_MS;
/** Somebody else may take over a post whose sender died. */
const CLAIM_SECONDS = 60;
const AT_ONCE = 20;
const MAX_FAILURE_CHARS = 300;

interface DueCallback {
  readonly batch_id: string;
  readonly tries: number;
}

/**
 * Posts the status object of batches that have ended to their `callback_url`: signed, to a public address alone, without
 * following redirects. Any 2xx is a delivery; all else is tried again for a day. Each try is claimed in the database first, so
 * that several processes post once.
 */
@Injectable()
export class CallbackDelivery implements OnApplicationShutdown {
  private readonly agent: Agent;
  private running: Promise<void> | undefined;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(BatchBook) private readonly book: BatchBook,
    @Inject(CallbackSecrets) private readonly secrets: CallbackSecrets,
    @Inject(EndpointAgents) private readonly endpoints: EndpointAgents,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.agent = new Agent({
      connect: endpoints.connector,
      bodyTimeout: ANSWER_WITHIN_MS,
      headersTimeout: ANSWER_WITHIN_MS,
    });
  }

  @Interval(LOOK_EVERY_MS)
  async look(): Promise<void> {
    await this.deliverDue().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'due callbacks could not be looked for');
    });
  }

  /** Sends what is due now, or joins the round that is under way. */
  deliverDue(): Promise<void> {
    this.running ??= this.deliver().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.running?.catch(() => undefined);
    await this.agent.close();
  }

  private async deliver(): Promise<void> {
    const [due]: [DueCallback[], number] = await this.dataSource.query(
      `UPDATE batch_callbacks SET tries = tries + 1, next_try_at = now() + make_interval(secs => $1)
        WHERE batch_id IN (SELECT batch_id FROM batch_callbacks WHERE next_try_at <= now() ORDER BY next_try_at LIMIT $2 FOR UPDATE SKIP LOCKED)
        RETURNING batch_id, tries`,
      [CLAIM_SECONDS, AT_ONCE],
    );
    await Promise.all(due.map((callback) => this.deliverOne(callback)));
  }

  private async deliverOne({ batch_id: batchId, tries }: DueCallback): Promise<void> {
    const failure = await this.post(batchId).catch((error: unknown) =>
      error instanceof Error ? error.message : 'the post failed',
    );
    const now = this.clock.now();
    // A try that took longer than its claim may have been made again by another process: a failure is that one's to tell then.
    await this.dataSource.query(
      `UPDATE batch_callbacks SET next_try_at = $2, delivered_at = $3, last_failure = $4
        WHERE batch_id = $1 AND delivered_at IS NULL AND (tries = $5 OR $3::timestamptz IS NOT NULL)`,
      [
        batchId,
        failure === undefined ? null : nextCallbackTry(tries, now),
        failure === undefined ? now : null,
        failure?.slice(0, MAX_FAILURE_CHARS) ?? null,
        tries,
      ],
    );
  }

  /** @returns what was wrong with the answer; undefined when the post was taken */
  private async post(batchId: string): Promise<string | undefined> {
    const view = await this.book.view(batchId);
    const { callbackUrl, projectId, baseUrl } = view.batch;
    if (callbackUrl === null) return undefined;
    this.endpoints.refuseCallback(callbackUrl);
    const body = Buffer.from(JSON.stringify(presentBatch(view, baseUrl)));
    const secret = await this.secrets.get(projectId);
    const url = new URL(callbackUrl);
    const { statusCode, body: answer } = await this.agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [`${this.settings.headerPrefix}signature`]: signCallback(body, { secret, now: this.clock.now() }),
      },
      body,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await answer.dump();
    return statusCode >= 200 && statusCode < 300 ? undefined : `the address answered ${statusCode}`;
  }
}
