import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { AlertSettings } from '../../alerts/settings/alert-settings.service.js';
import { AlertDelivery } from '../../alerts/delivery/alert-delivery.service.js';
import { CachedAnswersRetention } from '../../cached-answers/cached-answers-retention.service.js';
import { ContentRetention } from '../../contents/content-retention.service.js';
import { CallPartitions } from '../../billing/calls/call-partitions.service.js';
import { ArchiveProofs } from '../../billing/ledger/archive/archive-proofs.service.js';
import { LedgerArchiving } from '../../billing/ledger/archive/ledger-archiving.service.js';
import { LedgerChecks } from '../../billing/ledger/ledger-checks.service.js';
import { LedgerIndexes } from '../../billing/ledger/ledger-indexes.service.js';
import { LedgerCarry } from '../../billing/ledger/pieces/ledger-carry.service.js';
import { PieceProofs } from '../../billing/ledger/pieces/piece-proofs.service.js';
import { HourlyCharges } from '../../billing/payments/hourly-charges.service.js';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { KeyChange } from './key-change.service.js';
import { LOGGER } from '../../http/logger.js';
import { BatchSweep, type BatchSweepReport } from '../../batches/batch-sweep.service.js';
import { UploadsService } from '../../batches/uploads/uploads.service.js';
import { Clock } from '../../lib/clock.js';
import { MINUTE_MS } from '../../lib/durations.js';
import { Metrics } from '../../metrics/metrics.js';
import { JobQueue } from '../../queue/job-queue.js';
import { JudgedTasks } from '../../records/judging/judged-tasks.service.js';
import { RecommendationsService } from '../../recommendations/recommendations.service.js';
import { ThresholdUpdates } from '../../recommendations/threshold-updates.service.js';
import { RefusalRetention } from '../../refusals/refusal-retention.service.js';
import { ResponseRetention } from '../../responses/store/response-retention.service.js';
import { SessionPins } from '../../routing/pins/session-pins.service.js';
import { TraceRetention } from '../../traces/storage/trace-retention.service.js';

const JOB = 'sweep';
const NOTHING_SWEPT: BatchSweepReport = { refreshed: 0, failed: 0, resultsPurged: 0 };

/** What came of the proof of the ledger; `running_elsewhere`: another process is at it. */
export type LedgerCheckReport = 'ok' | 'differences' | 'running_elsewhere' | 'failed';

/** What a sweep did. */
export interface SweepReport {
  readonly batches: BatchSweepReport;
  readonly pinsPurged: number;
  readonly uploadsPurged: number;
  /** Hourly charges that were paid. */
  readonly charges: number;
  readonly tracesPurged: number;
  readonly ledgerCheck: LedgerCheckReport;
}

/** The hourly sweep: deletes what has ended, charges what is owed, follows the records of routers, and proves the ledger. Each step may run on several processes at once; none waits for another's rows. */
@Injectable()
export class Sweep implements OnModuleInit {
  private running: Promise<SweepReport> | undefined;

  private askedFor: string | undefined;

  constructor(
    private readonly pins: SessionPins,
    private readonly judgedTasks: JudgedTasks,
    private readonly recommendations: RecommendationsService,
    private readonly thresholds: ThresholdUpdates,
    private readonly batches: BatchSweep,
    private readonly uploads: UploadsService,
    private readonly clock: Clock,
    private readonly hourlyCharges: HourlyCharges,
    private readonly ledgerChecks: LedgerChecks,
    private readonly ledgerIndexes: LedgerIndexes,
    private readonly ledgerCarry: LedgerCarry,
    private readonly pieceProofs: PieceProofs,
    private readonly traces: TraceRetention,
    private readonly responses: ResponseRetention,
    private readonly alertSettings: AlertSettings,
    private readonly alerts: AlertDelivery,
    private readonly contents: ContentRetention,
    private readonly cachedAnswers: CachedAnswersRetention,
    private readonly refusals: RefusalRetention,
    private readonly callPartitions: CallPartitions,
    private readonly ledgerArchiving: LedgerArchiving,
    private readonly archiveProofs: ArchiveProofs,
    private readonly keyChange: KeyChange,
    private readonly queue: JobQueue,
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    if (this.settings.role === 'api') return;
    this.queue.handle(JOB, async () => {
      await this.run();
    });
  }

