import { applyDecorators, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BatchesService } from '../../batches/batches.service.js';
import { BatchResults } from '../../batches/results/batch-results.service.js';
import { readFormat } from '../../batches/results/results-format.js';
import { sendResults } from '../../batches/results/send-results.js';
import type { BatchEntity } from '../../batches/batch.entity.js';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { dialledBaseUrl } from '../../http/dialled-base-url.js';
import { errorResponses } from '../../error-answers/openapi-errors.js';
import { named, open } from '../../http/openapi/openapi-shapes.js';
import { LiveCalls } from '../../live-calls/live-calls.service.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { AdminController } from '../admin-route.decorator.js';
import { NotFoundError, scopeOf, sees } from '../admin-scope.js';
import { BothWaysQuery } from '../dto/queries.dto.js';
import { pageOf } from '../dto/response-schemas.js';
import { checkCursors, pageOfRows } from '../page.js';
import { VisibleProjects } from '../visible-projects.service.js';
import { adminBatchSchema } from './batch-schema.js';
import { BatchResultsQuery } from './batch-results-query.dto.js';
import { presentAdminBatch } from './present-admin-batch.js';

const resultSchema = named('BatchResult', open);

/** Beside what every route here refuses. */
const ResultRefusals = (): MethodDecorator =>
  applyDecorators(
    ...errorResponses({
      400: 'invalid_request, results_format_mismatch',
      409: 'batch_not_ended, batch_failed',
      410: 'batch_results_purged',
      503: 'database_unavailable, storage_unavailable, shutting_down',
    }),
  );

/** Batches as their project's keys see them, for whoever looks after the project. */
@AdminController('batches')
export class AdminBatchesController {
  constructor(
    private readonly batches: BatchesService,
    private readonly results: BatchResults,
    private readonly projects: ProjectsService,
    private readonly visible: VisibleProjects,
    private readonly liveCalls: LiveCalls,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('projects/:id/batches')
  @ApiOperation({ summary: 'Batches of a project, newest first, as they were last seen.' })
  @ApiResponse({ status: 200, schema: pageOf(adminBatchSchema) })
  async list(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: BothWaysQuery) {
    const project = await this.visible.place(request, id);
    const { limit, after, before } = query;
    checkCursors(query, 'batch');
    const views = await this.batches.list(project.id, { limit: limit + 1, after, before });
    const baseUrl = dialledBaseUrl(request, this.settings);
    return pageOfRows(
      views.map((view) => presentAdminBatch(view, baseUrl)),
      { limit, before },
    );
  }

  @Get('batches/:id')
  @ApiOperation({
    summary: 'One batch, as it stands at its providers now.',
    description: 'Reading it refreshes it, as a poll of its caller does.',
  })
  @ApiResponse({ status: 200, schema: adminBatchSchema })
  async get(@Req() request: FastifyRequest, @Param('id') id: string) {
    const { projectId } = await this.find(request, id);
    return presentAdminBatch(await this.batches.poll(projectId, id), dialledBaseUrl(request, this.settings));
  }

  @Post('batches/:id/cancel')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Cancel a batch.',
    description:
      'What is done already returns results and is billed; the rest comes back canceled and is refunded. A batch that has ended stays as it is.',
  })
  @ApiBody({ required: false, schema: { type: 'object' }, description: 'Nothing is read from it.' })
  @ApiResponse({ status: 200, schema: adminBatchSchema })
  async cancel(@Req() request: FastifyRequest, @Param('id') id: string) {
    const { projectId } = await this.find(request, id);
    return presentAdminBatch(
      await this.batches.cancel(projectId, id),
      dialledBaseUrl(request, this.settings),
    );
  }

  @Get('batches/:id/results')
  @ApiOperation({
    summary: 'The results of a batch that has ended, as its caller reads them.',
    description: 'One line of JSON a request in any order; `format` as on the batch endpoints.',
  })
  @ApiParam({ name: 'id', description: 'The id of the batch.' })
  @ApiResponse({
    status: 200,
    content: {
      'application/x-jsonl': { schema: resultSchema },
      'application/json': { schema: resultSchema },
    },
  })
  @ResultRefusals()
  async read(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
    @Query() query: BatchResultsQuery,
  ): Promise<void> {
    const batch = await this.find(request, id);
    const format = readFormat(query.format, batch.shape);
    const stored = await this.results.open(batch);
    await sendResults(reply, {
      batch,
      stored,
      format,
      contentType: format === 'json' ? 'application/json; charset=utf-8' : 'application/x-jsonl',
      headerPrefix: this.settings.headerPrefix,
      liveCalls: this.liveCalls,
    });
  }

  /** @throws NotFoundError (404) also for a batch of another organization, of a deleted project, or deleted itself */
  private async find(request: FastifyRequest, id: string): Promise<BatchEntity> {
    const batch = await this.batches.locate(id);
    const project = batch === null ? null : await this.projects.find(batch.projectId);
    if (batch === null || project === null || !sees(scopeOf(request), project.organizationId))
      throw new NotFoundError('batch', id);
    return batch;
  }
}
