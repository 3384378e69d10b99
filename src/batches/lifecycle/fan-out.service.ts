import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { UpstreamError } from '../../http/upstream-error.js';
import { LOGGER } from '../../http/logger.js';
import { GatewayError } from '../../lib/gateway-error.js';
import { MINUTE_MS } from '../../lib/durations.js';
import { BatchProviders } from '../../upstreams/batches/batch-provider.js';
import { SubmissionUndecidedError } from '../../upstreams/batches/submission-undecided.error.js';
import { BatchBook } from '../batch-book.service.js';
import { BatchLeases } from '../batch-leases.service.js';
import type { BatchPortionEntity } from '../batch-portion.entity.js';
import { StorageUnavailableError } from '../../storage/storage-errors.js';
import { ItemStore } from '../items/item-store.service.js';
import type { ProviderRefusal } from '../submission/submission-error.js';
import { refusalMessage } from './refusal-message.js';

const PORTIONS_AT_ONCE = 2;
const RENEW_EVERY_MS = MINUTE_MS;

/** Hands the portions of a batch to their providers. What was asked of a provider is on the row before it is asked. */
@Injectable()
export class FanOut {
  constructor(
    @Inject(BatchBook) private readonly book: BatchBook,
    @Inject(BatchLeases) private readonly leases: BatchLeases,
    @Inject(BatchProviders) private readonly providers: BatchProviders,
    @Inject(ItemStore) private readonly items: ItemStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns what the providers refused; the other portions run, may run, or were left out because of a cancel */
  async run(batchId: string, portions: readonly BatchPortionEntity[]): Promise<readonly ProviderRefusal[]> {
    const renewal = setInterval(() => {
      this.leases.renewSubmission(batchId).catch((error: unknown) => {
        this.logger.warn({ err: error, batch_id: batchId }, 'the lease of a submission was not renewed');
      });
    }, RENEW_EVERY_MS);
    try {
      const refusals: ProviderRefusal[] = [];
      const waiting = [...portions];
      const work = async (): Promise<void> => {
        for (let portion = waiting.shift(); portion !== undefined; portion = waiting.shift()) {
          // What was not handed over yet comes back canceled, and costs neither the caller nor the provider anything.
          if (await this.book.isCancelRequested(batchId)) return;
          const refusal = await this.submit(portion);
          if (refusal !== undefined) refusals.push(refusal);
        }
      };
      await Promise.all(Array.from({ length: PORTIONS_AT_ONCE }, work));
      return refusals;
    } finally {
      clearInterval(renewal);
    }
  }

  /**
   * Asks a provider to take a portion. Its refusal is on the row; without an answer the row stays as it is, and whoever
   * refreshes the batch finds out whether the provider has it.
   */
  async submit(portion: BatchPortionEntity): Promise<ProviderRefusal | undefined> {
    if (portion.provider === 'hosted') return undefined;
    const takenAt = new Date();
    if (!(await this.book.takePortion(portion, takenAt))) return undefined;
    const provider = this.providers.for(portion.provider);
    try {
      const { externalId } = await provider.submit(portion.id, this.items.of(portion));
      if (!(await this.book.noteHandOver(portion, externalId))) await this.stop(portion, externalId);
      return undefined;
    } catch (error) {
      if (error instanceof SubmissionUndecidedError) return undefined;
      if (!(error instanceof UpstreamError) && !(error instanceof GatewayError)) throw error;
      if (error instanceof StorageUnavailableError) {
        // No refusal of the provider's: the next refresh hands it over.
        this.logger.warn({ err: error, portion_id: portion.id }, 'a portion could not be read');
        return undefined;
      }
      const refusal = { provider: portion.provider, status: error.status, message: refusalMessage(error) };
      const { message, status } = refusal;
      return (await this.book.noteRefusal(portion, { takenAt, error: { message, status } }))
        ? refusal
        : undefined;
    }
  }

  /** While the provider took it, the batch was given up or another process handed it over: nobody would ever read it. */
  private async stop({ id, provider }: BatchPortionEntity, externalId: string): Promise<void> {
    if (provider === 'hosted') return;
    this.logger.warn({ portion_id: id }, 'a portion was handed over too late, and is stopped');
    await this.providers
      .for(provider)
      .cancel(externalId)
      .catch((error: unknown) => {
        this.logger.warn({ err: error, portion_id: id }, 'a portion that nobody wants was not stopped');
      });
  }
}
