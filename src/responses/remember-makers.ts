import type { Steps } from '../lib/steps.js';
import { isSealedReasoning } from '../wire/responses/answer/reasoning-seal.js';
import { encryptedContents } from './dialect/encrypted-contents.js';
import type { MadeItem } from './store/writing/response-to-keep.js';

const STEP_ITEMS = 100;

/**
 * Tells which model made the encrypted reasoning of kept answers: provider B's does not say it, and another process may have seen it
 * come. What was sealed here says it by itself.
 */
export function* rememberMakers(
  made: readonly MadeItem[],
  remember: (proof: string, model: string) => void,
): Steps<void> {
  for (const [index, { model, json }] of made.entries()) {
    for (const proof of encryptedContents(json)) if (!isSealedReasoning(proof)) remember(proof, model);
    if (index % STEP_ITEMS === STEP_ITEMS - 1) yield;
  }
}
