import type { IncomingHttpHeaders } from 'node:http';

const MAX_CREDENTIAL_LENGTH = 256;
/** As every SDK writes it. */
const USUAL_SCHEME = 'Bearer ';
const SCHEME = /^bearer +/i;

/**
 * The credential of a request: `Authorization: Bearer …` or `x-api-key` (spec 5). Both are accepted everywhere; when both
 * are sent, a bearer token that can be ours counts. Any other hides nothing: SDKs find another vendor's token in their
 * environment and send it beside the key that they were given. Anything else is no credential.
 */
export function readCredential(
  headers: IncomingHttpHeaders,
  canBeOurs: (credential: string) => boolean,
): string | undefined {
  const bearer = readBearer(headers.authorization);
  if (bearer !== undefined && canBeOurs(bearer)) return bearer;
  const apiKey = headers['x-api-key'];
  return typeof apiKey === 'string' ? usable(apiKey.trim()) : undefined;
}

function readBearer(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  if (authorization.startsWith(USUAL_SCHEME)) return usable(authorization.slice(USUAL_SCHEME.length).trim());
  return SCHEME.test(authorization) ? usable(authorization.replace(SCHEME, '').trim()) : undefined;
}

function usable(credential: string): string | undefined {
  return credential.length > 0 && credential.length <= MAX_CREDENTIAL_LENGTH ? credential : undefined;
}
