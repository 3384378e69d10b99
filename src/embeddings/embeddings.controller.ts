import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { InferenceRoute } from '../surface/inference-route.decorator.js';
import { openAiPaths } from '../surface/openai-paths.js';
import { DocumentEmbeddings } from './embeddings.openapi.js';
import { EMBEDDINGS_CAP_BYTES, EmbeddingsService } from './embeddings.service.js';

@Controller(openAiPaths('embeddings'))
export class EmbeddingsController {
  constructor(private readonly embeddings: EmbeddingsService) {}

  @Post()
  @InferenceRoute({ capBytes: EMBEDDINGS_CAP_BYTES, limit: 'inference' })
  @DocumentEmbeddings()
  embed(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.embeddings.embed(request, reply);
  }
}
