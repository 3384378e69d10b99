import { Get, Param, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { CallLog } from '../../billing/calls/call-log.service.js';
import { CallContents } from '../../contents/call-contents.service.js';
import { count, flag, named, oneOfWords, shape, text, time } from '../../http/openapi/openapi-shapes.js';
import { actorOf } from '../actor-of.js';
import { AdminController } from '../admin-route.decorator.js';
import { NotFoundError, scopeOf, sees } from '../admin-scope.js';
import { missingCall } from './missing-call.js';

const contentSchema = named(
  'CallContent',
  shape({
    object: oneOfWords('call.content'),
    call_id: text('call_…'),
    request: { ...text(), description: 'What the caller sent: JSON, unless it was cut.' },
    response: {
      ...text(),
      description:
        'What the caller got: JSON, unless it was cut. Of a stream the whole answer that its events make.',
    },
    request_bytes: { ...count, description: 'As it was sent.' },
    response_bytes: { ...count, description: 'As it was sent.' },
    request_cut: { ...flag, description: 'There was more than is kept.' },
    response_cut: flag,
    created_at: time,
    expires_at: time,
  }),
);

@AdminController('calls')
export class CallContentController {
  constructor(
    private readonly log: CallLog,
    private readonly contents: CallContents,
  ) {}

  @Get('calls/:id/content')
  @ApiOperation({
    summary: 'What a call was asked and answered, where the project keeps that (`call_content`).',
    description:
      'Secrets of known shapes are masked as `[masked:kind]`. Each reading is in the audit log (`call_content.read`). 404 when nothing was kept, or it has expired.',
  })
  @ApiResponse({ status: 200, schema: contentSchema })
  async read(@Req() request: FastifyRequest, @Param('id') id: string) {
    const call = await this.log.find(id);
    if (call === null) throw missingCall(id, await this.log.keptSince());
    if (!sees(scopeOf(request), call.organizationId)) throw new NotFoundError('call', id);
    const content = await this.contents.read(call, actorOf(request));
    if (content === undefined) throw new NotFoundError('content kept of the call', id);
    return {
      object: 'call.content',
      call_id: call.id,
      request: content.request,
      response: content.response,
      request_bytes: content.requestBytes,
      response_bytes: content.responseBytes,
      request_cut: content.requestCut,
      response_cut: content.responseCut,
      created_at: content.createdAt.toISOString(),
      expires_at: content.expiresAt.toISOString(),
    };
  }
}
