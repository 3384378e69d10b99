import { applyDecorators, Get, Param, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { CallLog } from '../../billing/calls/call-log.service.js';
import { CallContents } from '../../contents/call-contents.service.js';
import { errorResponses } from '../../error-answers/openapi-errors.js';
import { actorOf } from '../actor-of.js';
import { AdminController } from '../admin-route.decorator.js';
import { NotFoundError, scopeOf, sees } from '../admin-scope.js';
import { contentSchema, presentContent } from './present-content.js';
import { missingCall } from './missing-call.js';

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
  @applyDecorators(...errorResponses({ 500: 'call_content_unreadable' }))
  async read(@Req() request: FastifyRequest, @Param('id') id: string) {
    const call = await this.log.find(id);
    if (call === null) throw missingCall(id, await this.log.keptSince());
    if (!sees(scopeOf(request), call.organizationId)) throw new NotFoundError('call', id);
    const content = await this.contents.read(call, actorOf(request));
    if (content === undefined) throw new NotFoundError('content kept of the call', id);
    return presentContent(call.id, content);
  }
}
