import { growingCache } from '../../lib/growing-cache.js';

/** About 5 MB when full. */
const MAX_BLOCKS = 20_000;
const KEY_CHARS = 128;

/**
 * Which model made the signed thinking that callers were lately given by this process. A signature does not say it, and another
 * model drops or refuses the block (wire notes 1.5). What is not known here is sent: most conversations stay with one model.
 */
export class ThinkingMakers {
  private readonly makers = growingCache<string, string>(MAX_BLOCKS);

  /** @param proof the signature of a thinking block, or the data of a redacted one */
  remember(proof: string, model: string): void {
    this.makers.set(keyOf(proof), model);
  }

  /** True when another model than this one is known to have made the block. */
  isForeign(proof: string, model: string): boolean {
    const maker = this.makers.get(keyOf(proof));
    return maker !== undefined && maker !== model;
  }
}

// A body may hold tens of thousands of blocks, so that a hash of each would hold up other calls. The end of a proof is cipher text.
function keyOf(proof: string): string {
  return `${proof.length} ${proof.slice(-KEY_CHARS)}`;
}
