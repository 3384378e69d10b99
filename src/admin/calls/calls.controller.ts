import { applyDecorators, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallHistograms } from '../../billing/calls/call-histograms.service.js';
import { CallLog } from '../../billing/calls/call-log.service.js';
import type { CallFilters } from '../../billing/calls/call-filters.js';
import { pageOf } from '../../http/openapi/openapi-shapes.js';
import { CallContents } from '../../contents/call-contents.service.js';
import { Clock } from '../../lib/clock.js';
import { DAY_MS } from '../../lib/durations.js';
import { parseUsd } from '../../lib/money.js';
import { errorResponses } from '../../error-answers/openapi-errors.js';
import { AdminController } from '../admin-route.decorator.js';
import { NotFoundError, scopeOf, sees } from '../admin-scope.js';
import { actorOf } from '../actor-of.js';
import { ApiListOrCsv } from '../csv/api-list-or-csv.js';
import { adminCallSchema, callDetailSchema, histogramSchema } from './call-schema.js';
import { callLines } from './call-lines.js';
import { sendCsv } from '../csv/send-csv.js';
import { wantsCsv } from '../csv/wants-csv.js';
import { CallQuery, CallsFilterQuery, CallsQuery } from './calls-query.dto.js';
import { presentContent } from './present-content.js';
import { missingCall } from './missing-call.js';
import { NAMES, presentNamedCall } from './named-calls.js';
import { includes } from '../dto/queries.dto.js';
import { JsonPrinter } from '../printing/json-printer.service.js';
import { checkCursors } from '../page.js';
import { lastPeriod, readPeriod } from '../read-time.js';
import { VisibleProjects } from '../visible-projects.service.js';

const DEFAULT_LIMIT = 20;

@AdminController('calls')
export class CallsController {
  constructor(
    private readonly log: CallLog,
    private readonly histograms: CallHistograms,
    private readonly clock: Clock,
    private readonly printer: JsonPrinter,
    private readonly contents: CallContents,
    private readonly visible: VisibleProjects,
  ) {}

  @Get('projects/:id/calls')
  @ApiOperation({
    summary: 'The call log, newest first, with filters.',
    description:
      'As CSV it is everything that passes the filters, unless `limit` is given. Filters add up. `tag`, `user`, `session` and `metadata` are quick to find at any time; a period makes other rare things quick to find. At most 10,000 calls are looked at for a page: one of less than `limit`, even of none, may have `has_more`, and `last_id` is then where the search goes on.',
  })
  @ApiListOrCsv(pageOf(adminCallSchema))
  async calls(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Query() query: CallsQuery,
  ) {
    const project = await this.visible.place(request, id);
    checkCursors(query, 'call');
    const filters = toFilters(query);
    const { after, before, limit = DEFAULT_LIMIT } = query;
    if (wantsCsv(query.format, request.headers.accept))
      return sendCsv(
        reply,
        `calls-${project.id}`,
        callLines(this.log, project.id, filters, { after, limit: query.limit }),
      );
    const page = { limit: limit + 1, after, before };
    const found = await this.log.pageTexts(project.id, filters, page, NAMES);
    void reply.type('application/json; charset=utf-8');
    return this.printer.print({
      kind: 'calls',
      page: { ...found, limit, isBackwards: before !== undefined },
    });
  }

  @Get('projects/:id/calls/histogram')
  @ApiOperation({
    summary: 'Calls by hour, oldest first, with the filters of the list.',
    description:
      'Rows of the call log, as the list has them: a batch counts by its rows. Hours without calls are left out. Quick for any number of calls, but with `model` beside another filter, a status below 400, `retry`, `min_cost_usd` or `min_duration_ms`, for which calls are read; with `tag`, `user`, `session` or `metadata` those are read that have it.',
  })
  @ApiResponse({ status: 200, schema: histogramSchema })
  async histogram(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: CallsFilterQuery) {
    const project = await this.visible.place(request, id);
    const period = lastPeriod(query, { now: this.clock.now(), ms: DAY_MS });
    const hours = await this.histograms.byHour(project.id, { ...toFilters(query), ...period });
    return {
      object: 'calls.histogram',
      from: period.from.toISOString(),
      to: period.to.toISOString(),
      data: hours,
    };
  }

  @Get('calls/:id')
  @ApiOperation({
    summary: 'One call with its attempts.',
    description:
      'With `include=content` also what it was asked and answered, null where that is not kept; such a reading is in the audit log, as that of `…/content`. Without it a call is shown whose content cannot be read any more.',
  })
  @ApiResponse({ status: 200, schema: callDetailSchema })
  @applyDecorators(...errorResponses({ 500: 'call_content_unreadable' }))
  async call(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: CallQuery) {
    const row = await this.log.find(id, NAMES);
    if (row === null) throw missingCall(id, await this.log.keptSince());
    if (!sees(scopeOf(request), row.organizationId)) throw new NotFoundError('call', id);
    const call = presentNamedCall(row);
    if (!includes(query, 'content')) return call;
    const content = await this.contents.read(row, actorOf(request));
    return { ...call, content: content === undefined ? null : presentContent(row.id, content) };
  }
}

/** @throws InvalidRequestError (400) when the period ends before it begins */
function toFilters(query: CallsFilterQuery): CallFilters {
  const { status, model, key, surface, tier, router, group, batch, tag, user, session, retry } = query;
  const { metadata, min_cost_usd: minCost, min_duration_ms: minDuration } = query;
  return {
    ...readPeriod(query),
    ...{ status, model, key, surface, tier, router, group, batch, tag, user, session, retry },
    metadata: metadata && Object.fromEntries(metadata),
    minCost: minCost === undefined ? undefined : parseUsd(minCost),
    minDurationMs: minDuration === undefined ? undefined : Number(minDuration),
  };
}
