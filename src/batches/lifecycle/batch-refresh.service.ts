import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { UpstreamError } from '../../error-answers/upstream-error.js';
import { LOGGER } from '../../http/logger.js';
import { Clock } from '../../lib/clock.js';
import { DAY_MS } from '../../lib/durations.js';
import {
  BatchProviders,
  type BatchProvider,
  type PortionState,
  type PortionTraits,
} from '../../upstreams/batches/batch-provider.js';
import { BatchBook, type BatchView } from '../batch-book.service.js';
import { BatchFunding } from '../batch-funding.service.js';
import { BatchLeases } from '../batch-leases.service.js';
import type { BatchPortionEntity } from '../batch-portion.entity.js';
import type { BatchEntity } from '../batch.entity.js';
import { ItemStore } from '../items/item-store.service.js';
import { BatchFinish } from './batch-finish.service.js';
import { FanOut } from './fan-out.service.js';
import { HostedSlices } from './hosted-slices.service.js';
import {
  isInTrouble,
  noteTrouble,
  PortionOverdueError,
  PortionsUnreadableError,
  type UnreadPortion,
} from './portion-trouble.js';

const LEASE_MS = 10_000;
const RENEW_EVERY_MS = 3_000;
/** As at the providers: what is not done then comes back expired. */
const HOSTED_DEADLINE_MS = DAY_MS;
/** Providers end a batch within 24 hours. */
const OVERDUE_AFTER_MS = 2 * DAY_MS;
const CRASHED =
  'The submission was interrupted before the batch reached its providers; nothing was billed. Submit it again with a new `idempotency_key`.';

/** What a refresh came to, for the sweep's report. */
export type RefreshOutcome = 'unchanged' | 'refreshed' | 'ended' | 'failed';

/** The batch as the refresh left it: whoever waited for it needs no look-up of his own. */
export interface Refreshed {
  readonly outcome: RefreshOutcome;
  readonly view: BatchView;
}

/**
 * Brings a batch up to date with its providers, and ends it when all of them have. Polls that come together share one refresh;
 * processes take turns by a lease on the row, which is only thrift: the end itself is decided by the row's lock.
 */
@Injectable()
export class BatchRefresh {
  private readonly running = new Map<string, Promise<Refreshed>>();

