import { randomChars } from '../../../lib/ids.js';
import { translatedId } from '../../response-id.js';

const RANDOM_CHARS = 24;

/** The id of a completion: provider A's own behind B's prefix, or a random one when A sent none. */
export function completionId(messageId: unknown): string {
  return translatedId(
    typeof messageId === 'string' && messageId !== '' ? messageId : randomChars(RANDOM_CHARS),
  );
}
