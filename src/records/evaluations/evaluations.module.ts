import { Module } from '@nestjs/common';
import { JudgingModule } from '../judging/judging.module.js';
import { EvaluationsService } from './evaluations.service.js';

@Module({ imports: [JudgingModule], providers: [EvaluationsService], exports: [EvaluationsService] })
export class EvaluationsModule {}
