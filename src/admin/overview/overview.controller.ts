import { Get, Param, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Clock } from '../../lib/clock.js';
import { DAY_MS, HOUR_MS } from '../../lib/durations.js';
import { AdminController } from '../admin-route.decorator.js';
import { checkPeriod, readPeriod } from '../read-time.js';
import { VisibleOrganizations } from '../visible-organizations.service.js';
import { VisibleProjects } from '../visible-projects.service.js';
import { OverviewQuery } from './overview-query.dto.js';
import { overviewSchema } from './overview-schema.js';
import { Overview } from './overview.service.js';

const DEFAULT_MS = 2 * DAY_MS;

@AdminController('projects')
export class OverviewController {
  constructor(
    private readonly overview: Overview,
    private readonly projects: VisibleProjects,
    private readonly organizations: VisibleOrganizations,
    private readonly clock: Clock,
  ) {}

  @Get('projects/:id/overview')
  @ApiOperation({
    summary: 'Calls, errors and spend of a project by hour, its money, and what waits for somebody.',
  })
  @ApiResponse({ status: 200, schema: overviewSchema })
  async read(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: OverviewQuery) {
    const project = await this.projects.get(request, id);
    const organization = await this.organizations.get(request, project.organizationId);
    const { from, to = this.endOfNow() } = readPeriod(query);
    const period = { from: from ?? new Date(to.getTime() - DEFAULT_MS), to };
    checkPeriod(period);
    return this.overview.read({ project, organization, ...period });
  }

  /** Of the hour after this one, as for usage: read from sums alone, with room for clocks before ours. */
  private endOfNow(): Date {
    return new Date((Math.floor(this.clock.now().getTime() / HOUR_MS) + 2) * HOUR_MS);
  }
}
