import { createHash } from 'node:crypto';

const CONFORMING = /^[a-zA-Z0-9_-]+$/;
const HASH_CHARS = 8;

/**
 * Gives every tool call of a conversation an id that provider A takes (wire notes 1.4): conforming ids stay, others are
 * rewritten with a hash of the original, and an id that was used before (some vendors count anew in each turn) gets a
 * hash of its own. The result depends only on the calls so far, so an unchanged prefix of a conversation keeps its ids.
 */
export class ToolUseIds {
  private readonly used = new Set<string>();
  private readonly uses = new Map<string, number>();

  assign(originalId: string): string {
    const stem = originalId.replace(/[^a-zA-Z0-9_-]/g, '_');
    let use = this.uses.get(originalId) ?? 0;
    let id = use === 0 && CONFORMING.test(originalId) ? originalId : rewritten(stem, originalId, use);
    while (this.used.has(id)) {
      use += 1;
      id = rewritten(stem, originalId, use);
    }
    this.uses.set(originalId, use + 1);
    this.used.add(id);
    return id;
  }
}

function rewritten(stem: string, originalId: string, use: number): string {
  const hash = createHash('sha256').update(`${originalId}\0${use}`).digest('hex').slice(0, HASH_CHARS);
  return `${stem}_${hash}`;
}
