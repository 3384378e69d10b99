import type { UpstreamHeaders } from './upstream-transport.js';

/** The headers of an upstream's answer that anything here reads, by their length in characters. */
const READ_HEADERS = byLength([
  'content-encoding',
  'content-length',
  'content-type',
  'request-id',
  'retry-after',
  'retry-after-ms',
  'x-generation-id',
  'x-request-id',
  'x-should-retry',
]);
/** Set in small letters, and in hyphens. */
const CASE_BIT = 0x20;

/**
 * The headers that the gateway reads, from names and values in turn. Providers send two dozen more, which are not even made to
 * text. Of a header that came several times all values are kept, in order.
 */
export function readAnswerHead(raw: readonly Buffer[]): UpstreamHeaders {
  const headers: Record<string, string | string[]> = {};
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = nameOf(raw[index]);
    if (name === undefined) continue;
    const value = raw[index + 1]?.toString('latin1') ?? '';
    const before = headers[name];
    headers[name] = before === undefined ? value : [before, value].flat();
  }
  return headers;
}

function nameOf(bytes: Buffer | undefined): string | undefined {
  return bytes && READ_HEADERS[bytes.length]?.find((name) => isName(bytes, name));
}

/** Whether the bytes are that name of letters and hyphens, in whatever case. */
function isName(bytes: Buffer, name: string): boolean {
  for (let index = 0; index < name.length; index += 1)
    if (((bytes[index] ?? 0) | CASE_BIT) !== name.charCodeAt(index)) return false;
  return true;
}

function byLength(names: readonly string[]): readonly (readonly string[] | undefined)[] {
  const longest = Math.max(...names.map(({ length }) => length));
  return Array.from({ length: longest + 1 }, (_, length) => {
    const ofLength = names.filter((name) => name.length === length);
    return ofLength.length === 0 ? undefined : ofLength;
  });
}
