import { Body, Delete, Get, HttpCode, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { BatchesOfDeletedProjects } from '../../batches/lifecycle/deleted-projects.service.js';
import { OrganizationsService } from '../../projects/organizations.service.js';
import { ProjectsService, type PermissionFields } from '../../projects/projects.service.js';
import { AdminController } from '../admin-route.decorator.js';
import { NotFoundError, scopeOf, sees } from '../admin-scope.js';
import { PageQuery } from '../dto/queries.dto.js';
import { ChangeProject, CreateProject, type PermissionsFields } from '../dto/requests.dto.js';
import { deletedSchema, pageOf, projectSchema } from '../dto/response-schemas.js';
import { checkAfter, toPage } from '../page.js';
import { presentProject } from '../present.js';
import { VisibleProjects } from '../visible-projects.service.js';
import { ManagedProjects } from './managed-projects.service.js';

@AdminController('projects')
export class ProjectsController {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly projects: ProjectsService,
    private readonly managed: ManagedProjects,
    private readonly batches: BatchesOfDeletedProjects,
    private readonly visible: VisibleProjects,
  ) {}

  @Post('organizations/:id/projects')
  @HttpCode(200)
  @ApiOperation({ summary: 'Create a project with its default router.' })
  @ApiResponse({ status: 200, schema: projectSchema })
  async create(@Req() request: FastifyRequest, @Param('id') id: string, @Body() body: CreateProject) {
    const organizationId = await this.visibleOrganization(request, id);
    const project = await this.projects.create({
      organizationId,
      name: body.name,
      permissions: toPermissions(body.permissions),
    });
    return presentProject({ project, limit: undefined });
  }

  @Get('organizations/:id/projects')
  @ApiOperation({ summary: 'Projects of an organization, newest first.' })
  @ApiResponse({ status: 200, schema: pageOf(projectSchema) })
  async list(@Req() request: FastifyRequest, @Param('id') id: string, @Query() { limit, after }: PageQuery) {
    const organizationId = await this.visibleOrganization(request, id);
    checkAfter(after, 'prj');
    const rows = await this.projects.list(organizationId, { limit: limit + 1, after });
    return toPage((await this.managed.withLimits(rows)).map(presentProject), limit);
  }

  @Get('projects/:id')
  @ApiOperation({ summary: 'One project with its permissions.' })
  @ApiResponse({ status: 200, schema: projectSchema })
  async get(@Req() request: FastifyRequest, @Param('id') id: string) {
    return presentProject(await this.managed.withLimit(await this.visible.get(request, id)));
  }

  @Patch('projects/:id')
  @ApiOperation({
    summary:
      'Change a project; what is not named stays as it is. A limit holds everywhere within a second, one below what is spent at once (`limit_reached`).',
  })
  @ApiResponse({ status: 200, schema: projectSchema })
  async change(@Req() request: FastifyRequest, @Param('id') id: string, @Body() body: ChangeProject) {
    const project = await this.visible.get(request, id);
    const name = body.name === undefined ? {} : { name: body.name };
    const traces = body.trace_content === undefined ? {} : { traceContent: body.trace_content };
    const contents = body.call_content === undefined ? {} : { callContent: body.call_content };
    const fields = { ...name, ...traces, ...contents, ...toPermissions(body.permissions) };
    return presentProject(await this.managed.change(project, fields, body));
  }

  @Delete('projects/:id')
  @ApiOperation({
    summary:
      'Delete a project: its keys stop working, its running batches are canceled (what was done is billed); calls and charges stay.',
  })
  @ApiResponse({ status: 200, schema: deletedSchema })
  async remove(@Req() request: FastifyRequest, @Param('id') id: string) {
    const project = await this.visible.get(request, id);
    await this.projects.remove(project);
    await this.batches.cancelOf(project.id);
    return { id: project.id, deleted: true };
  }

  private async visibleOrganization(request: FastifyRequest, id: string): Promise<string> {
    const organization = sees(scopeOf(request), id) ? await this.organizations.find(id) : null;
    if (organization === null) throw new NotFoundError('organization', id);
    return organization.id;
  }
}

function toPermissions(permissions: PermissionsFields | undefined): PermissionFields {
  const fields = {
    smartRouting: permissions?.smart_routing,
    automaticUpdates: permissions?.automatic_updates,
    tokenCompression: permissions?.token_compression,
    chineseModels: permissions?.chinese_models,
    responseStorage: permissions?.response_storage,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
