import { Module } from '@nestjs/common';
import { FeedbackRecordsModule } from '../records/feedback/feedback-records.module.js';
import { SurfaceModule } from '../surface/surface.module.js';
import { FeedbackController } from './feedback.controller.js';

@Module({ imports: [SurfaceModule, FeedbackRecordsModule], controllers: [FeedbackController] })
export class FeedbackModule {}
