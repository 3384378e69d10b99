import { createHash } from 'node:crypto';
import { growingCache } from '../../lib/growing-cache.js';

/** About 4 MB when full. */
const MAX_BLOCKS = 20_000;

/**
 * Which model made the signed thinking that callers were lately given by this process. A signature does not say it, and another
 * model drops or refuses the block (wire notes 1.5). What is not known here is sent: most conversations stay with one model.
 */
export class ThinkingMakers {
  private readonly makers = growingCache<string, string>(MAX_BLOCKS);

  /** @param proof the signature of a thinking block, or the data of a redacted one */
  remember(proof: string, model: string): void {
    this.makers.set(digest(proof), model);
  }

  /** True when another model than this one is known to have made the block. */
  isForeign(proof: string, model: string): boolean {
    const maker = this.makers.get(digest(proof));
    return maker !== undefined && maker !== model;
  }
}

function digest(proof: string): string {
  return createHash('sha256').update(proof).digest('base64url');
}
