import type { IncomingHttpHeaders } from 'node:http';

/** Under which names callers send provider A's beta header, and under which it goes up. */
export interface BetaHeaderNames {
  readonly sent: string;
  readonly read: readonly string[];
}

const DEFAULT_VERSION = '2023-06-01';
const PRINTABLE = /^[\x20-\x7e]+$/;
const NEVER_FORWARDED = /^oauth-/i;

/** All spellings of the beta header: the configured one, the vendor's, and those of the specification. */
export function betaHeaderNames(sent: string, idPrefixA: string): BetaHeaderNames {
  return {
    sent,
    read: [...new Set([sent, 'anthropic-beta', `${idPrefixA}-beta`, 'vendora-beta', 'vendor-beta'])],
  };
}

/**
 * The headers of a caller that provider A gets (spec 4.3): an allow list, so that credentials, cookies, client addresses and
 * SDK telemetry stay here. Bodies were decompressed already, and answers are asked for plain.
 */
export function providerAHeaders(
  headers: IncomingHttpHeaders,
  beta: BetaHeaderNames,
): Record<string, string> {
  return {
    'content-type': printable(headers['content-type']) ?? 'application/json',
    'anthropic-version': DEFAULT_VERSION,
    accept: printable(headers.accept) ?? 'application/json',
    'accept-encoding': 'identity',
    ...messageHeaders(headers, beta),
  };
}

/** Which Messages API a caller speaks: his version and betas, as far as he names them. */
export function messageHeaders(
  headers: IncomingHttpHeaders,
  beta: BetaHeaderNames,
): Readonly<Record<string, string>> {
  const version = firstOf(headers['anthropic-version']);
  const betas = readBetas(headers, beta);
  return {
    ...(version !== undefined && { 'anthropic-version': version }),
    ...(betas !== '' && { [beta.sent]: betas }),
  };
}

/** Every beta once, in the order given, less those of OAuth, which belong to the caller's own login. */
function readBetas(headers: IncomingHttpHeaders, { read }: BetaHeaderNames): string {
  const given = read.map((name) => headers[name]).filter((value) => value !== undefined);
  // Most calls bring none.
  if (given.length === 0) return '';
  const betas = given
    .flat()
    .flatMap((value) => value.split(','))
    .map((beta) => beta.trim());
  const kept = betas.filter((beta) => PRINTABLE.test(beta) && !NEVER_FORWARDED.test(beta));
  return [...new Set(kept)].join(',');
}

/** A header that was sent twice arrives joined by commas. */
function firstOf(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value[0] : value;
  return printable(text?.split(',')[0]?.trim());
}

function printable(value: string | undefined): string | undefined {
  return value !== undefined && PRINTABLE.test(value) ? value : undefined;
}