  constructor(
    private readonly book: BatchBook,
    private readonly leases: BatchLeases,
    private readonly funding: BatchFunding,
    private readonly providers: BatchProviders,
    private readonly hosted: HostedSlices,
    private readonly fanOut: FanOut,
    private readonly items: ItemStore,
    private readonly finish: BatchFinish,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never rejects for a provider's fault: then the batch stays as it is, and the next refresh asks again. */
  refresh(batchId: string): Promise<Refreshed> {
    const running = this.running.get(batchId);
    if (running !== undefined) return running;
    const refresh = this.run(batchId).finally(() => this.running.delete(batchId));
    this.running.set(batchId, refresh);
    return refresh;
  }

  /** A refresh that begins now, behind one that runs. */
  async refreshAnew(batchId: string): Promise<Refreshed> {
    await this.running.get(batchId);
    return this.refresh(batchId);
  }

  private async run(batchId: string): Promise<Refreshed> {
    const batch = await this.leases.claimRefresh(batchId, LEASE_MS);
    // It has ended, or somebody else submits or refreshes it.
    if (batch === undefined) return { outcome: 'unchanged', view: await this.book.view(batchId) };
    const renewal = setInterval(() => {
      this.leases.renewRefresh(batchId, LEASE_MS).catch(() => undefined);
    }, RENEW_EVERY_MS);
    try {
      if (batch.submitLeaseUntil === null) return await this.update(batch);
      if (batch.inputFileId === null)
        return { outcome: await this.abandon(batch), view: await this.book.view(batchId) };
      // Its caller was told that it exists, and all of its requests are stored: the crashed submission goes on here.
      await this.leases.endSubmission(batchId);
      return await this.update(batch);
    } finally {
      clearInterval(renewal);
      await this.leases.releaseRefresh(batchId);
    }
  }

  private async update(batch: BatchEntity): Promise<Refreshed> {
    const portions = await this.book.portionsOf(batch.id);
    await Promise.all(
      portions.filter(isRunning).map((portion) =>
        this.updatePortion(batch, portion).catch(async (error: unknown) => {
          this.logger.warn(
            { err: error, batch_id: batch.id, portion_id: portion.id },
            'a portion was not refreshed',
          );
          if (portion.provider !== 'hosted') await this.noteTrouble(batch, portion, error);
        }),
      ),
    );
    if (portions.some(isRunning)) return { outcome: 'refreshed', view: { batch, portions } };
    return this.end({ batch, portions });
  }

  /** A portion that was given up for its results no longer has to be read whole: the batch ends without what is missing. */
  private async end({ batch, portions }: BatchView): Promise<Refreshed> {
    try {
      const ended = await this.finish.finish({ batch, portions });
      return { outcome: ended ? 'ended' : 'unchanged', view: await this.book.view(batch.id) };
    } catch (error) {
      this.logger.warn(
        { err: error, batch_id: batch.id },
        'the results of a batch could not be read; it is tried again',
      );
      if (
        error instanceof PortionsUnreadableError &&
        (await this.noteUnread({ batch, portions }, error.unread))
      )
        return this.end({ batch, portions });
      return { outcome: 'refreshed', view: { batch, portions } };
    }
  }

  /** @returns whether all of them failed with it: nothing has to be waited for then */
  private async noteUnread(
    { batch, portions }: BatchView,
    unread: readonly UnreadPortion[],
  ): Promise<boolean> {
    let areGivenUp = true;
    for (const portion of portions) {
      const failure = unread.find((each) => each.portion === portion);
      if (failure !== undefined)
        areGivenUp = (await this.noteTrouble(batch, portion, failure.error)) && areGivenUp;
      // It was read while another one could not be: its time begins anew.
      else if (isInTrouble(portion)) await this.book.changePortion(portion, { error: null });
    }
    return areGivenUp;
  }

  /** @returns whether the portion failed with it */
  private async noteTrouble(
    { projectId }: BatchEntity,
    portion: BatchPortionEntity,
    error: unknown,
  ): Promise<boolean> {
    const noted = noteTrouble(portion, { error, now: this.clock.now() });
    if (noted === undefined) return false;
    const { provider, account, externalId } = portion;
    // What may still run there is paid for and read by nobody from now on.
    if (noted.status === 'failed' && isRunning(portion) && provider !== 'hosted' && externalId !== null)
      await this.sendCancel(portion, () =>
        this.providers.for(provider, account, { projectId }).cancel(externalId),
      );
    await this.book.changePortion(portion, noted);
    return noted.status === 'failed';
  }

  private async updatePortion(batch: BatchEntity, portion: BatchPortionEntity): Promise<void> {
    if (portion.provider === 'hosted') return this.updateHosted(batch, portion);
    const provider = this.providers.for(portion.provider, portion.account, batch);
    const externalId = portion.externalId ?? (await this.findLost(batch, portion, provider));
    if (externalId === undefined) return;
    if (batch.cancelRequestedAt !== null && portion.cancelSentAt === null)
      await this.sendCancel(portion, () => provider.cancel(externalId));
    await this.book.changePortion(
      portion,
      await this.pollPortion(batch, portion, () => provider.poll(externalId)),
    );
  }

  /** A cancel that is refused is sent again by the next refresh; what has ended meanwhile must still be seen to have. */
  private async sendCancel(portion: BatchPortionEntity, cancel: () => Promise<void>): Promise<void> {
    try {
      await cancel();
      await this.book.changePortion(portion, { cancelSentAt: new Date(), status: 'canceling' });
    } catch (error) {
      this.logger.warn(
        { err: error, portion_id: portion.id },
        'a portion was not canceled; it is tried again',
      );
    }
  }

  /**
   * A provider that no longer knows a batch long after it must have ended has lost it: its requests come back errored. One that
   * still runs it then is in trouble.
   */
  private async pollPortion(
    batch: BatchEntity,
    portion: BatchPortionEntity,
    poll: () => Promise<PortionState>,
  ): Promise<Partial<BatchPortionEntity>> {
    const startedAt = portion.submitStartedAt ?? batch.createdAt;
    const isOverdue = this.clock.now().getTime() - startedAt.getTime() >= OVERDUE_AFTER_MS;
    try {
      const state = await poll();
      if (isOverdue && state.status !== 'ended') throw new PortionOverdueError();
      return columnsOf(portion, state);
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.status !== 404 || !isOverdue) throw error;
      return {
        status: 'failed',
        error: { message: 'The provider no longer knows this batch.', status: 404 },
      };
    }
  }

