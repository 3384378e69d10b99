import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller-of.js';
import { promptBytes } from '../billing/prices/prompt-bytes.js';
import { ModelIds } from '../catalog/ids/model-ids.service.js';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { noteRequestedModel } from '../error-answers/requested-model.js';
import { readTraceId } from '../http/read-trace-id.js';
import { CallBodies } from '../surface/call-bodies.service.js';
import { RelayedCalls } from '../surface/relay/relayed-calls.service.js';
import { scanLargeBody } from '../surface/scan-body.js';
import { spliceModel } from '../surface/splice-model.js';
import type { AccountDoor, ProviderAccount } from '../upstreams/accounts/provider-account.js';
import { ProviderNotConfiguredError } from '../upstreams/accounts/provider-accounts.service.js';
import { chooseMessagesTarget, type MessagesTarget } from './choose-messages-target.js';
import { COUNT_TOKENS_DIALECT, MESSAGES_DIALECT } from './messages-dialect.js';
import { MESSAGES_PROMPT_MEMBERS, readMessagesRequest } from './messages-request.js';
import { betaHeaderNames, providerAHeaders, type BetaHeaderNames } from '../surface/provider-a-headers.js';
import { readNotingModel } from '../surface/read-noting-model.js';
import { upstreamQuery } from './upstream-query.js';

export const MESSAGES_CAP_BYTES = 20 * 1_048_576;

/** What is called: a message, or the count of its tokens, which is free. */
export type MessagesOperation = 'messages' | 'count_tokens';

/** Provider A's Messages API, untranslated: the caller's bytes go up and the provider's come back as they are (spec 4.3). */
@Injectable()
export class MessagesService {
  private readonly betaHeader: BetaHeaderNames;

  constructor(
    private readonly bodies: CallBodies,
    private readonly calls: RelayedCalls,
    private readonly modelIds: ModelIds,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.betaHeader = betaHeaderNames(settings.providerABetaHeader, settings.idPrefixA);
  }

  /** Answers by itself; rejects with what the exception filter renders when nothing was sent to the client. */
  async relay(operation: MessagesOperation, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const isCount = operation === 'count_tokens';
    const arriving = this.bodies.read(request, reply, { capBytes: MESSAGES_CAP_BYTES, isPaid: !isCount });
    const body = arriving instanceof Promise ? await arriving : arriving;
    const scanning = scanLargeBody(body);
    const scan = scanning instanceof Promise ? await scanning : scanning;
    const { model, stream, maxTokens } = readNotingModel(request, body, () => readMessagesRequest(scan));
    noteRequestedModel(request, model);
    const { chineseModels } = caller.permissions;
    const target = chooseMessagesTarget(model, {
      parse: (id) => this.modelIds.parseNamed(id, caller.aliases),
      chineseModels,
      models: caller.models,
      retention: { zeroRetention: caller.zeroRetention, agreed: this.settings.zeroRetentionProviders },
    });
    const upstreamBody = spliceModel(scan, model, target.upstreamModelId);
    const path = `/v1/messages${isCount ? '/count_tokens' : ''}${upstreamQuery(request.raw.url ?? '', this.settings.keyPrefix)}`;
    await this.calls.run(reply, {
      caller,
      scan,
      surface: 'messages',
      metering: isCount ? 'free' : 'billed',
      target,
      requestedModel: model,
      stream: stream && !isCount,
      requestTo: (account) => {
        const { origin, basePath, headers } = messagesDoor(account, target);
        return {
          origin,
          path: `${basePath}${path}`,
          headers: Object.assign(providerAHeaders(request.headers, this.betaHeader), headers),
          body: upstreamBody,
        };
      },
      sticky: textHeader(request.headers['x-session-id']),
      dialect: isCount ? COUNT_TOKENS_DIALECT : MESSAGES_DIALECT,
      promptBytes: promptBytes(scan, MESSAGES_PROMPT_MEMBERS),
      maxTokens,
      maxOutput: target.model.maxOutput,
      traceId: readTraceId(textHeader(request.headers.traceparent)),
    });
  }
}

/** @throws ProviderNotConfiguredError (503) where the hosted provider has no Messages-compatible address */
function messagesDoor(account: ProviderAccount, { upstream }: MessagesTarget): AccountDoor {
  if (upstream !== 'hosted') return account;
  if (account.messages === undefined) throw new ProviderNotConfiguredError(upstream);
  return account.messages;
}

/** The query with its question mark, as the caller wrote it. */
function textHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
