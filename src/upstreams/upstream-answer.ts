import { GatewayError } from '../lib/gateway-error.js';
import { UpstreamError } from '../error-answers/upstream-error.js';
import { strikeBytes, strikeText, type SentHeaders } from './strike-credentials.js';
import type { UpstreamHeaders } from './upstream-transport.js';

/** The upstream cannot be used as an answer: it is not there, speaks something else, or broke off. 502 with an explanation. */
export class UpstreamFailedError extends GatewayError {
  constructor({ code, message, cause }: { code: UpstreamFailureCode; message: string; cause?: unknown }) {
    super({
      status: 502,
      code,
      message,
      cause,
      headers: FINAL.has(code) ? { 'x-should-retry': 'false' } : {},
    });
  }
}

/** Larger ones are refused by the HTTP client. Four times what it takes by itself. */
export const MAX_HEADER_BYTES = 65_536;

/** What the client says where an answer cannot be read, in words of ours; `undefined` for a connection that broke. */
export function unreadableHead(error: unknown): UpstreamFailedError | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code === 'UND_ERR_HEADERS_OVERFLOW')
    return new UpstreamFailedError({
      code: 'upstream_headers_too_large',
      message: `The headers of the provider's answer are over ${MAX_HEADER_BYTES / 1_024} KB, more than is taken.`,
      cause: error,
    });
  // An answer that belongs to no request, too; nothing of ours waits on such a connection.
  if (error.code === 'UND_ERR_SOCKET' && error.message === 'bad response')
    return new UpstreamFailedError({
      code: 'upstream_unasked_continue',
      message:
        'The provider, or a proxy before it, answered with an interim response (100 Continue) that was not asked for, which the HTTP client here refuses.',
      cause: error,
    });
  return undefined;
}

/** What ends a stream that broke: our own reason to break it, or that its provider did. */
export function interruption(cause: Error | undefined): GatewayError {
  if (cause instanceof GatewayError) return cause;
  return new UpstreamFailedError({
    code: 'upstream_interrupted',
    message: 'The provider broke off in the middle of its answer.',
    cause,
  });
}

export type UpstreamFailureCode =
  | 'upstream_unreachable'
  | 'upstream_interrupted'
  | 'upstream_silent'
  | 'upstream_unreadable'
  | 'upstream_account_error'
  | 'gateway_redirect'
  | 'upstream_redirect'
  | 'upstream_answer_too_large'
  | 'upstream_headers_too_large'
  | 'upstream_unasked_continue';

/** The same request would meet them again; what is too large would be billed again besides. */
const FINAL: ReadonlySet<UpstreamFailureCode> = new Set(['gateway_redirect', 'upstream_answer_too_large']);

/** Headers of an upstream's answer that concern the caller. Rate limits of our own account do not. */
const FORWARDED_HEADERS = ['retry-after', 'retry-after-ms', 'x-should-retry'] as const;
const REQUEST_ID_HEADERS = ['request-id', 'x-request-id', 'x-generation-id'] as const;
const EXCERPT_CHARACTERS = 200;

export function headerText(headers: UpstreamHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The provider's own id of the request, for the caller's and our letters to its support. */
export function upstreamRequestId(headers: UpstreamHeaders, sent: SentHeaders): string | undefined {
  for (const name of REQUEST_ID_HEADERS) {
    const value = headerText(headers, name);
    if (value !== undefined && /^[\x21-\x7e]{1,200}$/.test(value)) return strikeText(value, sent);
  }
  return undefined;
}

/** Headers that go on with every relayed answer, error or not. */
export function forwardedHeaders(headers: UpstreamHeaders, sent: SentHeaders): Record<string, string> {
  const forwarded: Record<string, string> = {};
  const requestId = upstreamRequestId(headers, sent);
  if (requestId !== undefined) forwarded['x-upstream-request-id'] = requestId;
  return forwarded;
}

export interface ErrorAnswer {
  readonly status: number;
  readonly headers: UpstreamHeaders;
  readonly body: Buffer;
  /** A registered endpoint's 401 and 402 concern the caller's own key, so they are relayed. */
  readonly ownAccount: boolean;
  /** Headers of the request: a provider, or a proxy before it, may quote the credential in them. */
  readonly sent: SentHeaders;
}

/**
 * What the caller gets for an upstream's error (wire notes 3): status and body as they came; 401 and 402 of our own account are
 * not the caller's business and become 502; a redirect is not followed; a body that is not JSON is quoted in an envelope of ours.
 */
export function errorFromAnswer({
  status,
  headers,
  body,
  ownAccount,
  sent,
}: ErrorAnswer): UpstreamError | GatewayError {
  if (status < 300) return oddSuccessError(status);
  if (status < 400) return redirectError(status, ownAccount);
  if (ownAccount && (status === 401 || status === 402)) {
    return new UpstreamFailedError({
      code: 'upstream_account_error',
      message:
        "The provider refused the gateway's own account. Your key is fine; the gateway's operator has to act.",
    });
  }
  const forwarded = { ...forwardedHeaders(headers, sent), ...retryHeaders(headers, sent) };
  const struck = strikeBytes(body, sent);
  if (!isJson(struck)) {
    return new GatewayError({
      status,
      code: 'upstream_error',
      message: `The provider answered ${status} without a readable error: ${excerpt(struck)}`,
      headers: forwarded,
      source: 'upstream',
    });
  }
  return new UpstreamError({
    status,
    headers: { ...forwarded, 'content-type': 'application/json' },
    body: struck,
  });
}

/** 202 or 204, say: nothing that a call can be answered with. */
function oddSuccessError(status: number): UpstreamFailedError {
  return new UpstreamFailedError({
    code: 'upstream_unreadable',
    message: `The provider answered ${status} instead of an answer. Try again.`,
  });
}

function redirectError(status: number, ownAccount: boolean): UpstreamFailedError {
  return new UpstreamFailedError({
    code: ownAccount ? 'upstream_redirect' : 'gateway_redirect',
    message: `The ${ownAccount ? 'provider' : 'registered endpoint'} answered ${status}, a redirect, which is not followed. ${ownAccount ? 'Try again later.' : 'Register the address that it leads to.'}`,
  });
}

function retryHeaders(headers: UpstreamHeaders, sent: SentHeaders): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of FORWARDED_HEADERS) {
    const value = headerText(headers, name);
    if (value !== undefined) kept[name] = strikeText(value, sent);
  }
  return kept;
}

function isJson(body: Buffer): boolean {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

/** Words of an HTML page or plain text, without markup, control characters or more than a line. */
function excerpt(body: Buffer): string {
  const text = body
    .subarray(0, 4_096)
    .toString('utf8')
    .replace(/<(script|style)[\s\S]*?(<\/\1>|$)/gi, ' ')
    .replace(/<[^>]*>?/g, ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return text === '' ? 'the body was empty.' : JSON.stringify(text.slice(0, EXCERPT_CHARACTERS));
}
