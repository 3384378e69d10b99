import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Logger } from 'pino';
import { Reservations } from '../../billing/reservations/reservations.service.js';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { LOGGER } from '../../http/logger.js';
import { randomChars } from '../../lib/ids.js';
import { formatUsd, parseUsd } from '../../lib/money.js';
import { ObjectStore } from '../../storage/object-store.js';
import { BatchProviders, type PortionResult } from '../../upstreams/batches/batch-provider.js';
import { endedAs, type Ending } from '../../upstreams/batches/results/endings.js';
import type { BatchView } from '../batch-book.service.js';
import { BatchPortionEntity } from '../batch-portion.entity.js';
import { BatchEntity } from '../batch.entity.js';
import { ItemStore, type BilledItem } from '../items/item-store.service.js';
import { ObjectWriter } from '../items/object-writer.js';
import { BatchBill } from '../results/batch-bill.js';
import { insertResultFiles, ResultFileSizes } from '../results/result-files.js';
import { renderResultLine } from '../results/result-line.js';
import { announceEnd, lockRunning } from '../running-batch.js';
import { HostedSlices } from './hosted-slices.service.js';
import { isInTrouble, isOfProvider, PortionsUnreadableError, type UnreadPortion } from './portion-trouble.js';
import { ResultSource } from './result-source.js';

/** Where the results of a batch go, one by one. */
interface ResultSinks {
  readonly bill: BatchBill;
  readonly sizes: ResultFileSizes;
  readonly writer: ObjectWriter;
}

interface WrittenResults extends Pick<ResultSinks, 'bill' | 'sizes'> {
  /** What came of each portion, by its id. */
  readonly endings: ReadonlyMap<string, BatchBill['counts']>;
  readonly resultsObject: string;
}

/**
 * Ends a batch whose portions have all ended. First the results are written beside the database; then one transaction, which
 * holds the batch's row, refers to them, bills the batch, gives back its reservation and says that it has ended. Whoever comes
 * second finds it ended and drops what he wrote: nothing is billed twice, and nothing is billed without its results.
 */
@Injectable()
export class BatchFinish {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
    private readonly items: ItemStore,
    private readonly providers: BatchProviders,
    private readonly hosted: HostedSlices,
    private readonly reservations: Reservations,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns whether it was this call that ended the batch. @throws PortionsUnreadableError when results are missing */
  async finish({ batch, portions }: BatchView): Promise<boolean> {
    const writer = new ObjectWriter(this.store, `batches/${batch.id}/results-${randomChars(8)}`);
    const bill = new BatchBill(batch.attribution ?? undefined);
    const sizes = new ResultFileSizes(batch);
    const endings = new Map<string, BatchBill['counts']>();
    try {
      const unread: UnreadPortion[] = [];
      for (const portion of portions) {
        const before = { ...bill.counts };
        const failure = await this.writePortion(batch, portion, { bill, sizes, writer });
        if (failure !== undefined) unread.push(failure);
        endings.set(portion.id, difference(bill.counts, before));
      }
      // All of them are tried, so that the time of each runs beside the others'.
      if (unread.length > 0) throw new PortionsUnreadableError(unread);
      await writer.close();
    } catch (error) {
      await writer.abandon();
      throw error;
    }
    const ended = await this.commit(batch, { bill, sizes, endings, resultsObject: writer.name });
    await this.clean(ended ? portions.map(({ itemsObject }) => itemsObject) : [writer.name]);
    return ended;
  }

  /**
   * One line for every request of the portion, also for those that the provider lost.
   * @returns what kept its results from being read to the end: then not all of the lines were written
   */
  private async writePortion(
    batch: BatchEntity,
    portion: BatchPortionEntity,
    { bill, sizes, writer }: ResultSinks,
  ): Promise<UnreadPortion | undefined> {
    const missing = new Map<string, BilledItem>();
    for await (const item of this.items.facts(portion)) missing.set(item.customId, item);
    const write = async (item: BilledItem, result: PortionResult): Promise<void> => {
      const { cost, response } = bill.add(item, result, portion);
      const model = item.target.publicId;
      const [head, answer, end] = renderResultLine(result, { model, cost, response });
      sizes.add(result.status, head, response);
      await writer.add(head, answer, end);
    };
    const listed = [...missing.values()];
    const source = new ResultSource(() => this.resultsOf(batch, portion, listed));
    for await (const result of source) {
      const item = missing.get(result.customId);
      if (item === undefined) continue;
      missing.delete(result.customId);
      await write(item, result);
    }
    const { failure } = source;
    if (failure !== undefined && !(portion.error?.salvage === true && isOfProvider(failure.error)))
      return { portion, error: failure.error };
    const left = resultOfTheRest(portion);
    for (const item of missing.values()) await write(item, endedAs(item.customId, left));
    return undefined;
  }

