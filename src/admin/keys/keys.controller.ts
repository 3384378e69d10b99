import { applyDecorators, Body, Delete, Get, HttpCode, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { ApiKeyEntity } from '../../auth/api-key.entity.js';
import { refuseConsoleKey } from '../../auth/console/console-key.js';
import { KeysService } from '../../auth/keys.service.js';
import { KeysUsage, type KeyUsage } from '../../billing/usage/key-usage.service.js';
import { errorResponses } from '../../error-answers/openapi-errors.js';
import type { ProjectEntity } from '../../projects/project.entity.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { AdminController } from '../admin-route.decorator.js';
import { NotFoundError, scopeOf, sees } from '../admin-scope.js';
import { KeysQuery } from '../dto/queries.dto.js';
import { deletedSchema, pageOf } from '../dto/response-schemas.js';
import { BEHIND_EVERY_ID, checkAfter, toPage } from '../page.js';
import { VisibleProjects } from '../visible-projects.service.js';
import { ChangeKey, CreateKey } from './key-requests.dto.js';
import { createdKeySchema, keySchema } from './key-schema.js';
import { ManagedKeys } from './managed-keys.service.js';
import { presentKey, presentUsedKey } from './present-key.js';

const NEVER_USED: KeyUsage = { lastUsedAt: null, usage: undefined };

/** Beside what every route here refuses. */
const KeyRefusals = (): MethodDecorator => applyDecorators(...errorResponses({ 409: 'console_key' }));

@AdminController('projects')
export class KeysController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly keys: KeysService,
    private readonly managed: ManagedKeys,
    private readonly usage: KeysUsage,
    private readonly visible: VisibleProjects,
  ) {}

  @Post('projects/:id/keys')
  @HttpCode(200)
  @ApiOperation({
    summary:
      'Create an API key, with a limit, an expiry, a list of models or rate limits. `key` is shown only now.',
  })
  @ApiResponse({ status: 200, schema: createdKeySchema })
  async create(@Req() request: FastifyRequest, @Param('id') id: string, @Body() body: CreateKey) {
    const project = await this.visible.get(request, id);
    const { secret, ...created } = await this.managed.create(project, body);
    return { ...presentKey(created), key: secret };
  }

  @Get('projects/:id/keys')
  @ApiOperation({
    summary: 'API keys of a project with what is left of their limits, without the keys themselves.',
  })
  @ApiResponse({ status: 200, schema: pageOf(keySchema) })
  async list(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Query() { limit, after, usage }: KeysQuery,
  ) {
    const project = await this.visible.place(request, id);
    checkAfter(after, 'key');
    const rows = await this.keys.list(project.id, { limit: limit + 1, after: after ?? BEHIND_EVERY_ID });
    const keys = await this.managed.withLimits(rows);
    if (usage !== 'true') return toPage(keys.map(presentKey), limit);
    const used = await this.usage.of(
      project.id,
      rows.map(({ id }) => id),
    );
    return toPage(
      keys.map((one) => presentUsedKey(one, used.get(one.key.id) ?? NEVER_USED)),
      limit,
    );
  }

  @Patch('keys/:id')
  @ApiOperation({
    summary:
      'Change an API key: what is not named stays, null takes a bound away. Holds everywhere within a second, a limit below what is spent at once (`limit_reached`).',
  })
  @ApiResponse({ status: 200, schema: keySchema })
  @KeyRefusals()
  async change(@Req() request: FastifyRequest, @Param('id') id: string, @Body() body: ChangeKey) {
    const { key, project } = await this.find(request, id);
    return presentKey(await this.managed.change(key.id, project.organizationId, body));
  }

  @Delete('keys/:id')
  @ApiOperation({ summary: 'Revoke an API key; it is refused everywhere within a second.' })
  @ApiResponse({ status: 200, schema: deletedSchema })
  @KeyRefusals()
  async revoke(@Req() request: FastifyRequest, @Param('id') id: string) {
    const { key, project } = await this.find(request, id);
    refuseConsoleKey(key);
    await this.keys.revoke({ organizationId: project.organizationId, id: key.id });
    return { id: key.id, deleted: true };
  }

  private async find(
    request: FastifyRequest,
    id: string,
  ): Promise<{ key: ApiKeyEntity; project: ProjectEntity }> {
    const key = await this.keys.find(id);
    const project = key === null ? null : await this.projects.find(key.projectId);
    if (key === null || project === null || !sees(scopeOf(request), project.organizationId))
      throw new NotFoundError('API key', id);
    return { key, project };
  }
}
