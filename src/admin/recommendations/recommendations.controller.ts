import { applyDecorators, Body, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { errorResponses } from '../../error-answers/openapi-errors.js';
import { toUsdNumber } from '../../lib/money.js';
import type { ProjectEntity } from '../../projects/project.entity.js';
import { ProjectsService } from '../../projects/projects.service.js';
import type { Recommendation } from '../../recommendations/recommendation.js';
import { RecommendationsService } from '../../recommendations/recommendations.service.js';
import { AdminController } from '../admin-route.decorator.js';
import { NotFoundError, scopeOf, sees } from '../admin-scope.js';
import { ShortListQuery } from '../dto/queries.dto.js';
import { recommendationSchema } from './recommendation-schema.js';
import { DecideRecommendation } from './recommendations.dto.js';
import { pageOf } from '../dto/response-schemas.js';
import { cutPage } from '../page.js';
import { authorOf } from '../routers/router-author.js';
import { VisibleProjects } from '../visible-projects.service.js';

const Refusals = (codesByStatus: Record<number, string>): MethodDecorator =>
  applyDecorators(...errorResponses(codesByStatus));

@AdminController('recommendations')
export class RecommendationsController {
  constructor(
    private readonly recommendations: RecommendationsService,
    private readonly projects: ProjectsService,
    private readonly visible: VisibleProjects,
  ) {}

  @Get('projects/:id/recommendations')
  @ApiOperation({
    summary: 'Recommendations of a project, newest first.',
    description:
      'While automatic updates are off: for each task group whose record speaks for another model than the one that serves it (`group_tier` where both are models of its router, else `group_model`), and for each router whose record speaks for another threshold (`router_threshold`). Worked out when it is read. While they are on, what would be open is in force, and only what was approved or dismissed is listed.',
  })
  @ApiResponse({ status: 200, schema: pageOf(recommendationSchema) })
  async list(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: ShortListQuery) {
    const project = await this.visible.get(request, id);
    const rows = await this.recommendations.list(project);
    return cutPage(rows.map(present), query);
  }

  @Post('recommendations/:id/approve')
  @HttpCode(200)
  @ApiOperation({
    summary:
      'Assign the recommended model to the group, or set the threshold of the router. Approving again changes nothing.',
  })
  @ApiResponse({ status: 200, schema: recommendationSchema })
  @Refusals({ 403: 'operator_only, chinese_models_off, zero_retention_unavailable' })
  async approve(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Body() _body: DecideRecommendation,
  ) {
    return present(
      await this.recommendations.approve(id, await this.findProject(request, id), authorOf(scopeOf(request))),
    );
  }

  @Post('recommendations/:id/dismiss')
  @HttpCode(200)
  @ApiOperation({ summary: 'Dismiss a recommendation; it stays dismissed until its evidence changes.' })
  @ApiResponse({ status: 200, schema: recommendationSchema })
  @Refusals({ 409: 'recommendation_approved' })
  async dismiss(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Body() _body: DecideRecommendation,
  ) {
    return present(await this.recommendations.dismiss(id, await this.findProject(request, id)));
  }

  private async findProject(request: FastifyRequest, id: string): Promise<ProjectEntity> {
    const owner = await this.recommendations.findOwner(id);
    const project = owner === undefined ? null : await this.projects.find(owner.projectId);
    if (project === null || !sees(scopeOf(request), project.organizationId))
      throw new NotFoundError('recommendation', id);
    return project;
  }
}

function present(row: Recommendation) {
  return {
    id: row.id,
    kind: row.kind,
    group: row.group,
    router: row.router,
    current_model: row.currentModel,
    recommended_model: row.recommendedModel,
    current_tier: row.currentTier,
    recommended_tier: row.recommendedTier,
    current_threshold: row.currentThreshold,
    recommended_threshold: row.recommendedThreshold,
    reason: row.reason,
    evidence: row.evidence,
    estimated_monthly_saving_usd: toUsdNumber(row.monthlySaving),
    status: row.status,
  };
}
