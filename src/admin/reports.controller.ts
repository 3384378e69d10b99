import { Get, Inject, Param, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { BillingReports } from '../billing/billing-reports.service.js';
import { Catalog } from '../catalog/catalog.js';
import { Clock } from '../lib/clock.js';
import { InvalidRequestError } from '../lib/gateway-error.js';
import { DAY_MS } from '../lib/durations.js';
import { parseUsd, toUsdNumber } from '../lib/money.js';
import { AdminController } from './admin-route.decorator.js';
import { NotFoundError, scopeOf, sees } from './admin-scope.js';
import { PageQuery, ShortListQuery, UsageQuery } from './dto/queries.dto.js';
import { callSchema, modelSchema, pageOf, usageRowSchema } from './dto/response-schemas.js';
import { BEHIND_EVERY_ID, checkAfter, cutPage, toPage } from './page.js';
import { presentCall, presentModel } from './present.js';
import { readTime } from './read-time.js';
import { VisibleProjects } from './visible-projects.service.js';

const DEFAULT_USAGE_DAYS = 30;

@AdminController('calls, usage, models')
export class ReportsController {
  constructor(
    @Inject(BillingReports) private readonly reports: BillingReports,
    @Inject(VisibleProjects) private readonly visible: VisibleProjects,
    @Inject(Catalog) private readonly catalog: Catalog,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  @Get('projects/:id/calls')
  @ApiOperation({ summary: 'The call log, newest first.' })
  @ApiResponse({ status: 200, schema: pageOf(callSchema) })
  async calls(@Req() request: FastifyRequest, @Param('id') id: string, @Query() { limit, after }: PageQuery) {
    const project = await this.visible.get(request, id);
    checkAfter(after, 'call');
    const rows = await this.reports.calls(project.id, { limit: limit + 1, after: after ?? BEHIND_EVERY_ID });
    return toPage(rows.map(presentCall), limit);
  }

  @Get('calls/:id')
  @ApiOperation({ summary: 'One call with its attempts.' })
  @ApiResponse({ status: 200, schema: callSchema })
  async call(@Req() request: FastifyRequest, @Param('id') id: string) {
    const row = await this.reports.call(id);
    if (row === null || !sees(scopeOf(request), row.organizationId)) throw new NotFoundError('call', id);
    return presentCall(row);
  }

  @Get('projects/:id/usage')
  @ApiOperation({ summary: 'Requests, tokens and spend, grouped. Every grouping sums to the spend.' })
  @ApiResponse({ status: 200, schema: pageOf(usageRowSchema) })
  async usage(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: UsageQuery) {
    const project = await this.visible.get(request, id);
    const period = this.periodOf(query);
    const rows = await this.reports.usage({ projectId: project.id, ...period, groupBy: query.group_by });
    const data = rows.map((row) => ({
      key: row.key,
      requests: Number(row.requests),
      input_tokens: Number(row.input_tokens),
      output_tokens: Number(row.output_tokens),
      cost_usd: toUsdNumber(parseUsd(row.cost_usd)),
    }));
    return { object: 'list', data, has_more: false, first_id: null, last_id: null };
  }

  /** @throws InvalidRequestError (400) when it ends before it begins */
  private periodOf(query: UsageQuery): { from: Date; to: Date } {
    const to = readTime(query.to ?? '') ?? this.clock.now();
    const from = readTime(query.from ?? '') ?? new Date(to.getTime() - DEFAULT_USAGE_DAYS * DAY_MS);
    if (from > to)
      throw new InvalidRequestError({
        param: 'from',
        message: '`from` must not be after `to`, which is now when it is absent.',
      });
    return { from, to };
  }

  @Get('models')
  @ApiOperation({ summary: 'The catalogue with prices, capabilities and surfaces.' })
  @ApiResponse({ status: 200, schema: pageOf(modelSchema) })
  models(@Query() query: ShortListQuery) {
    return cutPage(this.catalog.list().map(presentModel), query);
  }
}
