import { Module } from '@nestjs/common';
import { EndpointsModule } from '../endpoints/endpoints.module.js';
import { RoutingModule } from '../routing/routing.module.js';
import { SurfaceModule } from '../surface/surface.module.js';
import { JudgingModule } from '../records/judging/judging.module.js';
import { AnswerJudge } from './cascade/answer-judge.service.js';
import { ModelJudgeModule } from './judge/model-judge.module.js';
import { PromptCompression } from './compression/prompt-compression.service.js';
import { CompletionsController } from './completions.controller.js';
import { CompletionsService } from './completions.service.js';
import { EndpointTransport } from './relay/endpoint-transport.service.js';
import { ModelCalls } from './model-calls.service.js';
import { CallPlanner } from './plan/plan-call.service.js';

@Module({
  imports: [SurfaceModule, RoutingModule, EndpointsModule, JudgingModule, ModelJudgeModule],
  controllers: [CompletionsController],
  providers: [CompletionsService, ModelCalls, CallPlanner, EndpointTransport, AnswerJudge, PromptCompression],
  exports: [ModelCalls, CompletionsService],
})
export class CompletionsModule {}