  private resultsOf(
    batch: BatchEntity,
    portion: BatchPortionEntity,
    listed: readonly BilledItem[],
  ): AsyncIterable<PortionResult> | readonly PortionResult[] {
    if (portion.provider === 'hosted') return this.hosted.results(portion);
    // Refused, lost, or never handed over: there is nothing to read.
    if (portion.externalId === null) return [];
    if (portion.status === 'failed' && portion.error?.salvage !== true) return [];
    return this.providers
      .for(portion.provider, portion.account, batch)
      .results(portion.externalId, portion.id, this.items.of(portion, listed));
  }

  private commit(
    batch: BatchEntity,
    { bill, sizes, endings, resultsObject }: WrittenResults,
  ): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const locked = await lockRunning(manager, batch.id);
      if (locked === undefined) return false;
      const endedAt = new Date();
      const durationMs = endedAt.getTime() - batch.createdAt.getTime();
      const { organizationId, projectId, keyId, id: batchId } = batch;
      await this.reservations.settle(manager, {
        organizationId,
        purses: { keyId, projectId },
        reference: batchId,
        reserved: parseUsd(locked.reservedUsd),
        charged: bill.total,
        calls: bill.perModel().map((model) => ({
          ...model,
          batchId,
          organizationId,
          projectId,
          keyId,
          endedAt,
          durationMs,
        })),
      });
      for (const [portionId, counts] of endings) await endPortion(manager, portionId, counts);
      const retentionMs = this.settings.batchResultsRetentionMs;
      const files = await insertResultFiles(manager, { batch, endedAt, sizes, retentionMs });
      await manager.update(
        BatchEntity,
        { id: batchId },
        {
          ...files,
          status: 'ended',
          endedAt,
          resultsObject,
          costUsd: formatUsd(bill.total),
          refreshLeaseUntil: null,
          ...countColumns(bill.counts),
        },
      );
      await announceEnd(manager, locked, endedAt);
      return true;
    });
  }

  /** Best effort: the sweep deletes what stays behind. */
  private async clean(objects: readonly string[]): Promise<void> {
    for (const object of objects)
      await this.store.remove(object).catch((error: unknown) => {
        this.logger.warn({ err: error, object }, 'an object of a batch was not deleted');
      });
  }
}

async function endPortion(manager: EntityManager, id: string, counts: BatchBill['counts']): Promise<void> {
  await manager.update(BatchPortionEntity, { id }, countColumns(counts));
  await manager.query(
    `UPDATE batch_portions SET status = 'ended', error = CASE WHEN error->'trouble' IS NULL THEN error END
      WHERE id = $1 AND status <> 'failed'`,
    [id],
  );
  await manager.query('DELETE FROM hosted_items WHERE portion_id = $1', [id]);
}

function countColumns({ succeeded, errored, canceled, expired }: BatchBill['counts']) {
  return {
    succeededCount: succeeded,
    erroredCount: errored,
    canceledCount: canceled,
    expiredCount: expired,
  };
}

function difference(after: BatchBill['counts'], before: BatchBill['counts']): BatchBill['counts'] {
  return {
    succeeded: after.succeeded - before.succeeded,
    errored: after.errored - before.errored,
    canceled: after.canceled - before.canceled,
    expired: after.expired - before.expired,
  };
}

/** What became of the requests that no result names (contract section 7). */
function resultOfTheRest(portion: BatchPortionEntity): Ending {
  const { status, externalId, provider } = portion;
  const error = isInTrouble(portion) ? null : portion.error;
  if (status === 'failed')
    return { status: 'errored', error: { message: error?.message ?? 'The provider refused the request.' } };
  if (externalId === null && provider !== 'hosted') return { status: 'canceled' };
  return {
    status: 'errored',
    error: { message: error?.message ?? 'The provider gave no result for this request.' },
  };
}
