import { Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UsageChecks } from '../../billing/usage-checks.service.js';
import { UsageReports } from '../../billing/usage-report.service.js';
import { Clock } from '../../lib/clock.js';
import { DAY_MS, HOUR_MS } from '../../lib/durations.js';
import { AdminController } from '../admin-route.decorator.js';
import { ApiListOrCsv } from '../csv/api-list-or-csv.js';
import { sendCsv } from '../csv/send-csv.js';
import { wantsCsv } from '../csv/wants-csv.js';
import { usageCheckSchema, usageReportSchema } from '../dto/response-schemas.js';
import { checkPeriod, readTime } from '../read-time.js';
import { VisibleProjects } from '../visible-projects.service.js';
import { presentUsage, presentUsageCheck, totalOf } from './present-usage.js';
import { readGrouping } from './usage-groups.js';
import { UsageNames } from './usage-names.service.js';
import { usageLines } from './usage-lines.js';
import { UsagePeriodQuery, UsageQuery } from './usage-query.dto.js';

const DEFAULT_USAGE_DAYS = 30;

@AdminController('usage')
export class UsageController {
  constructor(
    @Inject(UsageReports) private readonly reports: UsageReports,
    @Inject(UsageChecks) private readonly checks: UsageChecks,
    @Inject(UsageNames) private readonly names: UsageNames,
    @Inject(VisibleProjects) private readonly visible: VisibleProjects,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  @Get('projects/:id/usage')
  @ApiOperation({
    summary: 'Requests, tokens and spend, grouped. Every grouping sums to the spend.',
    description:
      'Calls count by the time at which they began. `cost_usd` is what was billed. What there is nothing to group by has the key `none`; batches have the router `Router (batch)`. Keys, routers and groups have a `name` too (null for one that is gone). Two groupings (`hour,model`) give rows with `keys` instead of `key`. `total` is the sum of all rows.',
  })
  @ApiListOrCsv(usageReportSchema)
  async usage(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Query() query: UsageQuery,
  ) {
    const project = await this.visible.get(request, id);
    const period = this.periodOf(query);
    const grouping = readGrouping(query.group_by) ?? ['day'];
    const [groupBy, thenBy] = grouping;
    const rows = await this.reports.usage({ projectId: project.id, ...period, groupBy, thenBy });
    if (wantsCsv(query.format, request.headers.accept))
      return sendCsv(reply, `usage-${project.id}-by-${grouping.join('-and-')}`, usageLines(rows, grouping));
    const page = { has_more: false, first_id: null, last_id: null };
    const names =
      thenBy === undefined ? await this.names.of(groupBy, new Set(rows.map(({ key }) => key))) : undefined;
    return {
      object: 'list',
      data: rows.map((row) => presentUsage(row, names)),
      ...page,
      total: totalOf(rows),
    };
  }

  @Get('projects/:id/usage/check')
  @ApiOperation({
    summary: 'Proof, from one snapshot, that the usage of a period is what the ledger took for its calls.',
    description: 'Reads every call of the period: a long one of many calls takes its time.',
  })
  @ApiResponse({ status: 200, schema: usageCheckSchema })
  async check(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: UsagePeriodQuery) {
    const project = await this.visible.get(request, id);
    const { from, to } = this.periodOf(query);
    const check = await this.checks.check({ projectId: project.id, from, to });
    return { ...presentUsageCheck(check), from: from.toISOString(), to: to.toISOString() };
  }

  /** @throws InvalidRequestError (400) when it ends before it begins */
  private periodOf(query: UsagePeriodQuery): { from: Date; to: Date } {
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
