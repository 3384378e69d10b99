import { Controller, Delete, Get, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller-of.js';
import { BatchBodies } from '../batches/batch-bodies.service.js';
import type { BatchView } from '../batches/batch-book.service.js';
import { BatchesService } from '../batches/batches.service.js';
import { holdSubmission } from '../batches/hold-submission.js';
import { readIdempotencyKey } from '../batches/read-idempotency-key.js';
import { BatchResults } from '../batches/results/batch-results.service.js';
import { readFormat } from '../batches/results/results-format.js';
import { sendResults } from '../batches/results/send-results.js';
import { BatchSubmissions } from '../batches/submission/batch-submissions.service.js';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { dialledBaseUrl } from '../http/dialled-base-url.js';
import { LiveCalls } from '../live-calls/live-calls.service.js';
import { sendJson } from '../http/send-json.js';
import { InferenceRoute } from '../surface/inference-route.decorator.js';
import { readBatchAttribution } from '../surface/attribution/read-attribution.js';
import { betaHeaderNames, messageHeaders, type BetaHeaderNames } from '../surface/provider-a-headers.js';
import { fromFacadeId, toFacadeId } from './facade-id.js';
import {
  DocumentMessageBatch,
  DocumentMessageBatchCancel,
  DocumentMessageBatchCreate,
  DocumentMessageBatchDelete,
  DocumentMessageBatchList,
  DocumentMessageBatchResults,
} from './message-batches.openapi.js';
import { presentMessageBatch } from './present-message-batch.js';
import { readFacadePage } from './read-facade-request.js';
import { tellBilledTo } from '../batches/tell-billed-to.js';

const INLINE_CAP_BYTES = 4_194_304;
const NO_BODY_CAP_BYTES = 65_536;

/** Provider A's Message Batches over the same batches: another dress, nothing else. */
@Controller('api/v1/messages/batches')
export class MessageBatchesController {
  private readonly betaHeader: BetaHeaderNames;

  constructor(
    private readonly submissions: BatchSubmissions,
    private readonly batches: BatchesService,
    private readonly results: BatchResults,
    private readonly bodies: BatchBodies,
    private readonly liveCalls: LiveCalls,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.betaHeader = betaHeaderNames(settings.providerABetaHeader, settings.idPrefixA);
  }

  @Post()
  @InferenceRoute({ capBytes: INLINE_CAP_BYTES, limit: 'batch_submissions' })
  @DocumentMessageBatchCreate()
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const idempotencyKey = readIdempotencyKey(request.headers);
    const attribution = readBatchAttribution(request.headers, this.settings.headerPrefix);
    const release = holdSubmission(this.liveCalls, request);
    try {
      const caller = callerOf(request);
      const body = await this.bodies.read(request, reply, INLINE_CAP_BYTES);
      const baseUrl = dialledBaseUrl(request, this.settings);
      const key = idempotencyKey === undefined ? {} : { idempotencyKey };
      const headers = messageHeaders(request.headers, this.betaHeader);
      const document = { body, baseUrl, messageHeaders: headers, attribution, ...key };
      this.answer(request, reply, await this.submissions.submit(caller, document));
    } finally {
      release();
    }
  }

  @Get()
  @InferenceRoute({ capBytes: NO_BODY_CAP_BYTES, limit: 'batch_polls' })
  @DocumentMessageBatchList()
  async list(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query() query: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const page = readFacadePage(query);
    const views = await this.batches.list(callerOf(request).projectId, { ...page, limit: page.limit + 1 });
    // Walked backwards, what is too much stands at the front.
    const shown = page.before === undefined ? views.slice(0, page.limit) : views.slice(-page.limit);
    const baseUrl = dialledBaseUrl(request, this.settings);
    const idOf = (view: BatchView | undefined): string | null =>
      view === undefined ? null : toFacadeId(view.batch.id);
    sendJson(reply, {
      data: shown.map((view) => presentMessageBatch(view, baseUrl)),
      has_more: views.length > page.limit,
      first_id: idOf(shown.at(0)),
      last_id: idOf(shown.at(-1)),
    });
  }

  @Get(':id')
  @InferenceRoute({ capBytes: NO_BODY_CAP_BYTES, limit: 'batch_polls' })
  @DocumentMessageBatch()
  async retrieve(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
  ): Promise<void> {
    this.answer(request, reply, await this.batches.poll(callerOf(request).projectId, fromFacadeId(id)));
  }

  @Post(':id/cancel')
  @InferenceRoute({ capBytes: NO_BODY_CAP_BYTES, limit: 'batch_polls' })
  @DocumentMessageBatchCancel()
  async cancel(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
  ): Promise<void> {
    this.answer(request, reply, await this.batches.cancel(callerOf(request).projectId, fromFacadeId(id)));
  }

  @Delete(':id')
  @InferenceRoute({ capBytes: NO_BODY_CAP_BYTES, limit: 'batch_polls' })
  @DocumentMessageBatchDelete()
  async remove(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
  ): Promise<void> {
    await this.batches.remove(callerOf(request).projectId, fromFacadeId(id));
    sendJson(reply, { id, type: 'message_batch_deleted' });
  }

  @Get(':id/results')
  @InferenceRoute({ capBytes: NO_BODY_CAP_BYTES })
  @DocumentMessageBatchResults()
  async read(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
  ): Promise<void> {
    const batch = await this.batches.find(callerOf(request).projectId, fromFacadeId(id));
    const format = readFormat('anthropic', batch.shape);
    await sendResults(reply, {
      batch,
      stored: await this.results.open(batch),
      format,
      contentType: 'application/x-jsonl',
      headerPrefix: this.settings.headerPrefix,
      liveCalls: this.liveCalls,
    });
  }

  private answer(request: FastifyRequest, reply: FastifyReply, view: BatchView): void {
    tellBilledTo(reply, view, this.settings.headerPrefix);
    sendJson(reply, presentMessageBatch(view, dialledBaseUrl(request, this.settings)));
  }
}
