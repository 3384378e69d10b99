import {
  applyDecorators,
  Body,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOperation, ApiParam, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorResponses } from '../../error-answers/openapi-errors.js';
import { InvalidRequestError } from '../../lib/gateway-error.js';
import type { RouterChanges } from '../../routing/routers/router-rules-save.js';
import { routerTag } from '../../routing/routers/router-tag.js';
import type { RouterEntity } from '../../routing/routers/router.entity.js';
import { RoutersInForce } from '../../routing/decision/routers-in-force.service.js';
import { RoutersService } from '../../routing/routers/routers.service.js';
import { ABOVE_EVERY_VERSION } from '../../routing/routers/router-versions.js';
import { AdminController } from '../admin-route.decorator.js';
import { NotFoundError, scopeOf } from '../admin-scope.js';
import { ChangesNothing } from '../changes-nothing.decorator.js';
import { PageQuery, ShortListQuery } from '../dto/queries.dto.js';
import {
  deletedSchema,
  listedRouterSchema,
  pageOf,
  routerSchema,
  routerVersionSchema,
} from '../dto/response-schemas.js';
import { routerDetailSchema } from './router-detail-schema.js';
import { RouterParts } from './router-parts.service.js';
import { ChangeRouter, CreateRouter, RouterQuery } from './router-requests.dto.js';
import { cutPage, toPage } from '../page.js';
import { presentListedRouter, presentRouter, presentRouterVersion } from '../present.js';
import { readIfMatch } from '../if-match.js';
import { MayExpectState, TaggedAnswer } from '../may-expect-state.decorator.js';
import { PreviewDecisions } from './preview-decisions.service.js';
import { PreviewDecision } from './preview-requests.dto.js';
import { previewSchema } from './preview-schema.js';
import { authorOf } from './router-author.js';
import { VisibleProjects } from '../visible-projects.service.js';
import { VisibleRouters } from './visible-routers.service.js';

/** Beside what every route here refuses. */
const RouterRefusals = (): MethodDecorator =>
  applyDecorators(
    ...errorResponses({
      400: 'invalid_request, invalid_json, invalid_content_encoding, invalid_router (every field at fault is in `error.details`), too_many_routers',
      403: 'operator_only, chinese_models_off',
      409: 'router_exists',
    }),
  );

const RouterAnswer = (): MethodDecorator => TaggedAnswer(routerSchema);

const VERSION_NUMBER = /^[1-9]\d{0,8}$/;
const VERSION_ID = /^ver_([1-9]\d{0,8})$/;

/** One of each two members that exclude one another. */
const PREVIEW_EXAMPLE = {
  router: { tiers: { big: 'vendora/claude-sonnet-5-5', small: 'openai/gpt-oss-120b' }, threshold: 0.8 },
  request: { messages: [{ role: 'user', content: 'Hi' }] },
};

@AdminController('routers')
export class RoutersController {
  constructor(
    private readonly routers: RoutersService,
    private readonly inForce: RoutersInForce,
    private readonly visibleProjects: VisibleProjects,
    private readonly visible: VisibleRouters,
    private readonly previews: PreviewDecisions,
    private readonly parts: RouterParts,
  ) {}

