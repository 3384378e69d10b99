import { Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UsageReports, type UsageRow } from '../../billing/usage-report.service.js';
import { pageOf } from '../../http/envelopes/openapi-shapes.js';
import { Clock } from '../../lib/clock.js';
import { DAY_MS, HOUR_MS } from '../../lib/durations.js';
import { parseUsd, toUsdNumber } from '../../lib/money.js';
import { AdminController } from '../admin-route.decorator.js';
import { ApiListOrCsv } from '../csv/api-list-or-csv.js';
import { sendCsv } from '../csv/send-csv.js';
import { usageLines } from './usage-lines.js';
import { wantsCsv } from '../csv/wants-csv.js';
import { UsageQuery } from '../dto/queries.dto.js';
import { usageRowSchema } from '../dto/response-schemas.js';
import { checkPeriod, readTime } from '../read-time.js';
import { VisibleProjects } from '../visible-projects.service.js';

const DEFAULT_USAGE_DAYS = 30;

@AdminController('usage')
export class UsageController {
  constructor(
    @Inject(UsageReports) private readonly reports: UsageReports,
    @Inject(VisibleProjects) private readonly visible: VisibleProjects,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  @Get('projects/:id/usage')
  @ApiOperation({
    summary: 'Requests, tokens and spend, grouped. Every grouping sums to the spend.',
    description:
      'Calls count by the time at which they began. `cost_usd` is what was billed. What there is nothing to group by has the key `none`; batches have the router `Router (batch)`.',
  })
  @ApiListOrCsv(pageOf(usageRowSchema))
  async usage(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Query() query: UsageQuery,
  ) {
    const project = await this.visible.get(request, id);
    const period = this.periodOf(query);
    const rows = await this.reports.usage({ projectId: project.id, ...period, groupBy: query.group_by });
    if (wantsCsv(query.format, request.headers.accept))
      return sendCsv(reply, `usage-${project.id}-by-${query.group_by}`, usageLines(rows));
    return { object: 'list', data: rows.map(presentUsage), has_more: false, first_id: null, last_id: null };
  }

  /** @throws InvalidRequestError (400) when it ends before it begins */
  private periodOf(query: UsageQuery): { from: Date; to: Date } {
    const to = readTime(query.to ?? '') ?? this.endOfNow();
    const from = readTime(query.from ?? '') ?? new Date(to.getTime() - DEFAULT_USAGE_DAYS * DAY_MS);
    checkPeriod({ from, to });
    return { from, to };
  }

  /** Of the hour after this one: with room for calls whose process has a clock before ours, and read from sums alone. */
  private endOfNow(): Date {
    return new Date((Math.floor(this.clock.now().getTime() / HOUR_MS) + 2) * HOUR_MS);
  }
}

function presentUsage(row: UsageRow) {
  return {
    key: row.key,
    requests: Number(row.requests),
    input_tokens: Number(row.input_tokens),
    output_tokens: Number(row.output_tokens),
    cost_usd: toUsdNumber(parseUsd(row.cost_usd)),
  };
}
