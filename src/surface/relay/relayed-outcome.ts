import { UpstreamError } from '../../error-answers/upstream-error.js';
import { decodeBody } from '../../upstreams/decode-body.js';
import type { ExchangeOutcome } from '../../upstreams/exchange.js';
import { readRetryAfter } from '../../upstreams/read-retry-after.js';
import { strikeBytes, strikeText, type SentHeaders } from '../../upstreams/strike-credentials.js';
import { errorFromAnswer, headerText } from '../../upstreams/upstream-answer.js';
import type { UpstreamHeaders } from '../../upstreams/upstream-transport.js';
import type { AnswerDialect, AnswerReport } from './answer-dialect.js';
import type { RelayedStream } from './relayed-stream.js';

export type Outcome = ExchangeOutcome<RelayedStream>;

/** A whole answer as it was read. */
export type WholeAnswer =
  | { readonly kind: 'answer'; readonly body: Buffer; readonly report: AnswerReport }
  /** @property refusal the beginning of an error's body */
  | { readonly kind: 'error'; readonly error: unknown; readonly refusal: string };

/** How much of a refusal is looked at for what it is about. */
const REFUSAL_BYTES = 4_096;
/** Never rejects: what cannot be read is an error to tell. */
export async function readWhole(
  { status, headers, body: raw }: Outcome & { readonly kind: 'whole' },
  { dialect, ownAccount, sent }: { dialect: AnswerDialect; ownAccount: boolean; sent: SentHeaders },
): Promise<WholeAnswer> {
  let refusal = '';
  try {
    const decoded = decodeBody(raw, headers);
    const body = decoded instanceof Promise ? await decoded : decoded;
    if (status !== 200) {
      refusal = body.toString('utf8', 0, REFUSAL_BYTES);
      throw errorFromAnswer({ status, headers, body, ownAccount, sent });
    }
    const reading = dialect.readWhole(body, headers);
    return { kind: 'answer', body, report: reading instanceof Promise ? await reading : reading };
  } catch (error) {
    return { kind: 'error', error: withoutCredentials(error, sent), refusal };
  }
}

/** An error object in a 200 is relayed as it came, but for what it may quote of the request. */
function withoutCredentials(error: unknown, sent: SentHeaders): unknown {
  if (!(error instanceof UpstreamError)) return error;
  const { status, headers, body } = error;
  const struck = Object.entries(headers).map(([name, value]) => [name, strikeText(value, sent)]);
  return new UpstreamError({
    status,
    headers: Object.fromEntries(struck) as Record<string, string>,
    body: strikeBytes(body, sent),
  });
}

/** What the upstream said, also where it said so in a stream. */
export function statusOf(outcome: Outcome): number {
  if (outcome.kind === 'stream-ended' || outcome.kind === 'stream-broken')
    return outcome.relay.tap.errorStatus ?? 200;
  return outcome.status;
}

export function refusalIn(whole: WholeAnswer | undefined): string {
  return whole?.kind === 'error' ? whole.refusal : '';
}

export function errorIn(outcome: Outcome, whole: WholeAnswer | undefined): unknown {
  if (outcome.kind === 'failed') return outcome.error;
  return whole?.kind === 'error' ? whole.error : undefined;
}

/** It came to its end without an error in it. */
export function isWholeStream(outcome: Outcome & { readonly relay: RelayedStream | undefined }): boolean {
  const tap = outcome.relay?.tap;
  return outcome.kind === 'stream-ended' && tap?.carriedError === false && (tap.sawDone || tap.sawFinish);
}

export function retryAfterIn(headers: UpstreamHeaders): number | undefined {
  return readRetryAfter({
    retryAfter: headerText(headers, 'retry-after'),
    retryAfterMs: headerText(headers, 'retry-after-ms'),
    nowMs: Date.now(),
  });
}
