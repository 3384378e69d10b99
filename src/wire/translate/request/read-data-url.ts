import { InvalidRequestError } from '../../../lib/gateway-error.js';

/** A `data:` URL taken apart. `data` is a slice of the caller's text: nothing large is copied. */
export interface DataUrl {
  /** Lower case, without parameters; empty when none was written. */
  readonly mediaType: string;
  readonly base64: boolean;
  /** The `charset` parameter, as written. */
  readonly charset?: string;
  readonly data: string;
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const HEADER_MAX_CHARS = 1_024;

/** Takes a `data:` URL apart; `undefined` when the text is none. */
export function readDataUrl(text: string): DataUrl | undefined {
  const head = text.slice(0, HEADER_MAX_CHARS);
  const comma = head.indexOf(',');
  if (comma === -1 || !/^data:/i.test(head)) return undefined;
  const [mediaType = '', ...parameters] = head.slice('data:'.length, comma).split(';');
  return {
    mediaType: mediaType.trim().toLowerCase(),
    base64: parameters.some((parameter) => parameter.trim().toLowerCase() === 'base64'),
    charset: readCharset(parameters),
    data: text.slice(comma + 1),
  };
}

function readCharset(parameters: readonly string[]): string | undefined {
  for (const parameter of parameters) {
    const [, charset] = /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(parameter) ?? [];
    if (charset !== undefined) return charset;
  }
  return undefined;
}

/**
 * Standard base64 without white space. The URL-safe alphabet, line breaks and missing padding, which provider A refuses, are
 * put right.
 * @throws InvalidRequestError when the data is empty or no base64 at all.
 */
export function cleanBase64(data: string, param: string): string {
  if (isWhole(data)) return padded(data);
  const cleaned = withoutPadding(
    data
      .replace(/%2B/gi, '+')
      .replace(/%2F/gi, '/')
      .replace(/%3D/gi, '=')
      .replace(/\s+/g, '')
      .replace(/-/g, '+')
      .replace(/_/g, '/'),
  );
  if (isWhole(cleaned)) return padded(cleaned);
  throw new InvalidRequestError({
    param,
    message: `\`${param}\` must hold base64 data, as in \`data:image/png;base64,iVBORw0…\`.`,
  });
}

/** Base64 that lacks nothing but its padding. One character over is half a byte: something is missing. */
function isWhole(data: string): boolean {
  const odd = data.length % 4;
  return odd !== 1 && (odd === 0 || !data.endsWith('=')) && BASE64.test(data);
}

function padded(data: string): string {
  return data.length % 4 === 0 ? data : data.padEnd(data.length + 4 - (data.length % 4), '=');
}

// No expression for it: one would be slow on a text of many `=` that ends in something else.
function withoutPadding(text: string): string {
  let end = text.length;
  while (text.endsWith('=', end)) end -= 1;
  return text.slice(0, end);
}

/** The first bytes of base64 text, enough to recognise a file type. */
export function leadingBytes(base64: string): Buffer {
  return Buffer.from(base64.slice(0, 32), 'base64');
}
