import { applyDecorators, Body, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { errorResponses } from '../../error-answers/openapi-errors.js';
import { Catalog } from '../../catalog/catalog.js';
import type { ProjectEntity } from '../../projects/project.entity.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { RecommendationsService } from '../../recommendations/recommendations.service.js';
import { AdminController } from '../admin-route.decorator.js';
import { NotFoundError, scopeOf, sees } from '../admin-scope.js';
import { includes } from '../dto/queries.dto.js';
import { cutPage } from '../page.js';
import { presentModel } from '../present.js';
import { presentRecommendation } from './present-recommendation.js';
import { recommendationSchema, recommendationsSchema } from './recommendation-schema.js';
import { DecideRecommendation, RecommendationsQuery } from './recommendations.dto.js';
import { authorOf } from '../routers/router-author.js';
import { VisibleProjects } from '../visible-projects.service.js';

const Refusals = (codesByStatus: Record<number, string>): MethodDecorator =>
  applyDecorators(...errorResponses(codesByStatus));

@AdminController('recommendations')
export class RecommendationsController {
  constructor(
    private readonly recommendations: RecommendationsService,
    private readonly projects: ProjectsService,
    private readonly catalog: Catalog,
    private readonly visible: VisibleProjects,
  ) {}

  @Get('projects/:id/recommendations')
  @ApiOperation({
    summary: 'Recommendations of a project, newest first.',
    description:
      'While automatic updates are off: for each task group whose record speaks for another model than the one that serves it (`group_tier` where both are models of its router, else `group_model`), and for each router whose record speaks for another threshold (`router_threshold`). Worked out when it is read. While they are on, what would be open is in force, and only what was approved or dismissed is listed. With `include=models` the catalogue comes along, for the prices.',
  })
  @ApiResponse({ status: 200, schema: recommendationsSchema })
  async list(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: RecommendationsQuery) {
    const project = await this.visible.get(request, id);
    const rows = await this.recommendations.list(project);
    return {
      ...cutPage(rows.map(presentRecommendation), query),
      ...(includes(query, 'models') && { models: cutPage(this.catalog.list().map(presentModel), {}) }),
    };
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
    return presentRecommendation(
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
    return presentRecommendation(await this.recommendations.dismiss(id, await this.findProject(request, id)));
  }

  private async findProject(request: FastifyRequest, id: string): Promise<ProjectEntity> {
    const owner = await this.recommendations.findOwner(id);
    const project = owner === undefined ? null : await this.projects.find(owner.projectId);
    if (project === null || !sees(scopeOf(request), project.organizationId))
      throw new NotFoundError('recommendation', id);
    return project;
  }
}
