import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller-of.js';
import { AnswerCache } from '../cached-answers/answer-cache.service.js';
import { ModelIds } from '../catalog/ids/model-ids.service.js';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { noteRequestedModel } from '../error-answers/requested-model.js';
import { readTraceId } from '../http/read-trace-id.js';
import { CallBodies } from '../surface/call-bodies.service.js';
import { RelayedCalls } from '../surface/relay/relayed-calls.service.js';
import { scanLargeBody } from '../surface/scan-body.js';
import { spliceModel } from '../surface/splice-model.js';
import { readNotingModel } from '../surface/read-noting-model.js';
import { chooseEmbeddingsTarget } from './choose-embeddings-target.js';
import { EMBEDDINGS_DIALECT, MAX_EMBEDDINGS_ANSWER_BYTES } from './embeddings-dialect.js';
import { readEmbeddingsRequest } from './embeddings-request.js';

export const EMBEDDINGS_CAP_BYTES = 4 * 1_048_576;
const EMBEDDINGS_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json',
  'accept-encoding': 'identity',
};

/** Embeddings of provider B; request and answer pass as they are, base64 included (spec 4.4). */
@Injectable()
export class EmbeddingsService {
  constructor(
    private readonly bodies: CallBodies,
    private readonly cache: AnswerCache,
    private readonly calls: RelayedCalls,
    private readonly modelIds: ModelIds,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Answers by itself; rejects with what the exception filter renders when nothing was sent to the client. */
  async embed(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const body = await this.bodies.read(request, reply, {
      capBytes: EMBEDDINGS_CAP_BYTES,
      // An answer of the cache is free: whether there is one is known when the body is.
      isPaid: !this.cache.isAskedBy(request.headers),
    });
    const scan = await scanLargeBody(body);
    const { model, inputBytes } = readNotingModel(request, body, () => readEmbeddingsRequest(scan));
    noteRequestedModel(request, model);
    const { chineseModels } = caller.permissions;
    const target = chooseEmbeddingsTarget(model, {
      parse: (id) => this.modelIds.parseNamed(id, caller.aliases),
      chineseModels,
      models: caller.models,
      retention: { zeroRetention: caller.zeroRetention, agreed: this.settings.zeroRetentionProviders },
    });
    const upstreamBody = spliceModel(scan, model, target.upstreamId);
    const { traceparent } = request.headers;
    await this.calls.run(reply, {
      caller,
      scan,
      surface: 'embeddings',
      metering: 'billed',
      target: {
        upstream: target.upstream,
        upstreamModelId: target.upstreamId,
        publicId: target.publicId,
        model: target.model,
      },
      requestedModel: model,
      stream: false,
      requestTo: ({ origin, basePath, headers }) => ({
        origin,
        path: `${basePath}/embeddings`,
        headers: Object.assign({}, headers, EMBEDDINGS_HEADERS),
        body: upstreamBody,
      }),
      sticky: undefined,
      dialect: EMBEDDINGS_DIALECT,
      promptBytes: inputBytes,
      maxOutput: 0,
      maxAnswerBytes: MAX_EMBEDDINGS_ANSWER_BYTES,
      traceId: readTraceId(Array.isArray(traceparent) ? traceparent[0] : traceparent),
    });
  }
}