  @Post('projects/:id/routers')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Create a router.',
    description:
      'The first router of a project that has none of its own becomes the auto router. With `anchor_model` it is the router that calls naming that model go through, as the first such call would create it: Big is the anchor, Medium and Small follow the auto router where they are not set.',
  })
  @RouterAnswer()
  @RouterRefusals()
  async create(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Body() body: CreateRouter,
  ) {
    const { id: projectId, organizationId } = await this.visibleProjects.get(request, id);
    const changes = { ...toChanges(body), name: body.name };
    const author = authorOf(scopeOf(request));
    return this.answer(reply, await this.routers.create({ organizationId, projectId }, changes, author));
  }

  @Post('projects/:id/routers/preview')
  @HttpCode(200)
  @ApiOperation({
    summary: 'What a router, or a draft of one, would decide about a request.',
    description:
      'By the code that decides calls, with the permissions and task groups of the project; nothing is sent, pinned, counted or kept. A router that is not anchored decides as the auto router does, whatever model the request names.',
  })
  @ApiExtraModels(PreviewDecision)
  @ApiBody({ schema: { allOf: [{ $ref: getSchemaPath(PreviewDecision) }], example: PREVIEW_EXAMPLE } })
  @ApiResponse({ status: 200, schema: previewSchema })
  @RouterRefusals()
  @ChangesNothing()
  async preview(@Req() request: FastifyRequest, @Param('id') id: string) {
    return this.previews.preview(request, await this.visibleProjects.get(request, id));
  }

  @Get('projects/:id/routers')
  @ApiOperation({ summary: 'Routers of a project, oldest first.' })
  @ApiResponse({ status: 200, schema: pageOf(listedRouterSchema) })
  async list(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: ShortListQuery) {
    const project = await this.visibleProjects.place(request, id);
    const rows = await this.routers.list(project.id);
    const inForce = await this.inForce.ofProject(project.id);
    return cutPage(
      rows.map((row) => presentListedRouter(row, inForce(row))),
      query,
    );
  }

  @Get('routers/:id')
  @ApiOperation({
    summary: 'One router with its tiers.',
    description:
      'With `include` also its newest versions and what is recommended for it, as their own lists have them, and the catalogue.',
  })
  @TaggedAnswer(routerDetailSchema)
  async get(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Query() query: RouterQuery,
  ) {
    const { router, project } = await this.visible.get(request, id);
    return { ...(await this.answer(reply, router)), ...(await this.parts.of(router, project, query)) };
  }

  @Patch('routers/:id')
  @ApiOperation({
    summary: 'Change a router; members and tiers that are not named stay.',
    description:
      'Each change is a new version. `auto: true` moves the mark from the router that has it. The anchor of a `from_code` router, which is its Big, cannot be changed.',
  })
  @RouterAnswer()
  @MayExpectState('router_changed')
  @RouterRefusals()
  async change(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Body() body: ChangeRouter,
  ) {
    const { owner } = await this.visible.get(request, id);
    const author = authorOf(scopeOf(request));
    const expected = readIfMatch(request);
    return this.answer(reply, await this.routers.change(owner, id, toChanges(body), author, expected));
  }

  @Delete('routers/:id')
  @ApiOperation({
    summary: 'Delete a router with its versions.',
    description:
      'The auto mark goes to the oldest other router that is not anchored. A `from_code` router comes back with the next call that names its model, unless the project has no router left: then calls are forwarded as they are.',
  })
  @ApiResponse({ status: 200, schema: deletedSchema })
  async remove(@Req() request: FastifyRequest, @Param('id') id: string) {
    const { owner } = await this.visible.get(request, id);
    await this.routers.remove(owner, id, authorOf(scopeOf(request)));
    return { id, deleted: true };
  }

  @Get('routers/:id/versions')
  @ApiOperation({
    summary: 'Every change of a router, newest first: number, who, when, and what it was then.',
  })
  @ApiResponse({ status: 200, schema: pageOf(routerVersionSchema) })
  async versions(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Query() { limit, after }: PageQuery,
  ) {
    const { router } = await this.visible.get(request, id);
    const below = readVersionId(after);
    const rows = await this.routers.versions(router, { limit: limit + 1, below });
    return toPage(rows.map(presentRouterVersion), limit);
  }

  @Post('routers/:id/versions/:n/restore')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Make a router what it was: its name, tiers and threshold, as a new version.',
    description:
      'The auto mark stays where it is. Where the record has moved the threshold since, the threshold that was in force then is set, and holds. Models that may not be saved today are refused here too.',
  })
  @ApiBody({ required: false, schema: { type: 'object' }, description: 'Nothing is read from it.' })
  @ApiParam({ name: 'n', schema: { type: 'integer', minimum: 1 }, description: 'The number of the version.' })
  @RouterAnswer()
  @MayExpectState('router_changed')
  @RouterRefusals()
  async restore(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
  ) {
    const { owner } = await this.visible.get(request, id);
    const number = readVersionNumber(request);
    const author = authorOf(scopeOf(request));
    const expected = readIfMatch(request);
    return this.answer(reply, await this.routers.restore(owner, id, number, author, expected));
  }

  private async answer(reply: FastifyReply, row: RouterEntity) {
    void reply.header('etag', routerTag(row));
    return presentRouter(row, await this.inForce.of(row));
  }
}

function toChanges(body: ChangeRouter): RouterChanges {
  const { name, tiers, auto, threshold, anchor_model: anchorModel, fallback } = body;
  const outageFallback = fallback && fallback.on.includes('outage');
  return { name, tiers, auto, threshold, anchorModel, outageFallback };
}

/** @throws InvalidRequestError (400) */
function readVersionId(after: string | undefined): number {
  if (after === undefined) return ABOVE_EVERY_VERSION;
  const [, number] = VERSION_ID.exec(after) ?? [];
  if (number === undefined)
    throw new InvalidRequestError({
      param: 'after',
      message: '`after` must be the `last_id` of a page of this list.',
    });
  return Number(number);
}

/** Of the path; not by `@Param`, which takes ids of ours only. @throws NotFoundError (404) */
function readVersionNumber(request: FastifyRequest): number {
  const { n = '' } = request.params as { n?: string };
  if (!VERSION_NUMBER.test(n)) throw new NotFoundError('version', n);
  return Number(n);
}
