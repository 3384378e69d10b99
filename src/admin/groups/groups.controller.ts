import { applyDecorators, Body, Get, Param, Patch, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { errorResponses } from '../../error-answers/openapi-errors.js';
import { toUsdNumber } from '../../lib/money.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { ManagedGroups, type ManagedGroup } from '../../records/groups/managed-groups.service.js';
import { AdminController } from '../admin-route.decorator.js';
import { NotFoundError, scopeOf, sees } from '../admin-scope.js';
import { ChangeGroup } from './group-requests.dto.js';
import { groupSchema } from './group-schemas.js';
import { GroupsTraffic, type GroupTraffic } from './group-traffic.service.js';
import { ShortListQuery } from '../dto/queries.dto.js';
import { pageOf } from '../dto/response-schemas.js';
import { cutPage } from '../page.js';
import { VisibleProjects } from '../visible-projects.service.js';

/** Beside what every route here refuses. */
const GroupRefusals = (): MethodDecorator =>
  applyDecorators(
    ...errorResponses({
      400: 'invalid_request, invalid_json, invalid_content_encoding, unknown_model, unpriced_model, invalid_model, responses_api_only, wrong_surface',
      403: 'operator_only, chinese_models_off',
    }),
  );

@AdminController('groups')
export class GroupsController {
  constructor(
    private readonly groups: ManagedGroups,
    private readonly projects: ProjectsService,
    private readonly visible: VisibleProjects,
    private readonly traffic: GroupsTraffic,
  ) {}

  @Get('projects/:id/groups')
  @ApiOperation({
    summary: 'Task groups of a project, oldest first.',
    description:
      'A group is one template of machine-shaped requests, listed from its third request on. Conversation makes no groups. Tasks that share a system prompt, or an instruction with other labels, begin as one group; what turns out to be another task becomes a group of its own, with the assigned model of the older one.',
  })
  @ApiResponse({ status: 200, schema: pageOf(groupSchema) })
  async list(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: ShortListQuery) {
    const project = await this.visible.place(request, id);
    const page = cutPage(await this.groups.list(project.id), query);
    const [groups, trafficOf] = await Promise.all([
      this.groups.describe(page.data),
      this.traffic.of(project.id),
    ]);
    return { ...page, data: groups.map((group) => presentGroup(group, trafficOf(group.group.id))) };
  }

  @Patch('groups/:id')
  @ApiOperation({
    summary: 'Rename a group, or assign a model to it; members that are not named stay.',
    description:
      'While smart routing is on, an assigned model serves every call of the group (tier `group`), before any record.',
  })
  @ApiResponse({ status: 200, schema: groupSchema })
  @GroupRefusals()
  async change(@Req() request: FastifyRequest, @Param('id') id: string, @Body() body: ChangeGroup) {
    const group = await this.groups.find(id);
    const project = group === null ? null : await this.projects.find(group.projectId);
    if (group === null || project === null || !sees(scopeOf(request), project.organizationId))
      throw new NotFoundError('group', id);
    const changes = { name: body.name, assignedModel: body.assigned_model };
    const [changed] = await this.groups.describe([await this.groups.change(group, project, changes)]);
    if (changed === undefined) throw new NotFoundError('group', id);
    return presentGroup(changed, (await this.traffic.of(project.id, id))(id));
  }
}

function presentGroup({ group, parts, records, cascade }: ManagedGroup, { requests, spend }: GroupTraffic) {
  return {
    id: group.id,
    project_id: group.projectId,
    name: group.name,
    task: group.task,
    fingerprint: group.fingerprint,
    assigned_model: group.assignedModel,
    split_from: group.splitFrom,
    split_into: parts,
    requests,
    spend_usd: toUsdNumber(spend),
    records,
    cascade,
    created_at: group.createdAt.toISOString(),
  };
}
