import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { InferenceRoute } from '../surface/inference-route.decorator.js';
import { openAiPaths } from '../surface/openai-paths.js';
import { DocumentChatCompletions } from './completions.openapi.js';
import { CHAT_CAP_BYTES, CompletionsService } from './completions.service.js';

@Controller(openAiPaths('chat/completions'))
export class CompletionsController {
  constructor(private readonly completions: CompletionsService) {}

  @Post()
  @InferenceRoute({ capBytes: CHAT_CAP_BYTES, limit: 'inference' })
  @DocumentChatCompletions()
  complete(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.completions.complete(request, reply);
  }
}
