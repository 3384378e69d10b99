import {
  applyDecorators,
  Body,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Patch,
  Post,
  Query,
  Req,
} from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { refuseConsoleKey } from '../../auth/console-key.js';
import { KeysService } from '../../auth/keys.service.js';
import { BatchesOfDeletedProjects } from '../../batches/lifecycle/deleted-projects.service.js';
import { errorResponses } from '../../http/envelopes/openapi-errors.js';
import { KeysUsage, type KeyUsage } from '../../billing/key-usage.service.js';
import { OrganizationsService } from '../../projects/organizations.service.js';
import { ProjectsService, type PermissionFields } from '../../projects/projects.service.js';
import { AdminController } from '../admin-route.decorator.js';
import { NotFoundError, scopeOf, sees } from '../admin-scope.js';
import { KeysQuery, PageQuery } from '../dto/queries.dto.js';
import { ChangeProject, CreateNamed, CreateProject, type PermissionsFields } from '../dto/requests.dto.js';
import {
  createdKeySchema,
  deletedSchema,
  keySchema,
  pageOf,
  projectSchema,
} from '../dto/response-schemas.js';
import { BEHIND_EVERY_ID, checkAfter, toPage } from '../page.js';
import { presentKey, presentUsedKey, presentProject } from '../present.js';
import { VisibleProjects } from '../visible-projects.service.js';

const NEVER_USED: KeyUsage = { lastUsedAt: null, usage: undefined };

/** Beside what every route here refuses. */
const KeyRefusals = (): MethodDecorator => applyDecorators(...errorResponses({ 409: 'console_key' }));

@AdminController('projects')
export class ProjectsController {
  constructor(
    @Inject(OrganizationsService) private readonly organizations: OrganizationsService,
    @Inject(ProjectsService) private readonly projects: ProjectsService,
    @Inject(KeysService) private readonly keys: KeysService,
    @Inject(KeysUsage) private readonly usage: KeysUsage,
    @Inject(BatchesOfDeletedProjects) private readonly batches: BatchesOfDeletedProjects,
    @Inject(VisibleProjects) private readonly visible: VisibleProjects,
  ) {}

  @Post('organizations/:id/projects')
  @HttpCode(200)
  @ApiOperation({ summary: 'Create a project with its default router.' })
  @ApiResponse({ status: 200, schema: projectSchema })
  async create(@Req() request: FastifyRequest, @Param('id') id: string, @Body() body: CreateProject) {
    const organizationId = await this.visibleOrganization(request, id);
    return presentProject(
      await this.projects.create({
        organizationId,
        name: body.name,
        permissions: toPermissions(body.permissions),
      }),
    );
  }

  @Get('organizations/:id/projects')
  @ApiOperation({ summary: 'Projects of an organization, newest first.' })
  @ApiResponse({ status: 200, schema: pageOf(projectSchema) })
  async list(@Req() request: FastifyRequest, @Param('id') id: string, @Query() { limit, after }: PageQuery) {
    const organizationId = await this.visibleOrganization(request, id);
    checkAfter(after, 'prj');
    const rows = await this.projects.list(organizationId, { limit: limit + 1, after });
    return toPage(rows.map(presentProject), limit);
  }

  @Get('projects/:id')
  @ApiOperation({ summary: 'One project with its permissions.' })
  @ApiResponse({ status: 200, schema: projectSchema })
  async get(@Req() request: FastifyRequest, @Param('id') id: string) {
    return presentProject(await this.visible.get(request, id));
  }

  @Patch('projects/:id')
  @ApiOperation({ summary: 'Change a project; permissions that are not named stay as they are.' })
  @ApiResponse({ status: 200, schema: projectSchema })
  async change(@Req() request: FastifyRequest, @Param('id') id: string, @Body() body: ChangeProject) {
    const project = await this.visible.get(request, id);
    const name = body.name === undefined ? {} : { name: body.name };
    const traces = body.trace_content === undefined ? {} : { traceContent: body.trace_content };
    return presentProject(
      await this.projects.change(project, { ...name, ...traces, ...toPermissions(body.permissions) }),
    );
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

  @Post('projects/:id/keys')
  @HttpCode(200)
  @ApiOperation({ summary: 'Create an API key. `key` is shown only now.' })
  @ApiResponse({ status: 200, schema: createdKeySchema })
  async createKey(@Req() request: FastifyRequest, @Param('id') id: string, @Body() { name }: CreateNamed) {
    const { id: projectId, organizationId } = await this.visible.get(request, id);
    const { entity, key } = await this.keys.create({ organizationId, projectId, name });
    return { ...presentKey(entity), key };
  }

  @Get('projects/:id/keys')
  @ApiOperation({ summary: 'API keys of a project, without the keys themselves.' })
  @ApiResponse({ status: 200, schema: pageOf(keySchema) })
  async listKeys(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Query() { limit, after, usage }: KeysQuery,
  ) {
    const project = await this.visible.get(request, id);
    checkAfter(after, 'key');
    const rows = await this.keys.list(project.id, { limit: limit + 1, after: after ?? BEHIND_EVERY_ID });
    if (usage !== 'true') return toPage(rows.map(presentKey), limit);
    const used = await this.usage.of(
      project.id,
      rows.map(({ id }) => id),
    );
    return toPage(
      rows.map((row) => presentUsedKey(row, used.get(row.id) ?? NEVER_USED)),
      limit,
    );
  }

  @Delete('keys/:id')
  @ApiOperation({ summary: 'Revoke an API key; it is refused everywhere within a second.' })
  @ApiResponse({ status: 200, schema: deletedSchema })
  @KeyRefusals()
  async revokeKey(@Req() request: FastifyRequest, @Param('id') id: string) {
    const key = await this.keys.find(id);
    const project = key === null ? null : await this.projects.find(key.projectId);
    if (key === null || project === null || !sees(scopeOf(request), project.organizationId))
      throw new NotFoundError('API key', id);
    refuseConsoleKey(key);
    await this.keys.revoke({ organizationId: project.organizationId, id: key.id });
    return { id: key.id, deleted: true };
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
