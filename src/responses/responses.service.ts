import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller-of.js';
import type { Caller } from '../auth/caller.js';
import { ModelCalls } from '../completions/model-calls.service.js';
import { SECRETS } from '../config/config.module.js';
import type { Secrets } from '../config/generated-secrets.js';
import { EndpointDirectory } from '../endpoints/endpoint-directory.service.js';
import { andThen } from '../lib/and-then.js';
import { Clock } from '../lib/clock.js';
import { inPieces } from '../lib/steps.js';
import { checkSessionId } from '../routing/route-members.js';
import { CallBodies } from '../surface/call-bodies.service.js';
import { scanLargeBody } from '../surface/scan-body.js';
import { SecretReasoningSeal } from '../wire/responses/answer/reasoning-seal.js';
import { readResponsesOutlineInSteps } from '../wire/responses/request/read-responses-outline.js';
import { resolveInputInSteps } from '../wire/responses/request/resolve-input.js';
import type { ResponsesOutline } from '../wire/responses/request/responses-outline.js';
import { ResponsesDialect } from './dialect/responses-dialect.js';
import { rememberMakers } from './remember-makers.js';
import { readResponsesRequest, type ResolvedRequest } from './read-responses-request.js';
import { ResponseKeeper } from './response-keeper.js';
import type { ResponsesCall } from './responses-call.js';
import { sessionHeaderOf } from './session-header.js';
import { mayKeep } from './store/may-keep.js';
import { ResponseStore } from './store/response-store.service.js';
import { unhurried } from './unhurried.js';

export const RESPONSES_CAP_BYTES = 20 * 1_048_576;

/** The Responses API from body to last byte: read, resolve what it refers to, and then as chat completions. */
@Injectable()
export class ResponsesService {
  constructor(
    @Inject(CallBodies) private readonly bodies: CallBodies,
    @Inject(EndpointDirectory) private readonly endpoints: EndpointDirectory,
    @Inject(ResponseStore) private readonly store: ResponseStore,
    @Inject(ModelCalls) private readonly calls: ModelCalls,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Answers by itself; rejects with what the exception filter renders when nothing was sent to the client. */
  async respond(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const arriving = this.bodies.read(request, reply, {
      capBytes: RESPONSES_CAP_BYTES,
      isPaid: true,
      mayBeFree: () => this.endpoints.hasAny(caller.projectId),
    });
    const body = arriving instanceof Promise ? await arriving : arriving;
    const reading = this.read(caller, body, checkSessionId(sessionHeaderOf(request.headers)));
    const asked = reading instanceof Promise ? await reading : reading;
    const { keeper } = asked;
    await this.calls.run(
      { caller, request: asked.request, dialect: new ResponsesDialect(asked) },
      // What is kept may be written behind the answer.
      { request, reply, body: keeper === undefined ? body : undefined },
    );
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
