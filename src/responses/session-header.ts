import type { IncomingHttpHeaders } from 'node:http';
import { utf8Header } from '../http/utf8-header.js';

/** Ours, then those of Codex, which no server asks it for. */
const NAMES = ['x-session-id', 'session-id', 'session_id'] as const;

/** The session of a request: bodies of the Responses API have no member for it. An empty one is none. */
export function sessionHeaderOf(headers: IncomingHttpHeaders): string | undefined {
  for (const name of NAMES) {
    const value = headers[name];
    const text = Array.isArray(value) ? value[0] : value;
    if (text !== undefined && text !== '') return utf8Header(text);
  }
  return undefined;
}
