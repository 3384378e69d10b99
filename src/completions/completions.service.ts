import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller-of.js';
import type { Caller } from '../auth/caller.js';
import { AnswerCache } from '../cached-answers/answer-cache.service.js';
import { EndpointDirectory } from '../endpoints/endpoint-directory.service.js';
import { sessionHeaderOf } from '../surface/attribution/session-id.js';
import { noteRequestedModel } from '../error-answers/requested-model.js';
import { CallBodies } from '../surface/call-bodies.service.js';
import { readNotingModel } from '../surface/read-noting-model.js';
import { readChatRequest } from './chat-request.js';
import { CHAT_DIALECT } from './dialects/chat-dialect.js';
import { ModelCalls, type CallExchange } from './model-calls.service.js';

export const CHAT_CAP_BYTES = 1_048_576;

/** Chat completions from body to last byte. */
@Injectable()
export class CompletionsService {
  constructor(
    private readonly bodies: CallBodies,
    private readonly endpoints: EndpointDirectory,
    private readonly cache: AnswerCache,
    private readonly calls: ModelCalls,
  ) {}

  /** Answers by itself; rejects with what the exception filter renders when nothing was sent to the client. */
  complete(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const arriving = this.readBody(request, reply, caller);
    if (!(arriving instanceof Promise))
      return this.answer(caller, arriving, { request, reply, sent: arriving, body: arriving });
    return arriving.then((body) => this.answer(caller, body, { request, reply, sent: body, body }));
  }

  private answer(caller: Caller, body: Buffer, exchange: CallExchange): Promise<void> {
    const request = readNotingModel(exchange.request, body, () =>
      readChatRequest(body, sessionHeaderOf(exchange.request.headers)),
    );
    noteRequestedModel(exchange.request, request.model);
    return this.calls.run({ caller, request, dialect: CHAT_DIALECT }, exchange);
  }

  /** A call on a registered endpoint is never gated, and only the body names its model. */
  private readBody(request: FastifyRequest, reply: FastifyReply, caller: Caller): Buffer | Promise<Buffer> {
    return this.bodies.read(request, reply, {
      capBytes: CHAT_CAP_BYTES,
      // An answer of the cache is free: whether there is one is known when the body is.
      isPaid: !this.cache.isAskedBy(request.headers),
      mayBeFree: () => this.endpoints.hasAny(caller.projectId),
    });
  }
}
