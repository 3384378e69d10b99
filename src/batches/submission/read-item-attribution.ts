import { attributionOf, type Attribution } from '../../billing/calls/attribution.js';
import { readBodyAttribution } from '../../surface/attribution/read-body-attribution.js';
import { checkSessionId } from '../../surface/attribution/session-id.js';
import type { RequestKind } from '../../upstreams/batches/batch-provider.js';
import { readString } from '../../wire/json-bytes/read-member.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';

/**
 * Whom one request of a batch is for, in the words of its body as in a live call.
 * @param tags those that stand beside its body
 * @throws InvalidRequestError (400) naming the field
 */
export function readItemAttribution(
  scan: TopLevelMembers,
  kind: RequestKind,
  tags: readonly string[] = [],
): Attribution | undefined {
  const { endUser, metadata } = readBodyAttribution(scan, kind === 'params' ? 'messages' : 'openai');
  const sessionId =
    kind === 'body' ? checkSessionId(readString(scan, 'session_id', { nullIs: 'absent' })) : undefined;
  return attributionOf({ tags, endUser, sessionId, metadata });
}
