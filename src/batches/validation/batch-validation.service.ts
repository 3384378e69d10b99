import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { CallerDirectory } from '../../auth/caller-directory.service.js';
import type { Caller } from '../../auth/caller.js';
import { Catalog } from '../../catalog/catalog.js';
import { ModelIds } from '../../catalog/ids/model-ids.service.js';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { LiveCalls } from '../../live-calls/live-calls.service.js';
import { LOGGER } from '../../http/logger.js';
import { MINUTE_MS, SECOND_MS } from '../../lib/durations.js';
import { ConfiguredUpstreams } from '../../projects/configured-upstreams.js';
import { ObjectStore } from '../../storage/object-store.js';
import { billableShares, estimateOf, refuseUnconfigured } from '../own-key-portions.js';
import { BatchFunding } from '../batch-funding.service.js';
import type { BatchEntity, ValidationError } from '../batch.entity.js';
import { BatchFiles } from '../files/batch-files.service.js';
import { UnknownFileError } from '../files/file-errors.js';
import { PortionSpool, type SpooledPortion } from '../submission/portion-spool.js';
import { holdStop } from './hold-stop.js';
import type { LineFault } from './line-error.js';
import type { PendingAnswer } from './pending-answer.js';
import { readInputFile, type ReadFile } from './read-input-file.js';
import { ValidatedHandOver } from './validated-hand-over.service.js';
import { ValidationBook } from './validation-book.service.js';
import { ForbiddenLinesError, isRefusal, wholeFileError, withoutStatus } from './validation-errors.js';

/** Whoever reads a file works so long without a sign of life, or has crashed: then another one reads it. */
const LEASE_MS = MINUTE_MS;
const RENEW_EVERY_MS = 20 * SECOND_MS;

/**
 * Makes batches of files: reads the file, reserves what it may cost, and hands it to the providers. The row says how far it is, and
 * its lease who works: a process that dies loses nothing, for the next poll, or the sweep, begins anew where the row stands.
 */
@Injectable()
export class BatchValidation {
  private readonly running = new Map<string, Promise<void>>();

  constructor(
    private readonly book: ValidationBook,
    private readonly funding: BatchFunding,
    private readonly handOver: ValidatedHandOver,
    private readonly files: BatchFiles,
    private readonly store: ObjectStore,
    private readonly callers: CallerDirectory,
    private readonly catalog: Catalog,
    private readonly modelIds: ModelIds,
    private readonly upstreams: ConfiguredUpstreams,
    private readonly liveCalls: LiveCalls,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Resolves when the batch runs, failed, or is read by another process. What passes by itself leaves it to the next poll.
   * @throws the refusal (401, 402, 403, 503), where the caller still waits for his answer: then there is no batch
   */
  run(id: string, answer?: PendingAnswer): Promise<void> {
    const running = this.running.get(id);
    if (running !== undefined) return running;
    const run = this.take(id, answer).finally(() => this.running.delete(id));
    this.running.set(id, run);
    return run;
  }

  private async take(id: string, answer: PendingAnswer | undefined): Promise<void> {
    const stop = new AbortController();
    const release = holdStop(this.liveCalls, () => stop.abort(new Error('the process stops')));
    if (release === undefined) return;
    try {
      const batch = await this.book.claim(id, LEASE_MS);
      if (batch !== undefined) await this.validate(batch, { answer, signal: stop.signal });
    } finally {
      release();
    }
  }

  private async validate(batch: BatchEntity, { answer, signal }: Attempt): Promise<void> {
    const renewal = setInterval(() => {
      this.book.renew(batch.id, LEASE_MS).catch(() => undefined);
    }, RENEW_EVERY_MS);
    try {
      const portions = await this.begin(batch, signal);
      if (portions !== undefined) this.handOver.start(batch.id, portions);
    } catch (error) {
      if (!isRefusal(error)) await this.leave(batch, error);
      else if (answer?.refuse() !== true) await this.book.fail(batch.id, [wholeFileError(error)]);
      else {
        await this.book.remove(batch.id);
        throw error;
      }
    } finally {
      clearInterval(renewal);
    }
  }

  /** @returns what the providers get; nothing when the batch failed, or was canceled meanwhile */
  private async begin(
    batch: BatchEntity,
    signal: AbortSignal,
  ): Promise<readonly SpooledPortion[] | undefined> {
    const caller = await this.callers.findOwner(batch);
    // Its project is gone: the sweep cancels what is left of it.
    if (caller === undefined) return undefined;
    const spool = new PortionSpool(this.store, batch.id, this.catalog.webSearchFeePicoUsd);
    try {
      const read = await this.read(batch, { caller, spool, signal });
      if (read.kind === 'wrong') {
        await this.refuse(batch, read.faults);
        return undefined;
      }
      const { shape, shares } = read.tally;
      refuseUnconfigured(shares, caller, this.upstreams.list());
      const estimate = estimateOf(billableShares(shares, caller));
      const portions = await spool.finish();
      const { requestCount } = read;
      const begins = { id: batch.id, caller, shape, requestCount, estimate, portions };
      if (!(await this.funding.begin(begins))) return undefined;
      spool.handOver();
      return portions;
    } catch (error) {
      if (!(error instanceof UnknownFileError)) throw error;
      await this.book.fail(batch.id, [FILE_IS_GONE]);
      return undefined;
    } finally {
      await spool.discard().catch((error: unknown) => {
        this.logger.warn(
          { err: error, batch_id: batch.id },
          'requests that were not needed were not deleted',
        );
      });
    }
  }

  private async read(
    { endpoint, inputFileId, projectId }: BatchEntity,
    { caller, spool, signal }: { caller: Caller; spool: PortionSpool; signal: AbortSignal },
  ): Promise<ReadFile> {
    const file = await this.files.find(projectId, inputFileId ?? '');
    const { permissions, models, zeroRetention, aliases } = caller;
    return readInputFile({
      chunks: (await this.files.open(file)) as AsyncIterable<Buffer>,
      endpoint: endpoint ?? '/v1/chat/completions',
      rules: {
        parse: (model) => this.modelIds.parseNamed(model, aliases),
        aliases,
        chineseModels: permissions.chineseModels,
        models,
        retention: { zeroRetention, agreed: this.settings.zeroRetentionProviders },
      },
      keep: (item) => spool.add(item),
      signal,
    });
  }

  /** @throws ForbiddenLinesError (403) when lines ask for what the project does not allow */
  private async refuse({ id }: BatchEntity, faults: readonly LineFault[]): Promise<void> {
    const [first, ...others] = faults.filter(({ status }) => status === 403);
    if (first !== undefined) throw new ForbiddenLinesError([first, ...others]);
    await this.book.fail(id, faults.map(withoutStatus));
  }

  private async leave({ id }: BatchEntity, error: unknown): Promise<void> {
    this.logger.warn({ err: error, batch_id: id }, 'a file was not validated; the next poll tries again');
    await this.book.release(id).catch(() => undefined);
  }
}

interface Attempt {
  readonly answer: PendingAnswer | undefined;
  readonly signal: AbortSignal;
}

const FILE_IS_GONE: ValidationError = {
  code: 'file_not_found',
  message: 'The input file was deleted, or has expired, before it was read. Upload it again.',
  param: 'input_file_id',
  line: null,
};
