import type { IncomingHttpHeaders } from 'node:http';

const MAX_CREDENTIAL_LENGTH = 256;
/** As every SDK writes it. */
const USUAL_SCHEME = 'Bearer ';
const SCHEME = /^bearer +/i;

/**
 * The credential of a request: `Authorization: Bearer …` or `x-api-key` (spec 5). Both are accepted everywhere; when both
 * are sent, the bearer token counts. Anything else is no credential.
 */
export function readCredential(headers: IncomingHttpHeaders): string | undefined {
  const { authorization } = headers;
  if (authorization?.startsWith(USUAL_SCHEME)) return usable(authorization.slice(USUAL_SCHEME.length).trim());
  if (authorization !== undefined && SCHEME.test(authorization))
    return usable(authorization.replace(SCHEME, '').trim());
  const apiKey = headers['x-api-key'];
  return typeof apiKey === 'string' ? usable(apiKey.trim()) : undefined;
}

function usable(credential: string): string | undefined {
  return credential.length > 0 && credential.length <= MAX_CREDENTIAL_LENGTH ? credential : undefined;
}
