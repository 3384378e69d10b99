import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller-of.js';
import type { Caller } from '../auth/caller.js';
import { ModelCalls, type CallExchange } from '../completions/model-calls.service.js';
import { SECRETS } from '../config/config.module.js';
import type { Secrets } from '../config/generated-secrets.js';
import { EndpointDirectory } from '../endpoints/endpoint-directory.service.js';
import { noteRequestedModel } from '../error-answers/requested-model.js';
import { andThen } from '../lib/and-then.js';
import { Clock } from '../lib/clock.js';
import { inPieces } from '../lib/steps.js';
import { readSessionHeader } from '../surface/attribution/session-id.js';
import { CallBodies } from '../surface/call-bodies.service.js';
import { scanLargeBody } from '../surface/scan-body.js';
import { readNotingModel } from '../surface/read-noting-model.js';
import { SecretReasoningSeal } from '../wire/responses/answer/reasoning-seal.js';
import { readResponsesOutlineInSteps } from '../wire/responses/request/read-responses-outline.js';
import { resolveInputInSteps } from '../wire/responses/request/resolve-input.js';
import type { ResponsesOutline } from '../wire/responses/request/responses-outline.js';
import { ResponsesDialect } from './dialect/responses-dialect.js';
import { rememberMakers } from './remember-makers.js';
import { readResponsesRequest, type ResolvedRequest } from './read-responses-request.js';
import { ResponseKeeper } from './response-keeper.js';
import type { ResponsesCall } from './responses-call.js';
import { RESPONSES_SESSION_HEADERS } from './session-header.js';
import { mayKeep } from './store/writing/may-keep.js';
import { ResponseStore } from './store/response-store.service.js';
import { unhurried } from './unhurried.js';

export const RESPONSES_CAP_BYTES = 20 * 1_048_576;

/** The Responses API from body to last byte: read, resolve what it refers to, and then as chat completions. */
@Injectable()
export class ResponsesService {
  constructor(
    private readonly bodies: CallBodies,
    private readonly endpoints: EndpointDirectory,
    private readonly store: ResponseStore,
    private readonly calls: ModelCalls,
    @Inject(SECRETS) private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** Answers by itself; rejects with what the exception filter renders when nothing was sent to the client. */
  respond(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const arriving = this.bodies.read(request, reply, {
      capBytes: RESPONSES_CAP_BYTES,
      isPaid: true,
      mayBeFree: () => this.endpoints.hasAny(caller.projectId),
    });
    const exchange = { request, reply };
    if (!(arriving instanceof Promise)) return this.answer(caller, arriving, exchange);
    return arriving.then((body) => this.answer(caller, body, exchange));
  }

  private answer(caller: Caller, body: Buffer, exchange: Omit<CallExchange, 'sent' | 'body'>): Promise<void> {
    const session = readSessionHeader(exchange.request.headers, RESPONSES_SESSION_HEADERS);
    const reading = readNotingModel(exchange.request, body, () => this.read(caller, body, session));
    const run = (asked: ResponsesCall): Promise<void> => {
      noteRequestedModel(exchange.request, asked.request.model);
      return this.calls.run(
        { caller, request: asked.request, dialect: new ResponsesDialect(asked) },
        { request: exchange.request, reply: exchange.reply, sent: body, body },
      );
    };
    return reading instanceof Promise ? reading.then(run) : run(reading);
  }

  /** At once where the body is small and refers to nothing that was kept. */
  private read(
    caller: Caller,
    body: Buffer,
    sessionId: string | undefined,
  ): ResponsesCall | Promise<ResponsesCall> {
    const outlining = andThen(scanLargeBody(body), (scan) =>
      unhurried(readResponsesOutlineInSteps(scan), body),
    );
    return andThen(outlining, (outline) =>
      andThen(this.resolve(caller, outline, sessionId), (resolved) => this.describe(caller, resolved)),
    );
  }

  /** Before anything else looks at the request: what it refers to is as if it had been sent. */
  private resolve(
    caller: Caller,
    outline: ResponsesOutline,
    sessionId: string | undefined,
  ): ResolvedRequest | Promise<ResolvedRequest> {
    const { previousResponseId, references, scan } = outline;
    return previousResponseId === undefined && references.length === 0
      ? { outline, scan, chainItems: 0, sessionId }
      : this.lookUp(caller, outline, sessionId);
  }

  private async lookUp(
    caller: Caller,
    outline: ResponsesOutline,
    sessionId: string | undefined,
  ): Promise<ResolvedRequest> {
    const { previousResponseId, references, scan } = outline;
    const kept = await this.store.resolve(caller.projectId, { previousResponseId, items: references });
    const remember = (proof: string, model: string): void => this.calls.rememberThinking(proof, model);
    await inPieces(rememberMakers(kept.made, remember));
    const bytes = await unhurried(resolveInputInSteps(outline, kept), scan.bytes);
    return { outline, scan: await scanLargeBody(bytes), chainItems: kept.chain.length, sessionId };
  }

  private describe(caller: Caller, resolved: ResolvedRequest): ResponsesCall | Promise<ResponsesCall> {
    const { outline, chainItems } = resolved;
    const { previousResponseId, store, includesEncryptedReasoning, scan: own } = outline;
    const keeper = mayKeep(caller, store)
      ? new ResponseKeeper({ store: this.store, caller, own, previousId: previousResponseId })
      : undefined;
    return andThen(readResponsesRequest(resolved), (request) => ({
      caller,
      own,
      request,
      chainItems,
      previousResponseId,
      showEncrypted: includesEncryptedReasoning,
      keeper,
      seal: new SecretReasoningSeal({ key: this.secrets.secretsKey, owner: `${caller.projectId}:reasoning` }),
      clock: this.clock,
    }));
  }
}