  /**
   * Every process asks, once an hour; the id is the hour's, so that one of those that share a queue does it. Looked at more often: a
   * process that never gets an hour old would sweep nothing.
   */
  @Interval(10 * MINUTE_MS)
  async askHourly(): Promise<void> {
    const hour = this.clock.now().toISOString().slice(0, 13);
    if (hour === this.askedFor) return;
    this.askedFor = hour;
    await this.queue.add(JOB, hour).catch((error: unknown) => {
      this.askedFor = undefined;
      this.logger.warn({ err: error }, 'the hourly sweep could not be asked for; it is asked for again soon');
    });
  }

  /** Runs now, or joins the run that is under way. */
  run(): Promise<SweepReport> {
    this.running ??= this.sweep().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /** A step that fails holds up none of the others: the next sweep tries it again. */
  private async sweep(): Promise<SweepReport> {
    const charges = await this.step('hourly charges', () => this.hourlyCharges.run(), 0);
    const batches = await this.step('batches', () => this.batches.run(), NOTHING_SWEPT);
    const pinsPurged = await this.step('session pins', () => this.pins.purge(), 0);
    await this.step('judged tasks', () => this.judgedTasks.purge(), undefined);
    await this.step('recommendations', () => this.recommendations.purge(), undefined);
    await this.step('recommendations to tell of', () => this.workOutRecommendations(), undefined);
    await this.step('thresholds', () => this.thresholds.run(), 0);
    const uploadsPurged = await this.step('uploads', () => this.uploads.purgeExpired(this.clock.now()), 0);
    const tracesPurged = await this.step('traces', () => this.traces.sweep(), 0);
    await this.step('kept responses', () => this.responses.sweep(), undefined);
    await this.step('alerts', () => this.alerts.purge(), undefined);
    await this.step('contents of calls', () => this.contents.sweep(), undefined);
    await this.step('cached answers', () => this.cachedAnswers.sweep(), 0);
    await this.step('refusals', () => this.refusals.sweep(), undefined);
    await this.step('partitions of the call log', () => this.callPartitions.sweep(), undefined);
    await this.step('secrets of a former key', () => this.keyChange.run(), undefined);
    await this.step('ledger archive', () => this.ledgerArchiving.sweep(), 0);
    await this.step('indexes of the ledger', () => this.ledgerIndexes.sweep(), undefined);
    await this.step('sums of the ledger', () => this.ledgerCarry.run(), undefined);
    await this.step('proofs of the ledger', () => this.pieceProofs.sweep(), undefined);
    const ledgerCheck = await this.step('ledger check', () => this.checkLedger(), 'failed');
    this.metrics.sweepEnded();
    return { batches, uploadsPurged, pinsPurged, tracesPurged, charges, ledgerCheck };
  }

  private async workOutRecommendations(): Promise<void> {
    await this.recommendations.workOutFor(await this.alertSettings.whoAsksFor('recommendation'));
  }

  private async checkLedger(): Promise<LedgerCheckReport> {
    const differences = await this.ledgerChecks.reconcile();
    if (differences === undefined) return 'running_elsewhere';
    const faulty = await this.archiveProofs.sweep();
    return differences.length + faulty.length === 0 ? 'ok' : 'differences';
  }

  private async step<Result>(name: string, work: () => Promise<Result>, otherwise: Result): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      this.metrics.sweepStepFailed();
      this.logger.error(
        { err: error, step: name },
        'a step of the sweep failed; the next sweep tries it again',
      );
      return otherwise;
    }
  }
}
