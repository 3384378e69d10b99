import { Controller, Get, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller-of.js';
import { BatchesService } from '../batches/batches.service.js';
import { readIdempotencyKey } from '../batches/read-idempotency-key.js';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { dialledBaseUrl } from '../http/dialled-base-url.js';
import { sendJson } from '../http/send-json.js';
import { readBatchAttribution } from '../surface/attribution/read-attribution.js';
import { CallBodies } from '../surface/call-bodies.service.js';
import { InferenceRoute } from '../surface/inference-route.decorator.js';
import { BatchCreation } from './batch-creation.service.js';
import {
  DocumentOpenAiBatch,
  DocumentOpenAiBatchCancel,
  DocumentOpenAiBatchCreate,
  DocumentOpenAiBatchList,
} from './openai-batches.openapi.js';
import { presentOpenAiBatch } from './present-openai-batch.js';
import { readBatchRequest } from './read-batch-request.js';
import { readBatchList } from './read-list-query.js';
import type { BatchView } from '../batches/batch-book.service.js';
import { tellBilledTo } from '../batches/tell-billed-to.js';

/** Metadata in escapes is the largest part of it. */
const CREATE_CAP_BYTES = 131_072;
const NO_BODY_CAP_BYTES = 65_536;

/** OpenAI's batches over the same batches: another dress, and files in place of requests. */
@Controller('api/v1/openai/batches')
export class OpenAiBatchesController {
  constructor(
    private readonly creation: BatchCreation,
    private readonly batches: BatchesService,
    private readonly bodies: CallBodies,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post()
  @InferenceRoute({ capBytes: CREATE_CAP_BYTES, limit: 'batch_submissions' })
  @DocumentOpenAiBatchCreate()
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const idempotencyKey = readIdempotencyKey(request.headers);
    const attribution = readBatchAttribution(request.headers, this.settings.headerPrefix);
    const body = await this.bodies.read(request, reply, { capBytes: CREATE_CAP_BYTES });
    const baseUrl = dialledBaseUrl(request, this.settings);
    const wanted = { ...readBatchRequest(body), idempotencyKey, baseUrl, attribution };
    this.answer(reply, await this.creation.create(callerOf(request), wanted));
  }

  @Get()
  @InferenceRoute({ capBytes: NO_BODY_CAP_BYTES, limit: 'batch_polls' })
  @DocumentOpenAiBatchList()
  async list(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query() query: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const page = readBatchList(query);
    const views = await this.batches.list(callerOf(request).projectId, { ...page, limit: page.limit + 1 });
    const shown = views.slice(0, page.limit);
    sendJson(reply, {
      object: 'list',
      data: shown.map(presentOpenAiBatch),
      first_id: shown.at(0)?.batch.id ?? null,
      last_id: shown.at(-1)?.batch.id ?? null,
      has_more: views.length > page.limit,
    });
  }

  @Get(':id')
  @InferenceRoute({ capBytes: NO_BODY_CAP_BYTES, limit: 'batch_polls' })
  @DocumentOpenAiBatch()
  async retrieve(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
  ): Promise<void> {
    this.answer(reply, await this.batches.poll(callerOf(request).projectId, id));
  }

  @Post(':id/cancel')
  @InferenceRoute({ capBytes: NO_BODY_CAP_BYTES, limit: 'batch_polls' })
  @DocumentOpenAiBatchCancel()
  async cancel(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
  ): Promise<void> {
    this.answer(reply, await this.batches.cancel(callerOf(request).projectId, id));
  }

  private answer(reply: FastifyReply, view: BatchView): void {
    tellBilledTo(reply, view, this.settings.headerPrefix);
    sendJson(reply, presentOpenAiBatch(view));
  }
}
