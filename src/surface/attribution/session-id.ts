import type { IncomingHttpHeaders } from 'node:http';
import { utf8Header } from '../../http/utf8-header.js';
import { checkName } from './check-name.js';

export const SESSION_HEADER = 'x-session-id';
const MAX_SESSION_ID_LENGTH = 200;

/**
 * The session that the first of these headers tells which says something.
 * @throws InvalidRequestError (400) naming the header, for an id that cannot be kept
 */
export function readSessionHeader(
  headers: IncomingHttpHeaders,
  names: readonly string[] = [SESSION_HEADER],
): string | undefined {
  for (const name of names) {
    const text = sessionHeaderOf(headers, name);
    if (text !== undefined) return checkSessionId(text, name);
  }
  return undefined;
}

/** As it came: a body may name another session, and then it is not looked at. */
export function sessionHeaderOf(headers: IncomingHttpHeaders, name = SESSION_HEADER): string | undefined {
  const value = headers[name];
  const text = Array.isArray(value) ? value[0] : value;
  return text === undefined || text === '' ? undefined : utf8Header(text);
}

/** @throws InvalidRequestError (400) for an id that cannot be kept */
export function checkSessionId(sessionId: string | undefined, param = 'session_id'): string | undefined {
  return checkName(sessionId, { param, max: MAX_SESSION_ID_LENGTH });
}
