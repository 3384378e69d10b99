import { Get, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { AdminController } from '../admin-route.decorator.js';
import { requireOperator, scopeOf } from '../admin-scope.js';
import { statusSchema } from './status-schema.js';
import { Status } from './status.service.js';

@AdminController('status')
export class StatusController {
  constructor(private readonly status: Status) {}

  @Get('status')
  @ApiOperation({
    summary:
      'How the service stands: version, processes, database, queue, store of traces, providers. Operator only.',
    description: 'What is away is said in the answer, which is 200 all the same.',
  })
  @ApiResponse({ status: 200, schema: statusSchema })
  read(@Req() request: FastifyRequest) {
    requireOperator(scopeOf(request));
    return this.status.read();
  }
}
