import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Reloads } from '../../billing/payments/reloads.service.js';
import { LiveCalls } from '../../live-calls/live-calls.service.js';
import { LOGGER } from '../../http/logger.js';
import { BatchBook } from '../batch-book.service.js';
import { BatchFunding } from '../batch-funding.service.js';
import { BatchLeases } from '../batch-leases.service.js';
import { ItemStore } from '../items/item-store.service.js';
import { BatchRefresh } from '../lifecycle/batch-refresh.service.js';
import { FanOut } from '../lifecycle/fan-out.service.js';
import type { SpooledPortion } from '../submission/portion-spool.js';
import { BatchRefusedError } from '../submission/submission-error.js';
import { holdStop } from './hold-stop.js';
import { wholeFileError } from './validation-errors.js';

/**
 * Hands a batch that was made of a file to its providers, beside the answer to whoever asked for it. When the process dies, the
 * refresh after the end of its lease goes on.
 */
@Injectable()
export class ValidatedHandOver {
  constructor(
    private readonly book: BatchBook,
    private readonly funding: BatchFunding,
    private readonly leases: BatchLeases,
    private readonly fanOut: FanOut,
    private readonly refreshes: BatchRefresh,
    private readonly items: ItemStore,
    private readonly reloads: Reloads,
    private readonly liveCalls: LiveCalls,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A graceful stop waits for it until its grace is over. */
  start(batchId: string, spooled: readonly SpooledPortion[]): void {
    // A hand-over waits for a provider that may never answer: it is left at the end of the grace. One that begins in a stop is not held.
    const release = holdStop(this.liveCalls, () => release?.());
    this.run(batchId, spooled)
      .catch((error: unknown) => {
        this.logger.warn({ err: error, batch_id: batchId }, 'a batch was not handed over; a refresh goes on');
      })
      .finally(() => release?.());
  }

  private async run(batchId: string, spooled: readonly SpooledPortion[]): Promise<void> {
    const { batch, portions } = await this.book.view(batchId);
    const refusals = await this.fanOut.run(batch, portions);
    if (refusals.length === portions.length) {
      const error = new BatchRefusedError(refusals);
      if (await this.funding.abandon(batch, error.message, [wholeFileError(error)]))
        await this.items.removeAll(spooled);
      return;
    }
    await this.reloads.topUp(batch.organizationId).catch((error: unknown) => {
      this.logger.warn({ err: error, batch_id: batchId }, 'no reload after a submission');
    });
    if (await this.leases.endSubmission(batchId)) await this.refreshes.refreshAnew(batchId);
  }
}
