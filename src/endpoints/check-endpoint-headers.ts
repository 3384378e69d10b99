import { InvalidRequestError } from '../lib/gateway-error.js';

/** By name as it was written. */
export type EndpointHeaders = Readonly<Record<string, string>>;

export const MAX_HEADERS = 20;
const MAX_NAME_LENGTH = 100;
const MAX_VALUE_LENGTH = 4_096;
/** Servers commonly take 8 KB of headers, ours and a proxy's among them. */
const MAX_TOTAL_LENGTH = 6_144;

const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
/** What a header can carry without quoting or loss. */
const VALUE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;
/** Of one connection (RFC 9110, 7.6.1), of the request's frame, or of the body, which are the gateway's to say. */
const RESERVED: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'host',
  'content-length',
  'content-type',
  'content-encoding',
  'accept-encoding',
  'expect',
]);

/**
 * Headers that an endpoint is to be called with. No message repeats a value.
 * @throws InvalidRequestError (400) naming `headers` or `headers.<name>`
 */
export function checkEndpointHeaders(given: Readonly<Record<string, unknown>>): EndpointHeaders {
  const entries = Object.entries(given);
  if (entries.length > MAX_HEADERS) throw refused('headers', `may hold ${MAX_HEADERS} headers at most`);
  const seen = new Set<string>();
  let total = 0;
  for (const [name, value] of entries) {
    const fault = faultOf(name, value) ?? (seen.has(name.toLowerCase()) ? 'is named twice' : undefined);
    if (fault !== undefined) throw refused(`headers.${name.slice(0, MAX_NAME_LENGTH)}`, fault);
    seen.add(name.toLowerCase());
    total += name.length + (value as string).length;
  }
  if (total > MAX_TOTAL_LENGTH) throw refused('headers', `may have ${MAX_TOTAL_LENGTH} characters in all`);
  return Object.fromEntries(entries) as EndpointHeaders;
}

/** A request has one authorization. @throws InvalidRequestError (400) */
export function refuseTwoAuthorizations(headerNames: readonly string[], hasApiKey: boolean): void {
  const name = headerNames.find((candidate) => candidate.toLowerCase() === 'authorization');
  if (name === undefined || !hasApiKey) return;
  throw refused(`headers.${name}`, 'can be sent only without an `api_key`, which goes up in the same header');
}

function faultOf(name: string, value: unknown): string | undefined {
  if (!NAME.test(name) || name.length > MAX_NAME_LENGTH || name === '__proto__')
    return 'is no name of a header';
  if (RESERVED.has(name.toLowerCase())) return 'is set by the gateway itself';
  if (typeof value !== 'string') return 'must be a string';
  if (value.length > MAX_VALUE_LENGTH) return `may have ${MAX_VALUE_LENGTH} characters at most`;
  return VALUE.test(value)
    ? undefined
    : 'must be printable ASCII without line breaks, and without blanks at its ends';
}

function refused(field: string, fault: string): InvalidRequestError {
  return new InvalidRequestError({ param: field, message: `\`${field}\` ${fault}.` });
}
