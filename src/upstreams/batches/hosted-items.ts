import { GatewayError } from '../../lib/gateway-error.js';
import type { AccountDoor } from '../accounts/provider-account.js';
import {
  ProviderNotConfiguredError,
  type PickedAccount,
  type ProviderAccounts,
} from '../accounts/provider-accounts.service.js';
import { refusalOf } from '../accounts/refusal-of.js';
import { UpstreamError } from '../../error-answers/upstream-error.js';
import { readJson } from '../../wire/json-bytes/read-member.js';
import { headerText } from '../upstream-answer.js';
import { SLOW_ANSWER_WITHIN_MS, type BatchHttp, type WholeAnswer } from './http/batch-http.js';
import {
  HostedItems,
  type HostedOutcome,
  type ItemFailure,
  type PortionItem,
  type UpstreamWords,
} from './batch-provider.js';
import { CallFailure } from './http/call-failure.js';
import { scanMember, scanObject, textMember } from './results/result-lines.js';
import { isRetryableStatus } from './http/retry-policy.js';
import { shapeItem } from './shape-item.js';

/** Runs batch requests for hosted open models as live calls. */
export class LiveHostedItems extends HostedItems {
  constructor(
    private readonly http: BatchHttp,
    private readonly accounts: ProviderAccounts,
  ) {
    super();
  }

  override async run(item: PortionItem, signal: AbortSignal): Promise<HostedOutcome> {
    signal.throwIfAborted();
    const { customId } = item;
    const picked = this.accounts.pick('hosted', { model: item.target.upstreamModelId });
    const { origin, chatPath: path, wholeHeaders: headers } = doorFor(item, picked);
    try {
      const answer = await this.http.whole({
        origin,
        path,
        method: 'POST',
        headers: item.kind === 'params' ? { ...headers, ...item.messageHeaders } : headers,
        body: await shapeItem(item),
        answerWithinMs: SLOW_ANSWER_WITHIN_MS,
        signal,
      });
      this.accounts.report(picked, { status: answer.status, refusal: '', retryAfterMs: undefined });
      return readAnswer(item, answer);
    } catch (error) {
      if (picked.isTrial) this.accounts.giveTrialBack(picked.account);
      signal.throwIfAborted();
      if (error instanceof CallFailure) {
        this.accounts.report(picked, { ...refusalOf(error.error, Date.now()), status: error.status });
        return outcomeOf(customId, error);
      }
      if (!(error instanceof GatewayError)) throw error;
      const { message, code } = error;
      return errored(customId, { message, type: 'invalid_request_error', code });
    }
  }
}

function doorFor({ kind }: PortionItem, { account }: PickedAccount): AccountDoor {
  if (kind !== 'params') return account;
  if (account.messages === undefined) throw new ProviderNotConfiguredError('hosted');
  return account.messages;
}

function readAnswer({ customId, kind }: PortionItem, { status, headers, body }: WholeAnswer): HostedOutcome {
  const answer = scanObject(body);
  if (answer === undefined) return { kind: 'retry', error: { message: UNREADABLE } };
  const isAnswer = answer.find(kind === 'params' ? 'content' : 'choices')?.kind === 'array';
  if (!isAnswer) return errored(customId, readError(body) ?? { message: UNREADABLE });
  return {
    kind: 'result',
    result: {
      customId,
      status: 'succeeded',
      response: answer.bytes,
      upstream: wordsOf(status, headerText(headers, 'x-request-id')),
      rawUsage: readJson(answer, 'usage'),
    },
  };
}

const UNREADABLE = "The provider's answer to this request could not be read.";

/** Not our account's trouble, nor what passes by itself, is the request's own fault. */
function outcomeOf(customId: string, failure: CallFailure): HostedOutcome {
  const { status, error, retryAfterMs } = failure;
  const isOwnFault =
    failure.kind === 'refused' && status >= 400 && !isRetryableStatus(status) && !OUR_ACCOUNT.has(status);
  if (isOwnFault) {
    const requestId = error instanceof UpstreamError ? error.headers['x-upstream-request-id'] : undefined;
    return errored(customId, describe(error), wordsOf(status, requestId));
  }
  return {
    kind: 'retry',
    error: describe(error),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

const OUR_ACCOUNT: ReadonlySet<number> = new Set([401, 402]);

function describe(error: UpstreamError | GatewayError): ItemFailure {
  if (error instanceof UpstreamError) return readError(error.body) ?? { message: error.message };
  return { message: error.message };
}

/** The error of either envelope. */
function readError(body: Buffer): ItemFailure | undefined {
  const whole = scanObject(body);
  const error = whole && scanMember(whole, 'error');
  const message = textMember(error, 'message');
  if (message === undefined) return undefined;
  const [type, code, param] = ['type', 'code', 'param'].map((name) => textMember(error, name));
  return { message, type, code, param };
}

function wordsOf(statusCode: number, requestId: string | undefined): UpstreamWords {
  return { statusCode, requestId };
}

function errored(customId: string, error: ItemFailure, upstream?: UpstreamWords): HostedOutcome {
  return { kind: 'result', result: { customId, status: 'errored', error, upstream } };
}
