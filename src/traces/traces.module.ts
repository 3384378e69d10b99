import { Module, type BeforeApplicationShutdown } from '@nestjs/common';
import { EvaluationsModule } from '../records/evaluations/evaluations.module.js';
import { SurfaceModule } from '../surface/surface.module.js';
import { OwnSpans } from './own-spans/own-spans.service.js';
import { TraceStorageModule } from './storage/trace-storage.module.js';
import { TraceWriter } from './storage/trace-writer.service.js';
import { TraceEvaluations } from './trace-evaluations.service.js';
import { TraceIntake } from './trace-intake.service.js';
import { TracesController } from './traces.controller.js';

/** `POST /api/v1/traces`. */
@Module({
  imports: [SurfaceModule, EvaluationsModule, TraceStorageModule],
  controllers: [TracesController],
  providers: [TraceIntake, TraceEvaluations, OwnSpans],
})
export class TracesModule implements BeforeApplicationShutdown {
  constructor(
    private readonly intake: TraceIntake,
    private readonly writer: TraceWriter,
    private readonly ownSpans: OwnSpans,
  ) {}

  /** Spans that wait are written before the database connection goes. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.ownSpans.close();
    await this.writer.drain();
    await this.intake.close();
  }
}
