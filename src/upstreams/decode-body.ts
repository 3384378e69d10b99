import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { headerText, UpstreamFailedError } from './upstream-answer.js';
import type { UpstreamHeaders } from './upstream-transport.js';

const MAX_DECODED_BYTES = 64 * 1_048_576;
const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/**
 * We ask for `identity`; an upstream that compresses all the same is read, and its encoding header goes no further. Rejects with
 * UpstreamFailedError (502) for a body that cannot be read.
 */
export function decodeBody(body: Buffer, headers: UpstreamHeaders): Buffer | Promise<Buffer> {
  const written = headerText(headers, 'content-encoding');
  const encoding = written === undefined ? 'identity' : written.trim().toLowerCase();
  return encoding === 'identity' || encoding === '' ? body : decompress(body, encoding);
}

async function decompress(body: Buffer, encoding: string): Promise<Buffer> {
  if (!isKnown(encoding))
    throw unreadable(`it used the content-encoding ${JSON.stringify(encoding.slice(0, 40))}`);
  try {
    return await DECODERS[encoding](body, { maxOutputLength: MAX_DECODED_BYTES });
  } catch (error) {
    throw unreadable('its compression is broken', error);
  }
}

function isKnown(encoding: string): encoding is keyof typeof DECODERS {
  return Object.hasOwn(DECODERS, encoding);
}

function unreadable(why: string, cause?: unknown): UpstreamFailedError {
  return new UpstreamFailedError({
    code: 'upstream_unreadable',
    message: `The provider's answer could not be read: ${why}.`,
    cause,
  });
}
