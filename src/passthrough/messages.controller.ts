import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { InferenceRoute } from '../surface/inference-route.decorator.js';
import { DocumentCountTokens, DocumentMessages } from './messages.openapi.js';
import { MESSAGES_CAP_BYTES, MessagesService } from './messages.service.js';

@Controller('api/v1/messages')
export class MessagesController {
  constructor(private readonly messages: MessagesService) {}

  @Post()
  @InferenceRoute({ capBytes: MESSAGES_CAP_BYTES, limit: 'inference' })
  @DocumentMessages()
  create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.messages.relay('messages', request, reply);
  }

  @Post('count_tokens')
  @InferenceRoute({ capBytes: MESSAGES_CAP_BYTES, limit: 'inference' })
  @DocumentCountTokens()
  countTokens(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.messages.relay('count_tokens', request, reply);
  }
}
