import { applyDecorators, Body, Delete, Get, HttpCode, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { EndpointsService } from '../../endpoints/endpoints.service.js';
import type { RegisteredEndpointEntity } from '../../endpoints/registered-endpoint.entity.js';
import type { ProjectEntity } from '../../projects/project.entity.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { errorResponses } from '../../error-answers/openapi-errors.js';
import { AdminController } from '../admin-route.decorator.js';
import { NotFoundError, scopeOf, sees } from '../admin-scope.js';
import { ShortListQuery } from '../dto/queries.dto.js';
import { ChangeEndpoint, CreateEndpoint } from '../dto/requests.dto.js';
import { deletedSchema, endpointSchema, pageOf } from '../dto/response-schemas.js';
import { cutPage } from '../page.js';
import { presentEndpoint } from '../present.js';
import { VisibleProjects } from '../visible-projects.service.js';

/** Beside what every route here refuses. */
const EndpointRefusals = (): MethodDecorator =>
  applyDecorators(
    ...errorResponses({
      400: 'invalid_request, invalid_json, invalid_content_encoding, invalid_endpoint_model, endpoint_address_refused, endpoint_key_required, too_many_endpoints',
      409: 'endpoint_exists',
    }),
  );

@AdminController('endpoints')
export class EndpointsController {
  constructor(
    private readonly endpoints: EndpointsService,
    private readonly projects: ProjectsService,
    private readonly visible: VisibleProjects,
  ) {}

  @Post('projects/:id/endpoints')
  @HttpCode(200)
  @ApiOperation({
    summary:
      'Register an endpoint of your own for a local (`name:tag`) or fine-tuned id. `api_key` and the values of `headers` are never shown again.',
  })
  @ApiResponse({ status: 200, schema: endpointSchema })
  @EndpointRefusals()
  async register(@Req() request: FastifyRequest, @Param('id') id: string, @Body() body: CreateEndpoint) {
    const { id: projectId, organizationId } = await this.visible.get(request, id);
    const fields = {
      model: body.model,
      baseUrl: body.base_url,
      apiKey: body.api_key,
      upstreamModel: body.upstream_model,
      headers: body.headers,
    };
    return presentEndpoint(await this.endpoints.register({ organizationId, projectId }, fields));
  }

  @Get('projects/:id/endpoints')
  @ApiOperation({ summary: 'Registered endpoints of a project.' })
  @ApiResponse({ status: 200, schema: pageOf(endpointSchema) })
  async list(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: ShortListQuery) {
    const project = await this.visible.place(request, id);
    const rows = await this.endpoints.list(project.id);
    return cutPage(rows.map(presentEndpoint), query);
  }

  @Patch('endpoints/:id')
  @ApiOperation({
    summary: 'Change an endpoint; members that are not named stay.',
    description:
      'Also the way out when calls answer 500 `endpoint_key_unreadable` (the stored key was encrypted with another `SECRETS_KEY`): set `api_key` (or `headers`) again. A `base_url` on another server needs `api_key` beside it, the new one or null, and `headers` where there are some. A 409 names the other endpoint in `endpoint_id`.',
  })
  @ApiResponse({ status: 200, schema: endpointSchema })
  @EndpointRefusals()
  async change(@Req() request: FastifyRequest, @Param('id') id: string, @Body() body: ChangeEndpoint) {
    const { endpoint, project } = await this.find(request, id);
    const owner = { organizationId: project.organizationId, projectId: project.id };
    const fields = {
      model: body.model,
      baseUrl: body.base_url,
      apiKey: body.api_key,
      upstreamModel: body.upstream_model,
      headers: body.headers,
    };
    return presentEndpoint(await this.endpoints.change(owner, endpoint.id, fields));
  }

  @Delete('endpoints/:id')
  @ApiOperation({ summary: 'Delete an endpoint.' })
  @ApiResponse({ status: 200, schema: deletedSchema })
  async remove(@Req() request: FastifyRequest, @Param('id') id: string) {
    const { endpoint, project } = await this.find(request, id);
    await this.endpoints.remove(
      { organizationId: project.organizationId, projectId: project.id },
      endpoint.id,
    );
    return { id: endpoint.id, deleted: true };
  }

  private async find(
    request: FastifyRequest,
    id: string,
  ): Promise<{ endpoint: RegisteredEndpointEntity; project: ProjectEntity }> {
    const endpoint = await this.endpoints.find(id);
    const project = endpoint === null ? null : await this.projects.find(endpoint.projectId);
    if (endpoint === null || project === null || !sees(scopeOf(request), project.organizationId))
      throw new NotFoundError('endpoint', id);
    return { endpoint, project };
  }
}
