import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { LOGGER } from '../http/logger.js';
import { HOUR_MS } from '../lib/durations.js';
import { JudgedTasks } from '../records/judging/judged-tasks.service.js';
import { RecommendationsService } from '../records/recommendations/recommendations.service.js';
import { SessionPins } from '../routing/session-pins.service.js';
import { TraceRetention } from '../traces/storage/trace-retention.service.js';

/** What a sweep did. */
export interface SweepReport {
  readonly pinsPurged: number;
  readonly tracesPurged: number;
}

/** The hourly sweep: deletes what has ended. Each step may run on several processes at once; none waits for another's rows. */
@Injectable()
export class Sweep {
  private running: Promise<SweepReport> | undefined;

  constructor(
    @Inject(SessionPins) private readonly pins: SessionPins,
    @Inject(JudgedTasks) private readonly judgedTasks: JudgedTasks,
    @Inject(RecommendationsService) private readonly recommendations: RecommendationsService,
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
    const tracesPurged = await this.traces.sweep();
    return { pinsPurged, tracesPurged };
  }
}
