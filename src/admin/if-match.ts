import type { FastifyRequest } from 'fastify';
import { InvalidRequestError } from '../lib/gateway-error.js';
import type { ExpectedState } from '../lib/entity-tag.js';

/** An entity tag (RFC 9110) with whatever stands between it and the next one. A proxy that compresses makes a strong tag weak. */
const TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?:,[ \t]*|$)/y;

/** The precondition of a change. @throws InvalidRequestError (400) */
export function readIfMatch({ headers }: Pick<FastifyRequest, 'headers'>): ExpectedState | undefined {
  const text = headers['if-match']?.trim();
  if (text === undefined || text === '*') return text;
  const tags: string[] = [];
  TAG.lastIndex = 0;
  while (TAG.lastIndex < text.length) {
    const [, tag] = TAG.exec(text) ?? [];
    if (tag === undefined) throw notATag();
    tags.push(tag);
  }
  if (tags.length === 0) throw notATag();
  return tags;
}

function notATag(): InvalidRequestError {
  return new InvalidRequestError({
    param: 'If-Match',
    message: '`If-Match` must be `*`, or the `ETag` of a read in its quotes; several have commas between.',
  });
}
