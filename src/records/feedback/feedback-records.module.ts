import { Module } from '@nestjs/common';
import { JudgingModule } from '../judging/judging.module.js';
import { FeedbackService } from './feedback.service.js';

@Module({ imports: [JudgingModule], providers: [FeedbackService], exports: [FeedbackService] })
export class FeedbackRecordsModule {}
