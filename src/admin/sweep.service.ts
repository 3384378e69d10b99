import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { LedgerChecks } from '../billing/ledger-checks.service.js';
import { HourlyCharges } from '../billing/payments/hourly-charges.service.js';
import { LOGGER } from '../http/logger.js';
import { BatchSweep, type BatchSweepReport } from '../batches/batch-sweep.service.js';
import { UploadsService } from '../batches/uploads/uploads.service.js';
import { Clock } from '../lib/clock.js';
import { HOUR_MS } from '../lib/durations.js';
import { JudgedTasks } from '../records/judging/judged-tasks.service.js';
import { RecommendationsService } from '../records/recommendations/recommendations.service.js';
import { SessionPins } from '../routing/session-pins.service.js';
import { TraceRetention } from '../traces/storage/trace-retention.service.js';

/** What a sweep did. */
export interface SweepReport {
  readonly batches: BatchSweepReport;
  readonly pinsPurged: number;
  readonly uploadsPurged: number;
  /** Hourly charges that were paid. */
  readonly charges: number;
  readonly tracesPurged: number;
}

/** The hourly sweep: deletes what has ended, charges what is owed, and proves the ledger. Each step may run on several processes at once; none waits for another's rows. */
@Injectable()
export class Sweep {
  private running: Promise<SweepReport> | undefined;

  constructor(
    @Inject(SessionPins) private readonly pins: SessionPins,
    @Inject(JudgedTasks) private readonly judgedTasks: JudgedTasks,
    @Inject(RecommendationsService) private readonly recommendations: RecommendationsService,
    @Inject(BatchSweep) private readonly batches: BatchSweep,
    @Inject(UploadsService) private readonly uploads: UploadsService,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(HourlyCharges) private readonly hourlyCharges: HourlyCharges,
    @Inject(LedgerChecks) private readonly ledgerChecks: LedgerChecks,
    @Inject(TraceRetention) private readonly traces: TraceRetention,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Interval(HOUR_MS)
  async runHourly(): Promise<void> {
    await this.run().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the hourly sweep failed; the next one tries again');
    });
  }

  /** Runs now, or joins the run that is under way. */
  run(): Promise<SweepReport> {
    this.running ??= this.sweep().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async sweep(): Promise<SweepReport> {
    const pinsPurged = await this.pins.purge();
    await this.judgedTasks.purge();
    await this.recommendations.purge();
    const batches = await this.batches.run();
    const uploadsPurged = await this.uploads.purgeExpired(this.clock.now());
    const tracesPurged = await this.traces.sweep();
    const charges = await this.hourlyCharges.run();
    await this.ledgerChecks.reconcile();
    return { batches, uploadsPurged, pinsPurged, tracesPurged, charges };
  }
}
