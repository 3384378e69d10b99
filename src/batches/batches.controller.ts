import { Controller, Get, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller-of.js';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { dialledBaseUrl } from '../http/dialled-base-url.js';
import { LiveCalls } from '../live-calls/live-calls.service.js';
import { sendJson } from '../http/send-json.js';
import { readBatchAttribution } from '../surface/attribution/read-attribution.js';
import { InferenceRoute } from '../surface/inference-route.decorator.js';
import { BatchBodies } from './batch-bodies.service.js';
import type { BatchView } from './batch-book.service.js';
import {
  DocumentBatch,
  DocumentBatchList,
  DocumentCancel,
  DocumentQuote,
  DocumentResults,
  DocumentSubmit,
} from './batches.openapi.js';
import { BatchesService } from './batches.service.js';
import { holdSubmission } from './hold-submission.js';
import { presentBatch } from './present-batch.js';
import { presentQuote } from './present-quote.js';
import { readBatchPage } from './read-batch-page.js';
import { BatchResults } from './results/batch-results.service.js';
import { readFormat } from './results/results-format.js';
import { sendResults } from './results/send-results.js';
import { BatchSubmissions } from './submission/batch-submissions.service.js';
import { tellBilledTo } from './tell-billed-to.js';

const MB = 1_048_576;
/** Inline submissions; larger ones are uploaded (spec 4.5, rule 4). */
const INLINE_CAP_BYTES = 4 * MB;
const NO_BODY_CAP_BYTES = 65_536;

@Controller('api/v1/route/batches')
export class BatchesController {
  constructor(
    private readonly submissions: BatchSubmissions,
    private readonly batches: BatchesService,
    private readonly results: BatchResults,
    private readonly bodies: BatchBodies,
    private readonly liveCalls: LiveCalls,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post()
  @InferenceRoute({ capBytes: INLINE_CAP_BYTES, limit: 'batch_submissions' })
  @DocumentSubmit()
  async submit(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const attribution = readBatchAttribution(request.headers, this.settings.headerPrefix);
    const release = holdSubmission(this.liveCalls, request);
    try {
      const caller = callerOf(request);
      const body = await this.bodies.read(request, reply, INLINE_CAP_BYTES);
      const baseUrl = dialledBaseUrl(request, this.settings);
      this.answer(request, reply, await this.submissions.submit(caller, { body, baseUrl, attribution }));
    } finally {
      release();
    }
  }

  @Post('quote')
  @InferenceRoute({ capBytes: INLINE_CAP_BYTES, limit: 'batch_submissions' })
  @DocumentQuote()
  async quote(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const attribution = readBatchAttribution(request.headers, this.settings.headerPrefix);
    const body = await this.bodies.read(request, reply, INLINE_CAP_BYTES);
    sendJson(reply, presentQuote(await this.submissions.quote(caller, { body, attribution })));
  }

  @Get()
  @InferenceRoute({ capBytes: NO_BODY_CAP_BYTES, limit: 'batch_polls' })
  @DocumentBatchList()
  async list(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query() query: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const { projectId } = callerOf(request);
    const { limit, after } = readBatchPage(query);
    const views = await this.batches.list(projectId, { limit: limit + 1, after });
    const shown = views.slice(0, limit);
    const baseUrl = dialledBaseUrl(request, this.settings);
    sendJson(reply, {
      object: 'list',
      data: shown.map((view) => presentBatch(view, baseUrl)),
      has_more: views.length > limit,
      first_id: shown.at(0)?.batch.id ?? null,
      last_id: shown.at(-1)?.batch.id ?? null,
    });
  }

  @Get(':id')
  @InferenceRoute({ capBytes: NO_BODY_CAP_BYTES, limit: 'batch_polls' })
  @DocumentBatch()
  async status(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
  ): Promise<void> {
    this.answer(request, reply, await this.batches.poll(callerOf(request).projectId, id));
  }

  @Post(':id/cancel')
  @InferenceRoute({ capBytes: NO_BODY_CAP_BYTES, limit: 'batch_polls' })
  @DocumentCancel()
  async cancel(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
  ): Promise<void> {
    this.answer(request, reply, await this.batches.cancel(callerOf(request).projectId, id));
  }

  @Get(':id/results')
  @InferenceRoute({ capBytes: NO_BODY_CAP_BYTES })
  @DocumentResults()
  async read(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
    @Query('format') wanted: unknown,
  ): Promise<void> {
    const batch = await this.batches.find(callerOf(request).projectId, id);
    const format = readFormat(wanted, batch.shape);
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

  private answer(request: FastifyRequest, reply: FastifyReply, view: BatchView): void {
    tellBilledTo(reply, view, this.settings.headerPrefix);
    sendJson(reply, presentBatch(view, dialledBaseUrl(request, this.settings)));
  }
}
