import { InvalidRequestError } from '../lib/gateway-error.js';
import { readBoolean, readNumber, readString } from '../wire/json-bytes/read-member.js';
import type { TopLevelMembers } from '../wire/json-bytes/scan-top-level.js';
import { checkFallbacks } from '../surface/check-fallbacks.js';
import { checkPriceOptions } from '../surface/check-price-options.js';
import { checkThread } from '../surface/check-thread.js';
import { checkTools } from '../surface/check-tools.js';

/** What we read of a Messages body. The bytes stay as they came; all the rest is provider A's to judge. */
export interface MessagesRequest {
  /** As the caller wrote it. */
  readonly model: string;
  readonly stream: boolean;
  /** Absent when it is missing or no number: the provider says so better than we. */
  readonly maxTokens: number | undefined;
}

/** Members that a model reads as its prompt. */
export const MESSAGES_PROMPT_MEMBERS = ['system', 'messages', 'tools'] as const;

/**
 * Reads a body of provider A's Messages API and refuses what must not run (spec 4.3).
 * @throws InvalidRequestError (400) that names the field.
 */
export function readMessagesRequest(scan: TopLevelMembers): MessagesRequest {
  const model = readString(scan, 'model', { nullIs: 'absent' }) ?? '';
  if (model === '') {
    throw new InvalidRequestError({
      param: 'model',
      message:
        '`model` is missing. Name a model; the ones that can be called are listed at GET /api/v1/models.',
    });
  }
  const stream = readBoolean(scan, 'stream', { nullIs: 'absent' }) ?? false;
  checkTools(scan, 'metered');
  checkFallbacks(scan);
  checkThread(scan);
  checkPriceOptions(scan, 'messages');
  const maxTokens = scan.find('max_tokens')?.kind === 'number' ? readNumber(scan, 'max_tokens') : undefined;
  return { model, stream, maxTokens };
}
