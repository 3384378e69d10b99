import { Get, Param, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { KeysService } from '../../auth/keys.service.js';
import { Refusals } from '../../refusals/refusals.service.js';
import { AdminController } from '../admin-route.decorator.js';
import { checkAfter, toPage } from '../page.js';
import { readPeriod } from '../read-time.js';
import { VisibleProjects } from '../visible-projects.service.js';
import { presentRefusal, presentRefusalCount } from './present-refusals.js';
import { refusalsSchema } from './refusal-schema.js';
import { RefusalsQuery } from './refusals-query.dto.js';

@AdminController('calls')
export class RefusalsController {
  constructor(
    private readonly refusals: Refusals,
    private readonly keys: KeysService,
    private readonly visible: VisibleProjects,
  ) {}

  @Get('projects/:id/refusals')
  @ApiOperation({
    summary: 'Calls that the gateway refused: the last 1,000 of the project, and counts of 30 days.',
    description:
      'What was answered with 400, 401 (with a key that is known, or begins as a known one), 402, 403 or 429 by the gateway itself. Refusals of a provider are calls, and in the call log.',
  })
  @ApiResponse({ status: 200, schema: refusalsSchema })
  async list(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: RefusalsQuery) {
    const project = await this.visible.place(request, id);
    const { key, code, limit, after } = query;
    checkAfter(after, 'ref');
    const asked = { ...readPeriod(query), key, code, limit: limit + 1, after };
    const { rows, counts, countsCut } = await this.refusals.find(project.id, asked);
    const names = await this.keys.namesOf(new Set(rows.map(({ keyId }) => keyId)));
    return {
      ...toPage(
        rows.map((row) => presentRefusal(row, names)),
        limit,
      ),
      counts: counts.map(presentRefusalCount),
      counts_have_more: countsCut,
    };
  }
}
