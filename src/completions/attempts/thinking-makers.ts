import { growingCache } from '../../lib/growing-cache.js';

/** About 5 MB when full, and as much for what was refused. */
const MAX_BLOCKS = 20_000;
const KEY_CHARS = 128;

/** A mark of a block of which nobody knows who made it. */
export type UnprovenThinking = string;

/**
 * Which model made the signed thinking that callers were lately given by this process. A signature does not say it, and another
 * model drops or refuses the block (wire notes 1.5). What is not known here is sent: most conversations stay with one model.
 */
export class ThinkingMakers {
  private readonly makers = growingCache<string, string>(MAX_BLOCKS);
  /** Of blocks whose maker is not known: the model that has refused them. */
  private readonly refused = growingCache<string, string>(MAX_BLOCKS);

  /** @param proof the signature of a thinking block, or the data of a redacted one */
  remember(proof: string, model: string): void {
    this.makers.set(keyOf(proof), model);
  }

  /** True when another model than this one is known to have made the block, or this one has refused it. */
  isForeign(proof: string, model: string): boolean {
    const key = keyOf(proof);
    const maker = this.makers.get(key);
    return maker === undefined ? this.refused.get(key) === model : maker !== model;
  }

  /** Where its maker is not known, what the model says to it tells. */
  unproven(proof: string): UnprovenThinking | undefined {
    const key = keyOf(proof);
    return this.makers.has(key) ? undefined : key;
  }

  /** The model has taken the block back, which only its maker does. */
  taken(unproven: UnprovenThinking, model: string): void {
    this.makers.set(unproven, model);
  }

  /** The model has refused the history that the block was part of: in the next turn it is not sent again. */
  refusedBy(unproven: UnprovenThinking, model: string): void {
    if (!this.makers.has(unproven)) this.refused.set(unproven, model);
  }
}

// A body may hold tens of thousands of blocks, so that a hash of each would hold up other calls. The end of a proof is cipher text.
function keyOf(proof: string): string {
  return `${proof.length} ${proof.slice(-KEY_CHARS)}`;
}
