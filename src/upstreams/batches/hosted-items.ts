import { GatewayError } from '../../lib/gateway-error.js';
import { ProviderAccounts, type ProviderAccount } from '../provider-accounts.service.js';
import { UpstreamError } from '../../http/upstream-error.js';
import { readJson } from '../../wire/json-bytes/read-member.js';
import { SLOW_ANSWER_WITHIN_MS, type BatchHttp } from './batch-http.js';
import { HostedItems, type HostedOutcome, type PortionItem, type PortionResult } from './batch-provider.js';
import { CallFailure } from './call-failure.js';
import { scanMember, scanObject, textMember } from './result-lines.js';
import { isRetryableStatus } from './retry-policy.js';
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
    const { origin, chatPath: path, wholeHeaders: headers } = this.accountFor(item);
    try {
      const answer = await this.http.whole({
        origin,
        path,
        method: 'POST',
        headers,
        body: shapeItem(item),
        answerWithinMs: SLOW_ANSWER_WITHIN_MS,
        signal,
      });
      return readAnswer(item, answer.body);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof CallFailure) return outcomeOf(customId, error);
      if (!(error instanceof GatewayError)) throw error;
      const { message, code } = error;
      return errored(customId, { message, type: 'invalid_request_error', code });
    }
  }

  private accountFor({ kind }: PortionItem): ProviderAccount {
    return kind === 'params' ? this.accounts.getHostedMessages() : this.accounts.get('hosted');
  }
}

function readAnswer({ customId, kind }: PortionItem, body: Buffer): HostedOutcome {
  const answer = scanObject(body);
  if (answer === undefined) return { kind: 'retry', error: { message: UNREADABLE } };
  const isAnswer = answer.find(kind === 'params' ? 'content' : 'choices')?.kind === 'array';
  if (!isAnswer) return errored(customId, readError(body) ?? { message: UNREADABLE });
  return {
    kind: 'result',
    result: { customId, status: 'succeeded', response: answer.bytes, rawUsage: readJson(answer, 'usage') },
  };
}

const UNREADABLE = "The provider's answer to this request could not be read.";

/** Not our account's trouble, nor what passes by itself, is the request's own fault. */
function outcomeOf(customId: string, failure: CallFailure): HostedOutcome {
  const { status, error, retryAfterMs } = failure;
  const isOwnFault =
    failure.kind === 'refused' && status >= 400 && !isRetryableStatus(status) && !OUR_ACCOUNT.has(status);
  if (isOwnFault) return errored(customId, describe(error));
  return {
    kind: 'retry',
    error: describe(error),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

const OUR_ACCOUNT: ReadonlySet<number> = new Set([401, 402]);

function describe(error: UpstreamError | GatewayError): NonNullable<PortionResult['error']> {
  if (error instanceof UpstreamError) return readError(error.body) ?? { message: error.message };
  return { message: error.message };
}

/** The error of either envelope. */
function readError(body: Buffer): NonNullable<PortionResult['error']> | undefined {
  const whole = scanObject(body);
  const error = whole && scanMember(whole, 'error');
  const message = textMember(error, 'message');
  if (message === undefined) return undefined;
  const type = textMember(error, 'type');
  const code = textMember(error, 'code');
  return { message, ...(type !== undefined && { type }), ...(code !== undefined && { code }) };
}

function errored(customId: string, error: NonNullable<PortionResult['error']>): HostedOutcome {
  return { kind: 'result', result: { customId, status: 'errored', error } };
}
