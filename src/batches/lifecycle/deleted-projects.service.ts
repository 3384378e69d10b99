import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../http/logger.js';
import { atMost } from '../../lib/at-most.js';
import { SECOND_MS } from '../../lib/durations.js';
import { BatchBook } from '../batch-book.service.js';
import { ValidationBook } from '../validation/validation-book.service.js';
import { BatchRefresh } from './batch-refresh.service.js';

const AT_ONCE = 4;
/** As long as a cancel is waited for; what takes longer goes on beside, and the sweep ends it. */
const WAIT_MS = 10 * SECOND_MS;

/** What runs for a project that is gone can be read by nobody: it is canceled, and what was done until then is billed. */
@Injectable()
export class BatchesOfDeletedProjects {
  constructor(
    private readonly book: BatchBook,
    private readonly validationBook: ValidationBook,
    private readonly refreshes: BatchRefresh,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Cancels a project's batches, once it is marked as deleted; the providers are told before it resolves, if they answer. */
  async cancelOf(projectId: string): Promise<void> {
    await this.validationBook.cancelOfDeleted(projectId);
    const waiting = [...(await this.book.requestCancelOfDeleted(projectId))];
    const work = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await this.refresh(id);
    };
    await atMost(WAIT_MS, Promise.all(Array.from({ length: AT_ONCE }, work)));
  }

  /** For the sweep, which refreshes them next: a process that stopped after the deletion has told nobody. */
  async cancelAll(): Promise<void> {
    await this.validationBook.cancelOfDeleted();
    await this.book.requestCancelOfDeleted();
  }

  private async refresh(id: string): Promise<void> {
    await this.refreshes.refreshAnew(id).catch((error: unknown) => {
      this.logger.warn({ err: error, batch_id: id }, 'a batch of a deleted project was not stopped yet');
    });
  }
}
