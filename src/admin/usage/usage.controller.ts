import { Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UsageChecks } from '../../billing/usage/usage-checks.service.js';
import { UsageReports } from '../../billing/usage/reading/usage-reports.service.js';
import { readUsageKeys, type UsageTexts } from '../../billing/usage/reading/usage-texts.js';
import type { UsageGroup } from '../../billing/usage/usage-dimensions.js';
import { Clock } from '../../lib/clock.js';
import { DAY_MS, HOUR_MS } from '../../lib/durations.js';
import { inPieces } from '../../lib/steps.js';
import { AdminController } from '../admin-route.decorator.js';
import { ApiListOrCsv } from '../csv/api-list-or-csv.js';
import { sendCsv } from '../csv/send-csv.js';
import { wantsCsv } from '../csv/wants-csv.js';
import { usageCheckSchema, usageReportSchema } from '../dto/response-schemas.js';
import { JsonPrinter } from '../printing/json-printer.service.js';
import { checkPeriod, readTime } from '../read-time.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { VisibleOrganizations } from '../visible-organizations.service.js';
import { VisibleProjects } from '../visible-projects.service.js';
import { presentUsageCheck } from './present-usage.js';
import { readGrouping } from './usage-groups.js';
import { isNamedById, UsageNames } from './usage-names.service.js';
import { usageLines } from './usage-lines.js';
import { UsagePeriodQuery, UsageQuery } from './usage-query.dto.js';

const DEFAULT_USAGE_DAYS = 30;
/** Of an answer in JSON, some 12 MB; and of a file. */
const MOST_ROWS = 100_000;
const MOST_LINES = 250_000;
/** Read one by one, in a second or two: a day of a project with 100 million calls a year. */
const MOST_FACTS = 300_000;
const DESCRIPTION =
  'Calls count by the time at which they began, batches by that at which they settled. `cost_usd` is what was billed. What there is nothing to group by has the key `none`; batches have the router `Router (batch)`; the provider is that of the answer. Keys, routers, groups and projects have a `name` too (null for one that is gone). Two groupings (`hour,model`) give rows with `keys` instead of `key`, and `names` by id beside the rows. A day is `2026-11-30`, an hour `2026-11-30T14:00:00+01:00`. Every grouping sums to the spend, but for `tag`: a call with three tags is in three rows. `total` is the whole, each call once. Of a project, 10,000 tags and 1,000,000 users are told apart, and of users and sessions the 10,000 dearest in an answer; the others are the row `other`. An answer has 100,000 rows at the most (250,000 as CSV), sessions are told apart among 300,000 calls, and hours of 27,000 (three years) from the first call to the last: what would be more is 400.';

interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly query: UsageQuery;
  /** The project or organization that is asked about. */
  readonly of: string;
  readonly projectIds: readonly string[];
}

@AdminController('usage')
export class UsageController {
  constructor(
    private readonly reports: UsageReports,
    private readonly checks: UsageChecks,
    private readonly names: UsageNames,
    private readonly visible: VisibleProjects,
    private readonly organizations: VisibleOrganizations,
    private readonly projects: ProjectsService,
    private readonly printer: JsonPrinter,
    private readonly clock: Clock,
  ) {}

  @Get('projects/:id/usage')
  @ApiOperation({ summary: 'Requests, tokens and spend of a project, grouped.', description: DESCRIPTION })
  @ApiListOrCsv(usageReportSchema)
  async usage(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Query() query: UsageQuery,
  ) {
    const project = await this.visible.place(request, id);
    return this.answer({ request, reply, query, of: project.id, projectIds: [project.id] });
  }

  @Get('organizations/:id/usage')
  @ApiOperation({
    summary: 'Requests, tokens and spend of all projects of an organization, grouped.',
    description: `${DESCRIPTION} Deleted projects are counted too.`,
  })
  @ApiListOrCsv(usageReportSchema)
  async organizationUsage(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Query() query: UsageQuery,
  ) {
    const { id: organizationId } = await this.organizations.get(request, id);
    const projectIds = await this.projects.allIdsOf(organizationId);
    return this.answer({ request, reply, query, of: organizationId, projectIds });
  }

  @Get('projects/:id/usage/check')
  @ApiOperation({
    summary: 'Proof, from one snapshot, that the usage of a period is what the ledger took for its calls.',
    description: 'Reads every call of the period: a long one of many calls takes its time.',
  })
  @ApiResponse({ status: 200, schema: usageCheckSchema })
  async check(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: UsagePeriodQuery) {
    const project = await this.visible.place(request, id);
    const { from, to } = this.periodOf(query);
    const check = await this.checks.check({ projectId: project.id, from, to, zone: query.tz });
    return { ...presentUsageCheck(check), from: from.toISOString(), to: to.toISOString() };
  }

  private async answer({ request, reply, query, of, projectIds }: Asked) {
    const grouping = readGrouping(query.group_by) ?? ['day'];
    const [groupBy, thenBy] = grouping;
    const question = { projectIds, ...this.periodOf(query), groupBy, thenBy, zone: query.tz };
    const isCsv = wantsCsv(query.format, request.headers.accept);
    const bounds = { rows: isCsv ? MOST_LINES : MOST_ROWS, facts: MOST_FACTS };
    const { rows, whole } = await this.reports.report(question, bounds);
    if (isCsv) return sendCsv(reply, `usage-${of}-by-${grouping.join('-and-')}`, usageLines(rows, grouping));
    const names = await this.namesOf(grouping, rows);
    void reply.type('application/json; charset=utf-8');
    return this.printer.print({ kind: 'usage', report: { rows, whole, names } });
  }

  /** Of ids in any grouping; `undefined` where there are none. */
  private async namesOf(
    grouping: readonly UsageGroup[],
    rows: UsageTexts,
  ): Promise<ReadonlyMap<string, string> | undefined> {
    if (!grouping.some(isNamedById)) return undefined;
    const { byNumber } = await inPieces(readUsageKeys(rows));
    const found = grouping.map((group, index) => this.names.of(group, new Set(byNumber[index])));
    return new Map((await Promise.all(found)).flatMap((names) => [...(names ?? [])]));
  }

  /** @throws InvalidRequestError (400) when it ends before it begins */
  private periodOf({ from: first, to: last, tz }: UsagePeriodQuery): { from: Date; to: Date } {
    const to = readTime(last ?? '', tz) ?? this.endOfNow();
    const from = readTime(first ?? '', tz) ?? new Date(to.getTime() - DEFAULT_USAGE_DAYS * DAY_MS);
    checkPeriod({ from, to });
    return { from, to };
  }

  /** Of the hour after this one: with room for calls whose process has a clock before ours, and read from sums alone. */
  private endOfNow(): Date {
    return new Date((Math.floor(this.clock.now().getTime() / HOUR_MS) + 2) * HOUR_MS);
  }
}