  /** The provider was asked to take it, and nobody noted its answer: it is looked for, and only what is not there is made. */
  private async findLost(
    batch: BatchEntity,
    portion: BatchPortionEntity,
    provider: BatchProvider,
  ): Promise<string | undefined> {
    const { submitStartedAt } = portion;
    const found =
      submitStartedAt === null
        ? { kind: 'absent' as const }
        : await provider.findSubmitted(portion.id, await this.traitsOf(portion, submitStartedAt));
    if (found.kind === 'undecided') return undefined;
    if (found.kind === 'found') {
      await this.book.changePortion(portion, { externalId: found.externalId });
      return found.externalId;
    }
    if (batch.cancelRequestedAt !== null)
      await this.book.changePortion(portion, { status: 'ended', canceledCount: portion.requestCount });
    else await this.fanOut.submit(portion, batch.projectId);
    return undefined;
  }

  private async traitsOf(portion: BatchPortionEntity, startedAt: Date): Promise<PortionTraits> {
    return {
      requestCount: portion.requestCount,
      notBeforeMs: startedAt.getTime(),
      takenIds: await this.book.externalIdsSince(portion.provider, startedAt),
    };
  }

  private async updateHosted(batch: BatchEntity, portion: BatchPortionEntity): Promise<void> {
    if (batch.cancelRequestedAt !== null) await this.hosted.endWaiting(portion.id, 'canceled');
    else if (this.clock.now().getTime() - batch.createdAt.getTime() > HOSTED_DEADLINE_MS)
      await this.hosted.endWaiting(portion.id, 'expired');
    else await this.hosted.run(portion);
    const { waiting, succeeded, errored, canceled, expired } = await this.hosted.counts(portion.id);
    await this.book.changePortion(portion, {
      status: waiting === 0 ? 'ended' : portion.status,
      succeededCount: succeeded,
      erroredCount: errored,
      canceledCount: canceled,
      expiredCount: expired,
    });
  }

  /** The submission crashed. What reached a provider is stopped there; the batch fails and its reservation is refunded. */
  private async abandon(batch: BatchEntity): Promise<RefreshOutcome> {
    const portions = await this.book.portionsOf(batch.id);
    for (const portion of portions) {
      if (portion.provider === 'hosted' || portion.submitStartedAt === null) continue;
      try {
        await this.stopAtProvider(portion, this.providers.for(portion.provider, portion.account, batch));
      } catch (error) {
        this.logger.warn(
          { err: error, portion_id: portion.id },
          'a portion of a crashed submission was not stopped',
        );
      }
    }
    if (!(await this.funding.abandon(batch, CRASHED))) return 'unchanged';
    await this.items.removeAll(portions);
    return 'failed';
  }

  private async stopAtProvider(portion: BatchPortionEntity, provider: BatchProvider): Promise<void> {
    if (portion.externalId !== null) return provider.cancel(portion.externalId);
    const startedAt = portion.submitStartedAt ?? new Date(0);
    const found = await provider.findSubmitted(portion.id, await this.traitsOf(portion, startedAt));
    if (found.kind === 'found') await provider.cancel(found.externalId);
  }
}

function isRunning({ status }: BatchPortionEntity): boolean {
  return status === 'in_progress' || status === 'canceling';
}

function columnsOf(portion: BatchPortionEntity, state: PortionState): Partial<BatchPortionEntity> {
  return {
    status: state.status === 'in_progress' ? portion.status : state.status,
    succeededCount: state.succeeded,
    erroredCount: state.errored,
    canceledCount: state.canceled,
    expiredCount: state.expired,
    ...((state.error !== undefined || isInTrouble(portion)) && { error: state.error ?? null }),
  };
}
