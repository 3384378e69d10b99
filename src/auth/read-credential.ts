import type { IncomingHttpHeaders } from 'node:http';

const MAX_CREDENTIAL_LENGTH = 256;
const BEARER = /^bearer +/i;

/**
 * The credential of a request: `Authorization: Bearer …` or `x-api-key` (spec 5). Both are accepted everywhere; when both
 * are sent, the bearer token counts. Anything else is no credential.
 */
export function readCredential(headers: IncomingHttpHeaders): string | undefined {
  const { authorization } = headers;
  if (authorization !== undefined && BEARER.test(authorization))
    return usable(authorization.replace(BEARER, '').trim());
  const apiKey = headers['x-api-key'];
  return typeof apiKey === 'string' ? usable(apiKey.trim()) : undefined;
}

function usable(credential: string): string | undefined {
  return credential.length > 0 && credential.length <= MAX_CREDENTIAL_LENGTH ? credential : undefined;
}
