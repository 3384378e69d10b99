import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { InferenceRoute } from '../surface/inference-route.decorator.js';
import { openAiPaths } from '../surface/openai-paths.js';
import { DocumentResponses } from './responses.openapi.js';
import { RESPONSES_CAP_BYTES, ResponsesService } from './responses.service.js';

@Controller(openAiPaths('responses'))
export class ResponsesController {
  constructor(private readonly responses: ResponsesService) {}

  @Post()
  @InferenceRoute({ capBytes: RESPONSES_CAP_BYTES, limit: 'inference' })
  @DocumentResponses()
  respond(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.responses.respond(request, reply);
  }
}
