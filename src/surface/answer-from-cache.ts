import type { Caller } from '../auth/caller.js';
import type { CachedAnswer } from '../cached-answers/cached-answer.js';
import type { Attribution } from '../billing/calls/attribution.js';
import type { Surface } from '../billing/calls/call-record.js';
import { toCallRecord } from '../billing/metering/call-outcome.js';
import type { Metering } from '../billing/metering/metering.service.js';
import type { LiveCall } from '../live-calls/live-call.js';

/** A call whose answer was found in the cache. */
export interface CachedCall {
  readonly call: LiveCall;
  readonly caller: Caller;
  readonly surface: Surface;
  readonly requestedModel: string;
  /** What would have been asked. */
  readonly decidedModel: string;
  readonly tier: string | undefined;
  readonly stream: boolean;
  readonly traceId: string | undefined;
  readonly attribution: Attribution | undefined;
}

/** How the service's own headers are called. */
export interface CacheHeaderNames {
  readonly cache: string;
  readonly cost: string;
}

const REASONS = ['The answer to the same request was in the cache: no model was asked.'];
/** What a caller that left is logged as. */
const CLIENT_CLOSED = 499;

/**
 * Gives an answer of the cache again: a call of its own, which costs nothing and used no tokens, and whose row is committed before it
 * is sent. Rejects when nothing has been sent to the client.
 */
export async function answerFromCache(
  { form, model, headers, body }: CachedAnswer,
  { call, ...of }: CachedCall,
  { metering, names }: { metering: Metering; names: CacheHeaderNames },
): Promise<void> {
  const isLeft = call.cutCause === 'client-left';
  await metering.commit(
    toCallRecord({
      ...of,
      call,
      cache: 'hit',
      servedModel: model,
      reasons: REASONS,
      status: isLeft ? CLIENT_CLOSED : 200,
      priced: undefined,
      attempts: [],
      // The answer is that of another call, which its id names.
      responseId: undefined,
    }),
  );
  if (isLeft) {
    call.breakOff();
    return;
  }
  const all = { ...headers, [names.cache]: 'hit' };
  if (form === 'whole') {
    call.sendWhole({ status: 200, headers: { ...all, [names.cost]: '0' }, body });
    return;
  }
  call.startStream(200, all);
  call.endStream(body);
}
