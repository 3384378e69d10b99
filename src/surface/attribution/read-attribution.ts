import type { IncomingHttpHeaders } from 'node:http';
import { attributionOf, type Attribution } from '../../billing/calls/attribution.js';
import { utf8Header } from '../../http/utf8-header.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import { attributionHeaders, type AttributionHeaders } from './attribution-headers.js';
import { checkName } from './check-name.js';
import { readBodyAttribution, type BodyDialect } from './read-body-attribution.js';
import { readTagHeader } from './read-tags.js';
import { readSessionHeader } from './session-id.js';

const MAX_USER = 256;
const NO_TAGS: readonly string[] = [];

/** What the head of a request says of whom it is for. */
export interface HeadAttribution {
  readonly tags: readonly string[];
  readonly endUser: string | undefined;
}

/** @throws InvalidRequestError (400) naming the header */
export function readHeadAttribution(
  headers: IncomingHttpHeaders,
  names: AttributionHeaders,
): HeadAttribution {
  const tags = textOf(headers[names.tags]);
  const user = textOf(headers[names.user]);
  return {
    tags: tags === undefined ? NO_TAGS : readTagHeader(tags, names.tags),
    endUser:
      user === undefined
        ? undefined
        : checkName(utf8Header(user).trim(), { param: names.user, max: MAX_USER }),
  };
}

/**
 * What the head of a batch says of all its requests.
 * @throws InvalidRequestError (400) naming the header
 */
export function readBatchAttribution(
  headers: IncomingHttpHeaders,
  headerPrefix: string,
): Attribution | undefined {
  const { tags, endUser } = readHeadAttribution(headers, attributionHeaders(headerPrefix));
  const sessionId = readSessionHeader(headers);
  return attributionOf({ tags, endUser, sessionId, metadata: undefined });
}

export interface AttributedCall {
  readonly headers: IncomingHttpHeaders;
  readonly names: AttributionHeaders;
  readonly scan: TopLevelMembers;
  readonly dialect: BodyDialect;
  /** Found and checked before. */
  readonly sessionId: string | undefined;
}

/**
 * Whom a live call is for; `undefined` where its caller said nothing. A header wins over the body, which is checked all the same.
 * @throws InvalidRequestError (400) naming the header or the field
 */
export function readAttribution(call: AttributedCall): Attribution | undefined {
  const head = readHeadAttribution(call.headers, call.names);
  const body = readBodyAttribution(call.scan, call.dialect);
  return attributionOf({
    tags: head.tags,
    endUser: head.endUser ?? body.endUser,
    sessionId: call.sessionId,
    metadata: body.metadata,
  });
}

/** A header that is sent twice arrives joined by commas. */
function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value;
}
