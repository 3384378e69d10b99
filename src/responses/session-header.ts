import { SESSION_HEADER } from '../surface/attribution/session-id.js';

/** Where a session is named: bodies of the Responses API have no member for it. Ours, then those of Codex, which no server asks it for. */
export const RESPONSES_SESSION_HEADERS = [SESSION_HEADER, 'session-id', 'session_id'] as const;
