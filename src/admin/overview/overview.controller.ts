import { Get, Inject, Param, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Clock } from '../../lib/clock.js';
import { DAY_MS } from '../../lib/durations.js';
import { OrganizationsService } from '../../projects/organizations.service.js';
import { AdminController } from '../admin-route.decorator.js';
import { NotFoundError } from '../admin-scope.js';
import { TimeField } from '../dto/queries.dto.js';
import { lastPeriod } from '../read-time.js';
import { VisibleProjects } from '../visible-projects.service.js';
import { overviewSchema } from './overview-schema.js';
import { Overviews } from './overview.service.js';

class OverviewQuery {
  @TimeField('RFC 3339 time or date; a day before `to` when absent.')
  from?: string;

  @TimeField('RFC 3339 time or date, exclusive; now when absent.')
  to?: string;
}

@AdminController('overview')
export class OverviewController {
  constructor(
    @Inject(Overviews) private readonly overviews: Overviews,
    @Inject(OrganizationsService) private readonly organizations: OrganizationsService,
    @Inject(VisibleProjects) private readonly visible: VisibleProjects,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  @Get('projects/:id/overview')
  @ApiOperation({
    summary: 'How a project stands: traffic and spend beside the period before, money, what needs attention.',
  })
  @ApiResponse({ status: 200, schema: overviewSchema })
  async read(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: OverviewQuery) {
    const project = await this.visible.get(request, id);
    const organization = await this.organizations.find(project.organizationId);
    if (organization === null) throw new NotFoundError('project', id);
    return this.overviews.of(project, organization, lastPeriod(query, { now: this.clock.now(), ms: DAY_MS }));
  }
}
