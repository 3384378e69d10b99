import { Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallLog, type CallFilters } from '../../billing/call-log.service.js';
import { pageOf } from '../../http/envelopes/openapi-shapes.js';
import { AdminController } from '../admin-route.decorator.js';
import { NotFoundError, scopeOf, sees } from '../admin-scope.js';
import { ApiListOrCsv } from '../csv/api-list-or-csv.js';
import { adminCallSchema } from './call-schema.js';
import { callLines } from './call-lines.js';
import { sendCsv } from '../csv/send-csv.js';
import { wantsCsv } from '../csv/wants-csv.js';
import { CallsQuery } from './calls-query.dto.js';
import { NamedCalls } from './named-calls.service.js';
import { checkAfter, toPage } from '../page.js';
import { readPeriod } from '../read-time.js';
import { VisibleProjects } from '../visible-projects.service.js';

const DEFAULT_LIMIT = 20;

@AdminController('calls')
export class CallsController {
  constructor(
    @Inject(CallLog) private readonly log: CallLog,
    @Inject(NamedCalls) private readonly named: NamedCalls,
    @Inject(VisibleProjects) private readonly visible: VisibleProjects,
  ) {}

  @Get('projects/:id/calls')
  @ApiOperation({
    summary: 'The call log, newest first, with filters.',
    description:
      'As CSV it is everything that passes the filters, unless `limit` is given. A period makes rare things quick to find.',
  })
  @ApiListOrCsv(pageOf(adminCallSchema))
  async calls(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Query() query: CallsQuery,
  ) {
    const project = await this.visible.get(request, id);
    checkAfter(query.after, 'call');
    const filters = toFilters(query);
    const { after, limit = DEFAULT_LIMIT } = query;
    if (wantsCsv(query.format, request.headers.accept))
      return sendCsv(
        reply,
        `calls-${project.id}`,
        callLines(this.log, project.id, filters, { after, limit: query.limit }),
      );
    const rows = await this.log.page(project.id, filters, { limit: limit + 1, after });
    return toPage(await this.named.present(rows), limit);
  }

  @Get('calls/:id')
  @ApiOperation({ summary: 'One call with its attempts.' })
  @ApiResponse({ status: 200, schema: adminCallSchema })
  async call(@Req() request: FastifyRequest, @Param('id') id: string) {
    const row = await this.log.find(id);
    if (row === null || !sees(scopeOf(request), row.organizationId)) throw new NotFoundError('call', id);
    const [call] = await this.named.present([row]);
    return call;
  }
}

/** @throws InvalidRequestError (400) when the period ends before it begins */
function toFilters(query: CallsQuery): CallFilters {
  const { status, model, key, surface, tier, router, group } = query;
  return { ...readPeriod(query), status, model, key, surface, tier, router, group };
}
